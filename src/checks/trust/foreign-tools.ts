/** A name of two or more words, with what makes it plain that it is meant as a tool. */
const CALLED =
  /\b(?:call|invoke|run|use|using|calling|invoking)\s+(?:the\s+)?[`'"“]?([a-z][a-z0-9]{1,30}(?:_[a-z0-9]{1,30}){1,6})[`'"”]?\s+(?:tool|function)\b|\b(?:call|invoke|calling|invoking)\s+(?:the\s+)?[`'"“]?([a-z][a-z0-9]{1,30}(?:_[a-z0-9]{1,30}){1,6})\b(?!\s*(?:method|api|endpoint|parameter|field|command))/gi;

/** A tool of another adapter whose calls this one wants to take over or to change. */
const SHADOWED =
  /\b(?:when|whenever|before|after|if|for|instead\s+of|replaces)\s+(?:the\s+|calling\s+|using\s+)?[`'"“]?([a-z][a-z0-9]{1,30}(?:_[a-z0-9]{1,30}){1,6})[`'"”]?(?:\s+tool)?\s+(?:is\s+(?:called|invoked)|from\s+the\s+\w{1,30}\s+server|tool\b)/gi;

/** Names of tools that a text orders the model to call, and that the adapter does not have. */
export function foreignTools(text: string, known: ReadonlySet<string>): string[] {
  const head = text.slice(0, 100_000);
  const found = [...head.matchAll(CALLED), ...head.matchAll(SHADOWED)].map((match) => match[1] ?? match[2] ?? '');
  // Nearly every text names none, and a list may have thousands.
  if (!found.length) return [];
  const own = [...known].map(flat);
  // Own tools are also named with or without the prefix that they or a host put before them.
  const isOwn = (name: string) => own.some((each) => each === flat(name) || each.endsWith(flat(name)) || flat(name).endsWith(each));
  return [...new Set(found)].filter((name) => name && !isOwn(name));
}

function flat(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}
