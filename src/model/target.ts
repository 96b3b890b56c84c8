/** How to start an adapter as a child process. */
export interface Launch {
  command: string;
  args: string[];
  /** Absolute; absent means the folder we stand in. */
  cwd?: string;
  /** What is set on top of the environment that SDK clients pass. */
  env: Record<string, string>;
  /** Pass our whole environment instead of the SDK clients' set. */
  inheritEnv: boolean;
}

export interface StdioTarget extends Launch {
  kind: 'stdio';
  /** The name of a config entry, when it came from one. */
  name?: string;
}

export interface HttpTarget {
  kind: 'http';
  url: string;
  headers: Record<string, string>;
  /** Started first and ended afterwards; `{port}` in it and in the URL is one free port. */
  start?: Launch;
  name?: string;
}

/** How to reach an adapter. */
export type Target = StdioTarget | HttpTarget;

/** A value that must not appear in any output, with the name it is shown by. */
export interface Secret {
  name: string;
  value: string;
}

/** What is started for a target: an adapter over stdio, or the server behind a URL. Null when nothing is. */
export function launchOf(target: Target | null): Launch | null {
  if (!target) return null;
  return target.kind === 'stdio' ? target : (target.start ?? null);
}

/** True for a URL of this machine. */
export function isLoopback(url: string): boolean {
  const { hostname } = new URL(url);
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname);
}
