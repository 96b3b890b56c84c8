export declare function startFixture(
  file: string,
  env?: Record<string, string>,
  args?: readonly string[],
): Promise<{ url: string; state: string; stderr(): string; end(): Promise<void> } & AsyncDisposable>;
