import { declaredEvidence } from '../../model/evidence.ts';
import type { Finding } from '../../model/finding.ts';
import type { ToolDeclaration } from '../../model/tool.ts';
import { judge } from '../judge.ts';
import type { Context } from '../rule.ts';
import { design } from './index.ts';

/** What the design rules find in these declarations at their strict level (contracts §6): what `check --strict` would say of them. */
export function judgeDesign(tools: readonly ToolDeclaration[]): Finding[] {
  const schemas = { inputSchema: new Map(), outputSchema: new Map(), structured: new Map(), arguments: new Map() };
  const evidence = declaredEvidence(tools, null, null);
  const context: Context = { evidence, strict: true, profiles: new Set(), secrets: [], serverName: null, risks: {}, schemas };
  return judge(context, {}, design);
}
