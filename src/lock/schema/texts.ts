/** Keywords of schemas that hold one text. */
export const TEXT = ['title', 'description', 'markdownDescription', '$comment', 'example'];
/** Those that hold one for each value of `enum`. */
export const VALUE_TEXTS = ['enumNames', 'enumDescriptions', 'x-enumNames', 'x-enumDescriptions', 'x-enum-varnames', 'x-enum-descriptions'];

/** All keywords for people and models to read, which promise nothing about values: they are compared as texts. */
export const TEXTS: ReadonlySet<string> = new Set([...TEXT, ...VALUE_TEXTS, 'examples']);
