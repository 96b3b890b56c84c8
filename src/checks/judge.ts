import type { Evidence } from '../model/evidence.ts';
import { atLeast, bySeverity, type Finding, type Severity } from '../model/finding.ts';
import { groupBy } from '../model/group.ts';
import { order } from '../model/order.ts';
import { some } from '../model/text.ts';
import type { ToolDeclaration } from '../model/tool.ts';
import type { ProfileId } from './limits/profiles.ts';
import { belongsTo, type Context, type Hit, type Rule } from './rule.ts';

/** What the config may say of a rule. */
export type RuleSettings = Record<string, Severity | 'off'>;

/** A finding with who refuses the place: what the host lines are made of. */
export interface Judged extends Finding {
  refusedBy: readonly ProfileId[];
  /** It is why nothing could be checked: the rule explains a failed start. */
  cause: boolean;
}

interface Placed extends Hit {
  rule: Rule;
  tool: string;
  toolIndex: number;
  source: ToolDeclaration['source'];
}

/**
 * Runs rules over what was seen: one finding a rule and tool, consequences of another finding left out, severities
 * set by revision, `--strict`, profile and config. Sorted by rule folder, tool and pointer, so two runs compare equal.
 */
export function judge(context: Context, settings: RuleSettings, rules: readonly Rule[]): Judged[] {
  const hits = rules.filter((rule) => settings[rule.id] !== 'off' && applies(rule, context.evidence)).flatMap((rule) => run(rule, context));
  const fired = toolsByRule(hits);
  const standing = hits.filter((hit) => !isConsequence(hit, fired));
  return [...groupBy(standing, key).values()].map(merge).sort(byPlace);

  function key(hit: Placed): string {
    return JSON.stringify([hit.rule.id, hit.toolIndex, hit.tool, severityOf(hit, context, settings)]);
  }

  function merge(group: Placed[]): Judged {
    const [first] = group as [Placed, ...Placed[]];
    const { rule } = first;
    const refusedBy = [...new Set(group.flatMap((hit) => hit.refusedBy ?? []))];
    const chosen = refusedBy.filter((profile) => context.profiles.has(profile));
    const evidence = group.flatMap((hit) => (hit.evidence ? [hit.evidence] : []));
    return {
      rule: rule.id,
      severity: severityOf(first, context, settings),
      tool: first.tool || null,
      at: first.at ?? null,
      message: sentence(group) + onlyIn(rule, context.evidence),
      fix: first.fix ?? rule.fix,
      clause: rule.clause ?? null,
      profile: chosen.length ? chosen.join(',') : null,
      count: group.reduce((sum, hit) => sum + (hit.count ?? 1), 0),
      source: first.source,
      evidence: evidence.length ? evidence.slice(0, 5).join('\n') : null,
      refusedBy,
      cause: first.cause ?? rule.cause ?? false,
    };
  }
}

/** True when the rule can say anything about this adapter at all. */
export function applies(rule: Rule, evidence: Evidence): boolean {
  if (rule.transports && !rule.transports.includes(evidence.transport)) return false;
  if (rule.on === 'tool') return evidence.revisions.some((revision) => belongsTo(rule, revision));
  return belongsTo(rule, evidence.revision) || (evidence.transport === 'file' && evidence.revisions.some((each) => belongsTo(rule, each)));
}

/** The hits of one rule, each with its tool and source. */
export function run(rule: Rule, context: Context): Placed[] {
  const { evidence } = context;
  const placed = (hit: Hit, tool: ToolDeclaration | null, fallback = ''): Placed => ({
    ...hit,
    rule,
    tool: hit.tool ?? tool?.name ?? fallback,
    toolIndex: tool?.index ?? -1,
    source: tool?.source ?? null,
  });
  if (rule.on === 'tool') return evidence.tools.flatMap((tool) => [...rule.check(tool, context)].map((hit) => placed(hit, tool)));
  if (rule.on === 'call')
    return evidence.calls.flatMap((call) => [...rule.check(call, context)].map((hit) => placed(hit, call.tool, call.name)));
  const hits = [...rule.check(evidence, context)];
  // The first of a name: only when there is something to place, as most rules find nothing.
  const byName = new Map(hits.length ? evidence.tools.toReversed().map((tool) => [tool.name, tool]) : []);
  return hits.map((hit) => placed(hit, (typeof hit.tool === 'string' && byName.get(hit.tool)) || null));
}

/** Where each rule fired: rule id → tool names, the adapter as a whole being the empty name. */
function toolsByRule(hits: readonly Placed[]): Map<string, Set<string>> {
  const fired = new Map<string, Set<string>>();
  for (const hit of hits) fired.set(hit.rule.id, (fired.get(hit.rule.id) ?? new Set()).add(hit.tool));
  return fired;
}

/** A hit is a consequence when a rule it yields to fired on the same tool, or on the adapter as a whole. */
function isConsequence(hit: Placed, fired: Map<string, Set<string>>): boolean {
  return (hit.rule.yieldsTo ?? []).some((cause) => {
    const tools = fired.get(cause);
    return !!tools && (!hit.tool || tools.has('') || tools.has(hit.tool));
  });
}

/** What only one of the judged revisions forbids weighs less, unless it is the one that was spoken. */
function isPartial(rule: Rule, evidence: Evidence): boolean {
  const spoken = evidence.transport !== 'file' && belongsTo(rule, evidence.revision);
  return !spoken && !evidence.revisions.every((revision) => belongsTo(rule, revision));
}

function onlyIn(rule: Rule, evidence: Evidence): string {
  if (!isPartial(rule, evidence)) return '';
  return ` (${evidence.revisions.filter((revision) => belongsTo(rule, revision)).join(', ')} only)`;
}

function severityOf(hit: Placed, context: Context, settings: RuleSettings): Severity {
  const { rule } = hit;
  const configured = settings[rule.id];
  if (configured && configured !== 'off') return configured;
  let severity = hit.severity ?? rule.severity;
  const strict = hit.strict ?? rule.strict;
  if (context.strict && strict) severity = strict;
  if (severity === 'error' && isPartial(rule, context.evidence)) severity = 'warning';
  if (hit.refusedBy?.some((profile) => context.profiles.has(profile))) severity = 'error';
  return severity;
}

/** Hits that differ only in their subject share a sentence; others follow one another, five at most. */
function sentence(group: readonly Placed[]): string {
  const byMessage = new Map<string, string[]>();
  for (const { message, subject } of group) {
    const subjects = byMessage.get(message) ?? [];
    if (subject) subjects.push(subject);
    byMessage.set(message, subjects);
  }
  const parts = [...byMessage].map(([message, subjects]) => (subjects.length ? `${some([...new Set(subjects)])}: ${message}` : message));
  return parts.length > 5 ? `${parts.slice(0, 5).join('; ')}; and ${parts.length - 5} more` : parts.join('; ');
}

function byPlace(a: Finding, b: Finding): number {
  const folder = (finding: Finding) => finding.rule.split('/')[0] ?? '';
  return (
    order(folder(a), folder(b)) ||
    order(a.tool ?? '', b.tool ?? '') ||
    order(a.at ?? '', b.at ?? '') ||
    order(a.rule, b.rule) ||
    bySeverity(a, b)
  );
}

/** True when a finding weighs enough to fail the run. */
export function fails(findings: readonly Finding[], failOn: Severity | 'never'): boolean {
  return failOn !== 'never' && findings.some((finding) => atLeast(finding.severity, failOn));
}
