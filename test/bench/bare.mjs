// node bare.mjs '[[request, …], …]' COMMAND…: what the benchmark is measured against. For each list of requests it starts the adapter once,
// sends them one after the other (a text as it is, an object with an id waits for its answer), closes stdin and waits for the end.
import { spawn } from 'node:child_process';

const [lists, command, ...args] = process.argv.slice(2);

for (const requests of JSON.parse(lists)) {
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'ignore'] });
  const ended = new Promise((resolve) => child.on('exit', resolve));
  let parts = [];
  let answered = () => {};
  child.stdout.on('data', (chunk) => {
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10)) {
      parts.push(chunk.subarray(0, end));
      const line = Buffer.concat(parts).toString();
      parts = [];
      chunk = chunk.subarray(end + 1);
      if (line[0] === '{') answered(JSON.parse(line));
    }
    if (chunk.length) parts.push(chunk);
  });
  for (const request of requests) {
    const answer = new Promise((resolve) => (answered = resolve));
    child.stdin.write(`${typeof request === 'string' ? request : JSON.stringify(request)}\n`);
    if (typeof request === 'string' || request.id !== undefined) await answer;
  }
  child.stdin.end();
  await ended;
}
