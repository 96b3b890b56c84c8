/** True in a CI job: what is not asked for with `--out` is not written there. */
export function isCi(env: NodeJS.ProcessEnv): boolean {
  return Boolean(env.CI) && env.CI !== 'false' && env.CI !== '0';
}
