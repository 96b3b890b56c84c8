const hooks: (() => void)[] = [];

/** Adds something synchronous to do when the process ends, however it ends. The wire is loaded late, so it comes to us. */
export function onExit(hook: () => void): void {
  hooks.push(hook);
}

/** Runs them all; called once, at the very end. */
export function runExitHooks(): void {
  for (const hook of hooks) hook();
}

const survivals: ((error: unknown) => boolean)[] = [];

/** Adds something that may know how to go on after an error that nobody caught: it returns true when it does. */
export function onUncaught(survive: (error: unknown) => boolean): void {
  survivals.push(survive);
}

/** True when somebody knows how to go on after it. */
export function survives(error: unknown): boolean {
  return survivals.some((survive) => survive(error));
}
