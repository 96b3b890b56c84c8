import type { CaseStep, SavedCase } from '../model/saved-case.ts';
import { escapeUnsafe } from '../model/text.ts';
import { MAX_BYTES } from './read-case.ts';

/** Nobody reads more than this, and indentation can make hundredfold of what is nested deeply. */
const MAX_INDENTED = 512 * 1024;

/**
 * The text of a case file: 2 spaces, members always in this order, so that two versions differ only where the case does. A very large one is
 * not indented.
 */
export function caseText(saved: SavedCase): string {
  const { format, id, state, created, seen, note, parent, target, env, site, grants, steps, expect, actual, compare, gen } = saved;
  const ordered: SavedCase = {
    format,
    id,
    state,
    created,
    seen,
    note,
    parent,
    target: {
      transport: target.transport,
      launch: target.launch,
      ...(target.identity === undefined ? {} : { identity: target.identity }),
      ...(target.risk === undefined ? {} : { risk: target.risk }),
      era: target.era,
      protocol: target.protocol,
      server: target.server && { name: target.server.name, version: target.server.version },
      tool_fingerprint: target.tool_fingerprint,
      input_schema: target.input_schema,
    },
    env: { node: env.node, os: env.os, tool: env.tool, git: env.git },
    site,
    grants: grants.map(({ tools, origins }) => ({ tools, origins })),
    steps: steps.map(stepInOrder),
    expect,
    actual: {
      class: actual.class,
      code: actual.code,
      jsonrpc_code: actual.jsonrpc_code,
      retryable: actual.retryable,
      elapsed_ms: actual.elapsed_ms,
      message: actual.message,
      failed: actual.failed,
      fingerprint: actual.fingerprint,
      result: actual.result,
      stderr_tail: actual.stderr_tail,
    },
    compare: { ignore: compare.ignore },
    gen,
  };
  // It is looked at in terminals and pull requests: nothing in it may command those.
  const flat = escapeUnsafe(JSON.stringify(ordered));
  const indented = flat.length > MAX_INDENTED ? flat : escapeUnsafe(JSON.stringify(ordered, null, 2));
  return `${indented.length > MAX_BYTES ? flat : indented}\n`;
}

function stepInOrder({ id, role, name, tool, arguments: shown, wire, wire_sha256, expect, capture, bind, secrets }: CaseStep): CaseStep {
  return {
    id,
    role,
    name,
    tool,
    arguments: shown,
    wire,
    wire_sha256,
    expect,
    capture,
    bind: bind.map(({ at, from }) => ({ at, from })),
    secrets: secrets.map(({ at, ref, mac, len }) => ({ at, ref, mac, len })),
  };
}
