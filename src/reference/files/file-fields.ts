/** A file in the output schema of a tool. */
export const FILE_FIELDS = {
  file: { type: 'string', description: 'Where it is on the machine of the adapter.' },
  resource_uri: { type: 'string', description: 'Reads it with resources/read.' },
  sha256: { type: 'string', pattern: '^[0-9a-f]{64}$' },
  bytes: { type: 'integer' },
} as const;
