import type { Judged } from '../checks/judge.ts';
import { LIMITS, limitsOn } from '../checks/limits/index.ts';
import { exceeds, type Limit, sentName } from '../checks/limits/limits.ts';
import type { Evidence } from '../model/evidence.ts';
import { groupBy } from '../model/group.ts';
import type { HostVerdict } from '../model/run.ts';
import { plural, quote, some } from '../model/text.ts';
import { LIMITED_HOSTS, type LimitedHost } from './host-list.ts';
import { shortReason } from './short-reason.ts';

/** Something that a host does not take. `tool` is null where it is about all of them. */
interface Refused {
  tool: string | null;
  reason: string;
  effect: 'request' | 'tool';
}

/**
 * What the known limits of hosts and model APIs make of the adapter, one verdict each. Where one bad tool makes the whole request fail,
 * nothing is left. Uncertain limits lose nothing. Empty without tools, as there is nothing to lose.
 *
 * @param serverName the adapter's name in a config, which some hosts put before each tool name
 */
export function limitVerdicts(evidence: Evidence, findings: readonly Judged[], serverName: string | null): HostVerdict[] {
  if (!evidence.tools.length) return [];
  return LIMITED_HOSTS.map((host) => {
    if (host.connects && evidence.era === 'bare')
      return verdict(host.host, 0, 'no handshake: initialize is refused, so no MCP client can connect');
    const refused = [...byFinding(host, findings), ...byName(host, evidence, serverName)];
    const fatal = [...byCount(host, evidence), ...failing(refused)];
    if (fatal.length) return verdict(host.host, 0, fatal.join('; '));
    const lost = new Map(refused.flatMap(({ tool, reason }) => (tool === null ? [] : [[tool, reason]])));
    const kept = evidence.tools.filter((tool) => !lost.has(tool.name)).length;
    const most = Math.min(kept, ...countLimits(host, 'tool').map((limit) => limit.max ?? kept));
    const beyond = most < kept ? [`only ${most} tools are taken in all`] : [];
    return verdict(host.host, most, [...dropped(lost), ...beyond].join('; '));
  });
}

function verdict(host: string, tools: number, detail: string): HostVerdict {
  return { host, version: null, accepts: tools > 0, tools, detail };
}

function byFinding({ profiles, limits, connects }: LimitedHost, findings: readonly Judged[]): Refused[] {
  // Names with their prefix, and the count, are put to the limits themselves.
  const relevant = findings.filter(({ rule }) => rule !== 'tools/too-many' && rule !== 'tool/name-length');
  const hitting = relevant.filter((finding) => finding.refusedBy.some((profile) => profiles.includes(profile)));
  return hitting.map((finding) => {
    const name = finding.rule.split('/')[1] ?? '';
    const known = limits.flatMap((who) => LIMITS.filter((limit) => limit.who === who && isAbout(limit, name)));
    const effect = known.find(isRefusal)?.effect ?? (connects ? 'tool' : 'request');
    return { tool: finding.tool, reason: shortReason(finding), effect };
  });
}

/** Limits are called like the rules about them, some rules with a word more. */
function isAbout({ what, uncertain }: Limit, rule: string): boolean {
  return !uncertain && (rule === what || rule.startsWith(`${what}-`));
}

function byName(host: LimitedHost, { tools }: Evidence, serverName: string | null): Refused[] {
  const refusals = limitsOn('name-length').filter(isRefusal);
  const certain = refusals.filter((limit) => !limit.uncertain && host.limits.includes(limit.who));
  return tools.flatMap(({ name }) => {
    const sent = (limit: Limit) => (serverName === null ? name : sentName(limit, serverName, name));
    const broken = certain.find((limit) => exceeds(limit, sent(limit)));
    if (!broken) return [];
    const prefixed = sent(broken) === name ? 'its name has' : `with the name of the server, ${quote(sent(broken), 24)} has`;
    return [{ tool: name, reason: `${prefixed} ${sent(broken).length} characters, limit ${broken.max}`, effect: broken.effect }];
  });
}

function isRefusal(limit: Limit): limit is Limit & { effect: 'request' | 'tool' } {
  return limit.effect === 'request' || limit.effect === 'tool';
}

function byCount(host: LimitedHost, { tools }: Evidence): string[] {
  const broken = countLimits(host, 'request').filter((limit) => exceeds(limit, tools.length));
  return broken.map((limit) => `${plural(tools.length, 'tool')} are more than the ${limit.max} of a request, and every request fails`);
}

/** The tools of which one is enough to make the whole request fail. */
function failing(refused: readonly Refused[]): string[] {
  const fatal = new Set(refused.filter((each) => each.effect === 'request').map(inBrackets));
  return fatal.size ? [`${some([...fatal], 3)} ${fatal.size > 1 ? 'make' : 'makes'} every request fail`] : [];
}

function countLimits(host: LimitedHost, effect: Limit['effect']): Limit[] {
  return limitsOn('tool-count').filter((limit) => !limit.uncertain && limit.effect === effect && host.limits.includes(limit.who));
}

function inBrackets({ tool, reason }: Refused): string {
  return tool === null ? reason : `${quote(tool, 64)} (${reason})`;
}

/** One part a reason, with the tools that are lost for it. */
function dropped(lost: ReadonlyMap<string, string>): string[] {
  const byReason = groupBy(lost, ([, reason]) => reason);
  return [...byReason].map(([reason, tools]) => `${some(tools.map(([tool]) => quote(tool, 64)))} dropped: ${reason}`);
}
