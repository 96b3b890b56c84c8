/** Keywords for people and models to read, which promise nothing about values: they are compared as texts. */
export const TEXTS: ReadonlySet<string> = new Set(
  `title description $comment examples example enumNames enumDescriptions markdownDescription x-enum-descriptions
  x-enumDescriptions x-enumNames x-enum-varnames`.split(/\s+/),
);
