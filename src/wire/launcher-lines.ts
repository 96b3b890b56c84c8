/** What script runners print before, or instead of, the adapter: npm, pnpm, yarn, npx, uv, dotnet, cargo, go, gradle. */
const PATTERNS = [
  /^> \S+@\d\S* \S+/,
  /^> \S+( |$)/,
  /^(added|changed|removed|up to date)\b.*\bpackages?\b/,
  /^Need to install the following packages/,
  /^Ok to proceed\?/,
  /^npm (warn|notice|info|error)\b/i,
  /^yarn run v\d/,
  /^\$ \S+/,
  /^(✨ {2})?Done in \d/,
  /^(Installed|Resolved|Prepared|Audited|Uninstalled|Downloaded) \d+ packages? in/,
  /^(Using CPython|Creating virtual environment)/,
  /^(Building\.\.\.|Determining projects to restore|Restore complete|All projects are up-to-date)/,
  /^ {2}\S+ -> \S+\.(dll|exe)$/,
  /^ {2,}(Compiling|Finished|Running|Downloading|Blocking) \S/,
  /^> Task :/,
];

/** True for a line that comes from a script runner rather than from the adapter. */
export function isLauncherLine(line: string): boolean {
  return PATTERNS.some((pattern) => pattern.test(line));
}
