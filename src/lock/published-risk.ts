import { isObject, type JsonObject, member, pointer } from '../model/json.ts';
import { declaration, isRisk, RISKS, type Risk, riskOf } from '../model/tool.ts';
import type { Difference } from './difference.ts';

const KEY = 'mcp-adapter/risk';

/** The risk that a tool publishes; null where it publishes none, undefined where that is not known: in a lock from before risks were locked. */
export function publishedRisk({ _meta }: JsonObject): Risk | null | undefined {
  if (!isObject(_meta)) return undefined;
  const risk = member(_meta, KEY);
  return isRisk(risk) ? risk : null;
}

/** The declaration with this risk published, and nothing else in its `_meta`. */
export function withRisk(declared: JsonObject, risk: Risk | null): JsonObject {
  return { ...declared, _meta: { [KEY]: risk } };
}

/** The declaration as a report shows it: without a `_meta` that says nothing. */
export function shownDeclaration({ _meta, ...declared }: JsonObject): JsonObject {
  return publishedRisk({ _meta }) ? { ...declared, _meta } : declared;
}

/** What a tool may do by what it publishes, and where it publishes nothing by its hints: those are compared apart. */
export function compareRisk(tool: string, before: JsonObject, after: JsonObject): Difference[] {
  const [was, is] = [publishedRisk(before), publishedRisk(after)];
  const [meant, means] = [meaning(before), meaning(after)];
  if (was === undefined || is === undefined || was === is || meant === means) return [];
  const rule = RISKS.indexOf(means) > RISKS.indexOf(meant) ? 'risk-raised' : 'risk-lowered';
  const message = `the published risk is ${said(is, means)}, was ${said(was, meant)}`;
  return [{ rule, tool, at: `/_meta${pointer(KEY)}`, message, before: was, after: is }];
}

/** True where the hints, which hosts go by, speak against a published risk of `read` or `prepare`. */
export function isContradicted(declared: JsonObject): boolean {
  const [readOnly, destructive] = ['readOnlyHint', 'destructiveHint'].map((hint) => member(declared.annotations, hint));
  return readOnly !== true && (destructive === true || (readOnly === false && publishedRisk(declared) === 'read'));
}

function meaning(declared: JsonObject): Risk {
  return riskOf(declaration(declared, 0));
}

function said(published: Risk | null, meant: Risk): string {
  return published === null ? `absent (the hints mean ${meant})` : published;
}
