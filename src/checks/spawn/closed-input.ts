import type { Evidence } from '../../model/evidence.ts';
import { tellingLine } from '../../model/stderr.ts';
import { type Launch, launchOf } from '../../model/target.ts';

/** `docker` and its likes, when they run a container without passing stdin on: what they are called, else null. */
export function containerWithoutInput(launch: Launch | null): string | null {
  if (!launch) return null;
  const program =
    launch.command
      .split(/[\\/]/)
      .at(-1)
      ?.replace(/\.exe$/i, '') ?? '';
  if (!['docker', 'podman', 'nerdctl'].includes(program)) return null;
  const run = launch.args.findIndex((each) => each === 'run' || each === 'exec');
  if (run < 0 || launch.args.slice(run).some(passesInput)) return null;
  return `${program} ${launch.args[run]}`;
}

/** `-i`, `--interactive`, or an i in a cluster of short options such as `-it`. */
function passesInput(option: string): boolean {
  return option === '--interactive' || option === '--interactive=true' || /^-[a-zA-Z]*i[a-zA-Z]*$/.test(option);
}

/**
 * True when the adapter went as one does whose input ends at once: without complaint, with code 0, before it said anything. A stderr
 * that names an error tells more, unless a container is known to be without input.
 */
export function closedInput({ process, target }: Evidence): boolean {
  if (process?.exit?.code !== 0 || process.stdoutBytes > 0) return false;
  return containerWithoutInput(launchOf(target)) !== null || !complains(process.stderrTail);
}

function complains(stderr: readonly string[]): boolean {
  const line = tellingLine(stderr);
  return line !== null && /error|exception|fatal|fail|cannot|missing|not found|no such|denied|refused|invalid|usage|unknown/i.test(line);
}
