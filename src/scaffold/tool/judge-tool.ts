import { rules } from '../../checks/index.ts';
import { judge } from '../../checks/judge.ts';
import { PORTABLE } from '../../checks/limits/profiles.ts';
import type { Context } from '../../checks/rule.ts';
import { declaredEvidence } from '../../model/evidence.ts';
import type { Finding } from '../../model/finding.ts';
import { declaration } from '../../model/tool.ts';

/** What `check --strict --profile portable` would say of a declaration, but for what it only tells (info). */
export function judgeTool(raw: unknown): Finding[] {
  const schemas = { inputSchema: new Map(), outputSchema: new Map(), structured: new Map(), arguments: new Map() };
  const evidence = declaredEvidence([declaration(raw, 0)], null, null);
  const context: Context = { evidence, strict: true, profiles: new Set(PORTABLE), secrets: [], serverName: null, risks: {}, schemas };
  return judge(context, {}, rules).filter(({ severity }) => severity !== 'info');
}
