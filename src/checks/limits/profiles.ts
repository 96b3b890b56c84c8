/** Whose limits `--profile` can choose. `spec` and `sdk-ts` refuse nothing beyond what is an error anyway. */
export const PROFILES = [
  'spec',
  'sdk-ts',
  'anthropic',
  'openai',
  'openai-strict',
  'gemini',
  'bedrock',
  'vscode',
  'cursor',
  'windsurf',
] as const;

export type ProfileId = (typeof PROFILES)[number];

/** True for the name of a profile. */
export function isProfile(name: string): name is ProfileId {
  return PROFILES.some((profile) => profile === name);
}

/** Every profile but `openai-strict`: Gemini and strict mode contradict each other on additionalProperties. */
export const PORTABLE: readonly ProfileId[] = PROFILES.filter((profile) => profile !== 'openai-strict');

/** The profiles that a name of the command line or the config stands for; undefined when there is none of that name. */
export function profilesNamed(name: string): readonly ProfileId[] | undefined {
  if (name === 'portable') return PORTABLE;
  return isProfile(name) ? [name] : undefined;
}
