/** The name of an error of the operating system, such as `ENOENT`; null for any other. */
export function codeOf(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;
}
