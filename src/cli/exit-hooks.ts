const hooks: (() => void)[] = [];

/** Adds something synchronous to do when the process ends, however it ends. The wire is loaded late, so it comes to us. */
export function onExit(hook: () => void): void {
  hooks.push(hook);
}

/** Runs them all; called once, at the very end. */
export function runExitHooks(): void {
  for (const hook of hooks) hook();
}
