/** What we print for a fault of our own. */
export function bugReport(error: unknown): string {
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return `mcp-adapter has a bug: please report it with this stack, the command, and the adapter if you can share it.\n${stack}`;
}
