import type { Evidence } from '../../model/evidence.ts';

/** What a server may list, each under the capability that declares it. */
export const LISTS: readonly { capability: string; key: keyof Evidence['lists']; method: string }[] = [
  { capability: 'tools', key: 'tools', method: 'tools/list' },
  { capability: 'resources', key: 'resources', method: 'resources/list' },
  { capability: 'prompts', key: 'prompts', method: 'prompts/list' },
];
