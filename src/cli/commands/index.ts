import type { CommandFactory } from './command.ts';

/** Every command by its name, in the order of the help. Loaded when it is asked for: loading is most of what a short command costs. */
export const commands: Readonly<Record<string, () => Promise<CommandFactory>>> = {
  init: async () => (await import('./init.ts')).initCommand,
  check: async () => (await import('./check.ts')).checkCommand,
  list: async () => (await import('./list.ts')).listCommand,
  diff: async () => (await import('./diff.ts')).diffCommand,
  lock: async () => (await import('./lock.ts')).lockCommand,
  contract: async () => (await import('./contract.ts')).contractCommand,
  call: async () => (await import('./call.ts')).callCommand,
  smoke: async () => (await import('./smoke.ts')).smokeCommand,
  replay: async () => (await import('./replay.ts')).replayCommand,
  cases: async () => (await import('./cases.ts')).casesCommand,
  trace: async () => (await import('./trace.ts')).traceCommand,
  serve: async () => (await import('./serve.ts')).serveCommand,
  grant: async () => (await import('./grant.ts')).grantCommand,
  audit: async () => (await import('./audit.ts')).auditCommand,
  rules: async () => (await import('./rules.ts')).rulesCommand,
  doctor: async () => (await import('./doctor.ts')).doctorCommand,
};
