import { quote } from '../../model/text.ts';
import type { SessionRule } from '../rule.ts';
import { sampleTool } from '../sample.ts';
import { isDisguised, plainLetters, skeleton } from './lookalikes.ts';

const named = (...names: string[]) => ({ tools: names.map((name, index) => sampleTool({ name }, index)) });

export const nameShadowing: SessionRule = {
  id: 'trust/name-shadowing',
  on: 'session',
  severity: 'warning',
  why: 'Two names that look alike are one name to the person who approves a call, and to a model that copies it letter by letter.',
  fix: 'write the name in plain ASCII letters, and name tools so that they differ in more than a look-alike letter',
  examples: {
    good: [
      named('find_order', 'find_orders', 'Find_order', 'find_order_2'),
      named('найти_заказ', '查找订单', 'buscar_pedido_año', 'größe'),
      named('step_1', 'step_l0ng', 'item_10', 'item_100'),
    ],
    bad: [named('send_еmail'), named('ｒead_file'), named('send_email', 'send_emai1'), named('copy', 'сору')],
  },
  *check(evidence) {
    const bySkeleton = new Map<string, string>();
    for (const { name } of evidence.tools) {
      const key = skeleton(name);
      const earlier = bySkeleton.get(key);
      if (earlier === undefined) bySkeleton.set(key, name);
      if (earlier !== undefined && earlier !== name) {
        yield {
          tool: name,
          at: '/name',
          message: `the name looks like the tool ${quote(earlier)} of the same list: a person cannot tell them apart`,
        };
      } else if (isDisguised(name)) {
        const plain = plainLetters(name);
        yield {
          tool: name,
          at: '/name',
          message: `the name looks like ${quote(plain)} but holds ${foreignLetters(name)}, so it passes for another tool`,
        };
      }
    }
  },
};

/** The letters that are not what they look like, with their code points. */
function foreignLetters(name: string): string {
  const foreign = [...new Set([...name].filter((letter) => plainLetters(letter) !== letter))].slice(0, 5);
  return foreign.map((letter) => `U+${letter.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}`).join(', ');
}
