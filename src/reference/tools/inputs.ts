// Pieces of the input schemas that several tools share.

export const TASK_ID = {
  type: 'string',
  pattern: '^[A-Za-z0-9._-]{1,64}$',
  maxLength: 64,
  description: 'The task this belongs to: the same in every call of a task. It owns the environment.',
} as const;

export const ENV_ID = {
  type: 'string',
  pattern: '^env-[a-z0-9]{12}$',
  maxLength: 16,
  description: 'The environment, as prepare_environment returned it.',
} as const;

export const PAGE_ID = {
  type: 'string',
  pattern: '^p-[0-9]{1,6}$',
  maxLength: 8,
  description: 'The page, as open_page returned it; the newest one unless said.',
} as const;

/** In the output schemas of what may make a page ask. */
export const DIALOGS = {
  type: 'integer',
  description: 'Dialogs (alert, confirm, prompt) that the page opened: each was dismissed, so what asked for a yes was told no.',
} as const;

export const TARGET = {
  type: 'string',
  pattern: '^[a-z][a-z0-9 _-]{0,63}$',
  maxLength: 64,
  description: 'The name of a target on the page, as describe_page lists it.',
} as const;
