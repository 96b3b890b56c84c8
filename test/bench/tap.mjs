// node tap.mjs COMMAND…: passes stdin and stdout through and notes each line of stdin, with the adapter's pid, in the file FRAMES.
import { spawn } from 'node:child_process';
import { appendFileSync } from 'node:fs';

const [command, ...args] = process.argv.slice(2);
const child = spawn(command, args, { stdio: ['pipe', 'inherit', 'inherit'] });
let rest = '';
process.stdin.on('data', (chunk) => {
  const lines = (rest + chunk).split('\n');
  rest = lines.pop();
  for (const text of lines) appendFileSync(process.env.FRAMES, `${JSON.stringify({ pid: child.pid, text })}\n`);
  child.stdin.write(chunk);
});
process.stdin.on('end', () => child.stdin.end());
child.on('exit', (code) => process.exit(code ?? 1));
