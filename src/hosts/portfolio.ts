import type { Judged } from '../checks/judge.ts';
import { limitsOn } from '../checks/limits/index.ts';
import { exceeds, hostNames, profilesOf } from '../checks/limits/limits.ts';
import type { ProfileId } from '../checks/limits/profiles.ts';
import type { Severity } from '../model/finding.ts';
import { tokensOf } from '../model/json.ts';
import { grouped, quote, some } from '../model/text.ts';
import type { ToolDeclaration } from '../model/tool.ts';

/** One server of a config, with what it lists. */
export interface PortfolioServer {
  name: string;
  tools: readonly ToolDeclaration[];
}

/** What an agent with every server of a config at once has to carry. */
export interface Portfolio {
  tools: number;
  tokens: number;
  findings: Judged[];
}

/** Tokens of all declarations together from which they are worth a line, and a warning. */
const TOKENS = { info: 8_000, warning: 20_000 };

/**
 * What is wrong with the servers of a config together and with none of them alone: names that collide, more tools than a host takes,
 * more tokens than an agent should carry. Names that get too long with a server's prefix are found with each server.
 *
 * @param profiles the chosen ones, under which a limit is an error
 */
export function portfolioVerdicts(servers: readonly PortfolioServer[], profiles: ReadonlySet<ProfileId> = new Set()): Portfolio {
  const tools = sum(servers.map((server) => server.tools.length));
  const tokens = sum(servers.map(tokensFor));
  return { tools, tokens, findings: [...collisions(servers), ...tooMany(servers, tools, profiles), ...tooLarge(servers, tokens)] };
}

function tokensFor({ tools }: PortfolioServer): number {
  return sum(tools.map((tool) => tokensOf(tool.bytes)));
}

/** One finding for each set of servers that share names. */
function collisions(servers: readonly PortfolioServer[]): Judged[] {
  const owners = new Map<string, Set<string>>();
  for (const server of servers)
    for (const tool of server.tools) owners.set(tool.name, (owners.get(tool.name) ?? new Set()).add(server.name));
  const shared = new Map<string, { names: string[]; owners: string[] }>();
  for (const [name, set] of owners) {
    if (set.size < 2) continue;
    const group = shared.get(JSON.stringify([...set])) ?? { names: [], owners: [...set] };
    group.names.push(name);
    shared.set(JSON.stringify(group.owners), group);
  }
  return [...shared.values()].map(({ names, owners: by }) =>
    finding({
      rule: 'tool/name-duplicate',
      severity: 'warning',
      message: `${some(names.map((name) => quote(name, 64)))}: declared by ${some(by.map((name) => quote(name, 64)))}; a client that puts no server name before tool names calls the wrong one, and model APIs refuse two tools of one name`,
      fix: 'give each tool a name that says whose it is, or keep one of these servers',
      count: names.length,
    }),
  );
}

function tooMany(servers: readonly PortfolioServer[], total: number, profiles: ReadonlySet<ProfileId>): Judged[] {
  const largest = Math.max(0, ...servers.map((server) => server.tools.length));
  // A server that breaks a limit alone has a finding of its own.
  const broken = limitsOn('tool-count').filter((limit) => !limit.uncertain && exceeds(limit, total) && !exceeds(limit, largest));
  if (!broken.length) return [];
  const refusedBy = profilesOf(broken);
  const chosen = refusedBy.filter((profile) => profiles.has(profile));
  const limits = broken.map((limit) => `${hostNames([limit.who])[0]} ${limit.effect === 'warning' ? 'warns above' : 'takes'} ${limit.max}`);
  return [
    finding({
      rule: 'tools/too-many',
      severity: chosen.length ? 'error' : 'warning',
      message: `${total} tools of ${servers.length} servers together: ${some(limits)}`,
      fix: 'switch off the servers or tools that this agent does not need',
      profile: chosen.length ? chosen.join(',') : null,
      refusedBy,
    }),
  ];
}

function tooLarge(servers: readonly PortfolioServer[], total: number): Judged[] {
  const severityFor = (tokens: number): Severity | null => (tokens >= TOKENS.warning ? 'warning' : tokens >= TOKENS.info ? 'info' : null);
  const severity = severityFor(total);
  // What one server costs by itself is said with that server.
  if (!severity || servers.some((server) => severityFor(tokensFor(server)) === severity)) return [];
  const largest = [...servers]
    .sort((a, b) => tokensFor(b) - tokensFor(a))
    .map((server) => `${quote(server.name, 64)} ${grouped(tokensFor(server))}`);
  return [
    finding({
      rule: 'design/context-cost',
      severity,
      message: `the tools of ${servers.length} servers cost about ${grouped(total)} tokens of context before anything is asked (${some(largest, 3)})`,
      fix: 'shorten the longest declarations, or switch off what this agent does not need',
    }),
  ];
}

function finding(over: Pick<Judged, 'rule' | 'severity' | 'message' | 'fix'> & Partial<Judged>): Judged {
  return {
    tool: null,
    at: null,
    clause: null,
    profile: null,
    count: 1,
    source: null,
    evidence: null,
    refusedBy: [],
    cause: false,
    ...over,
  };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
