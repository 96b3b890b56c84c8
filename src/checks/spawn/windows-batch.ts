import { launchOf } from '../../model/target.ts';
import { quote } from '../../model/text.ts';
import type { SessionRule } from '../rule.ts';
import { sampleFailure, sampleProcess } from '../sample.ts';
import { diagnose } from './diagnosis.ts';

const target = { kind: 'stdio' as const, command: 'npx', args: ['-y', 'erp-adapter'], env: {}, inheritEnv: false };
const CMD = /^"?([^"\s]*[\\/])?cmd(\.exe)?"?(\s|$)/i;

export const windowsBatch: SessionRule = {
  id: 'spawn/windows-batch',
  on: 'session',
  severity: 'warning',
  why: 'On Windows npx, npm and their likes are batch files, which Node starts only through cmd.exe: clients end with ENOENT or EINVAL.',
  fix: 'write "command": "cmd", "args": ["/c", "npx", …], or start node with the path of the script',
  examples: {
    good: [{ target }, { target: { ...target, command: 'cmd', args: ['/c', 'npx'] }, process: sampleProcess({ command: 'cmd /c npx' }) }],
    bad: [
      { target, process: sampleProcess({ command: 'C:\\Windows\\System32\\cmd.exe /d /s /c "npx -y erp-adapter"' }) },
      { target: { ...target, command: 'erp.cmd' } },
      { target, failure: sampleFailure('spawn-failed', { detail: 'EINVAL' }) },
    ],
  },
  *check(evidence) {
    const launch = launchOf(evidence.target);
    if (!launch) return;
    const failed = diagnose(evidence) === 'spawn/windows-batch';
    // Where the command had to be wrapped to start at all, clients that do not wrap it fail.
    const wrapped = !CMD.test(launch.command) && CMD.test(evidence.process?.command ?? '');
    if (failed || wrapped || /\.(cmd|bat)$/i.test(launch.command))
      yield {
        severity: failed ? 'error' : 'warning',
        cause: failed,
        message: `${quote(launch.command)} is a batch file on Windows; many clients cannot start it${failed ? ` (${evidence.failure?.detail})` : ''}`,
      };
  },
};
