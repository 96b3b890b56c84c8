import { member } from '../../model/json.ts';
import { plural, some } from '../../model/text.ts';
import type { ToolDeclaration } from '../../model/tool.ts';
import type { SessionRule } from '../rule.ts';
import { sampleTool } from '../sample.ts';

export const riskUndeclared: SessionRule = {
  id: 'design/risk-undeclared',
  on: 'session',
  severity: 'warning',
  // Tool annotations came with this revision.
  since: '2025-03-26',
  why: 'A tool without annotations counts as destructive: careful hosts ask before every call of it, and test tools leave it out.',
  fix: 'write annotations: {readOnlyHint: true} on tools that change nothing, {readOnlyHint: false, destructiveHint: …} on the others',
  examples: {
    good: [
      {
        tools: [
          sampleTool({ annotations: { readOnlyHint: true } }),
          sampleTool({ name: 'pay', annotations: { destructiveHint: true } }, 1),
        ],
      },
      { tools: [sampleTool({ _meta: { 'mcp-adapter/risk': 'prepare' } })] },
      { tools: [] },
    ],
    bad: [{ tools: [sampleTool({})] }, { tools: [sampleTool({ annotations: { title: 'Find', readOnlyHint: 'yes' } })] }],
  },
  *check(evidence, { risks }) {
    const silent = evidence.tools.filter((tool) => !declaresRisk(tool) && !Object.hasOwn(risks, tool.name));
    if (!silent.length) return;
    const which =
      silent.length === evidence.tools.length
        ? plural(silent.length, 'tool')
        : `${silent.length} of ${plural(evidence.tools.length, 'tool')}`;
    const verb = silent.length === 1 ? 'has' : 'have';
    const names = some(silent.map(({ name }) => name));
    yield {
      message: `${which} ${verb} neither readOnlyHint nor destructiveHint, so hosts treat them as destructive: ${names}`,
      count: silent.length,
    };
  },
};

function declaresRisk(tool: ToolDeclaration): boolean {
  const annotations = member(tool.raw, 'annotations');
  const hints = [member(annotations, 'readOnlyHint'), member(annotations, 'destructiveHint')];
  return hints.some((hint) => typeof hint === 'boolean') || typeof member(member(tool.raw, '_meta'), 'mcp-adapter/risk') === 'string';
}
