import type { ToolDeclaration } from '../../model/tool.ts';
import { allParts } from './parts.ts';

/** Where `exclusiveMinimum` or `exclusiveMaximum` is a boolean, as it was until draft-04: invalid in every dialect since. */
export function oldBounds(tool: ToolDeclaration): { at: string; keyword: string; value: boolean }[] {
  return allParts(tool).flatMap(({ at, schema }) =>
    ['exclusiveMinimum', 'exclusiveMaximum'].flatMap((keyword) => {
      const value = schema[keyword];
      return typeof value === 'boolean' ? [{ at: `${at}/${keyword}`, keyword, value }] : [];
    }),
  );
}
