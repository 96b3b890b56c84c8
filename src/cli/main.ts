#!/usr/bin/env node
import module from 'node:module';
import { version } from './version.ts';

// Loading modules is most of what a short command costs: Node keeps them compiled between runs where it can (22.1).
if ('enableCompileCache' in module && typeof module.enableCompileCache === 'function') module.enableCompileCache();

if (process.argv.length === 3 && process.argv[2] === '--version') process.stdout.write(`${version()}\n`);
// Everything is written by then; waiting for Node's own background work would only cost time.
else process.exit(await (await import('./run.ts')).run(process));
