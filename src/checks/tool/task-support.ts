import { member } from '../../model/json.ts';
import { isModern } from '../../model/protocol.ts';
import { quoteOrKind } from '../../model/text.ts';
import type { ToolRule } from '../rule.ts';

const VALUES = ['required', 'optional', 'forbidden'];

export const taskSupport: ToolRule = {
  id: 'tool/task-support',
  on: 'tool',
  severity: 'error',
  since: '2025-11-25',
  clause: '2025-11-25 schema, ToolExecution: taskSupport is "required", "optional" or "forbidden"',
  why: 'SDK clients refuse the whole list when taskSupport has another value; from 2026-07-28 it is not part of the core and does nothing.',
  fix: 'write "required", "optional" or "forbidden", or leave execution out',
  examples: {
    good: [{ execution: { taskSupport: 'optional' } }, { execution: {} }],
    bad: [{ execution: { taskSupport: true } }, { execution: { taskSupport: 'yes' } }, { execution: { taskSupport: null } }],
  },
  *check({ raw }, { evidence }) {
    const value = member(member(raw, 'execution'), 'taskSupport');
    if (value === undefined) return;
    const at = '/execution/taskSupport';
    if (typeof value !== 'string' || !VALUES.includes(value))
      yield {
        at,
        message: `taskSupport is ${quoteOrKind(value)}, must be "required", "optional" or "forbidden"; SDK clients then refuse the whole list`,
      };
    // An adapter of both eras declares it rightly, and so does a legacy one.
    else if (value === 'required' && evidence.era === 'modern' && evidence.revisions.every(isModern))
      yield {
        at,
        severity: 'info',
        message: 'taskSupport is "required", which means nothing from 2026-07-28 on: clients call the tool without a task',
        fix: 'declare the extension io.modelcontextprotocol/tasks instead',
      };
  },
};
