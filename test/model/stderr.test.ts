import { expect, test } from 'vitest';
import { tellingLine } from '../../src/model/stderr.ts';

const table: [string, string, string | null][] = [
  [
    'an uncaught Error of Node is told without its source line, frames and footer',
    `Loading configuration…
file:///app/server.mjs:2
throw new Error('failed to read ./governance.yaml: no such file');
      ^

Error: failed to read ./governance.yaml: no such file
    at file:///app/server.mjs:2:7
    at ModuleJob.run (node:internal/modules/esm/module_job:325:25)

Node.js v20.20.2`,
    'failed to read ./governance.yaml: no such file',
  ],
  [
    'a missing module of Node is told although a dump of the error follows',
    `node:internal/modules/cjs/loader:1228
  throw err;
  ^

Error: Cannot find module '/app/dist/index.js'
    at Module._resolveFilename (node:internal/modules/cjs/loader:1225:15) {
  code: 'MODULE_NOT_FOUND',
  requireStack: []
}

Node.js v20.20.2`,
    "Cannot find module '/app/dist/index.js'",
  ],
  [
    'a Python exception is told whatever its name',
    `Traceback (most recent call last):
  File "/app/server.py", line 9, in <module>
    raise_config_error()
    ~~~~~~~~~~~~~~~~~~^^
  File "/app/server.py", line 5, in raise_config_error
    raise ConfigProblem("ERP_URL is not set")
server.ConfigProblem: ERP_URL is not set`,
    'server.ConfigProblem: ERP_URL is not set',
  ],
  [
    'a Python syntax error is told without the line of code above it',
    `  File "/app/server.py", line 3
    def main(
            ^
SyntaxError: '(' was never closed`,
    "SyntaxError: '(' was never closed",
  ],
  [
    'the innermost cause of a Java exception is told',
    `Exception in thread "main" java.lang.IllegalStateException: no configuration
\tat com.erp.Main.load(Main.java:21)
\tat com.erp.Main.main(Main.java:9)
Caused by: java.io.FileNotFoundException: erp.yaml (No such file or directory)
\tat java.base/java.io.FileInputStream.open0(Native Method)
\t... 1 more`,
    'Caused by: java.io.FileNotFoundException: erp.yaml (No such file or directory)',
  ],
  [
    'a Go panic is told without goroutines and exit status',
    `panic: open config.yaml: no such file or directory

goroutine 1 [running]:
main.mustLoadError(0xc000012345)
\t/app/main.go:12 +0x1d
main.main()
\t/app/main.go:8 +0x18
exit status 2`,
    'panic: open config.yaml: no such file or directory',
  ],
  [
    'a Rust panic is told by the line below its place',
    `thread 'main' panicked at src/main.rs:3:5:
the port file is gone
stack backtrace:
   0: rust_begin_unwind
             at /rustc/90b35a6/library/std/src/panicking.rs:600:5
   1: core::panicking::panic_fmt
note: run with \`RUST_BACKTRACE=full\` environment variable to display a backtrace`,
    'the port file is gone',
  ],
  [
    'an older Rust panic holds its message in the line itself',
    `thread 'main' panicked at 'port file is gone', src/main.rs:3:5
note: run with \`RUST_BACKTRACE=1\` environment variable to display a backtrace`,
    "thread 'main' panicked at 'port file is gone', src/main.rs:3:5",
  ],
  [
    'the inner exception of .NET is told without frames and separators',
    `Unhandled exception. System.InvalidOperationException: start-up went wrong
 ---> System.IO.FileNotFoundException: Could not find file '/app/erp.json'.
   at Erp.Config.Load() in /app/Config.cs:line 12
   --- End of inner exception stack trace ---
   at Erp.Program.Main() in /app/Program.cs:line 4`,
    "---> System.IO.FileNotFoundException: Could not find file '/app/erp.json'.",
  ],
  [
    'a package that npm does not know is told without the footer about the log',
    `npm error code E404
npm error 404 Not Found - GET https://registry.example.invalid/no-such-adapter - Not found
npm error 404 Note that you can also install from a
npm error A complete log of this run can be found in: /home/u/.npm/_logs/x.log`,
    'npm error 404 Not Found - GET https://registry.example.invalid/no-such-adapter - Not found',
  ],
  ['a plain sentence without any error word is told', 'ERP adapter 1.4\nresolving dependencies\n', 'resolving dependencies'],
  ['the line with the error is preferred to what was logged after it', 'ERP_URL missing\nshutting down\nbye', 'ERP_URL missing'],
  [
    'a warning about deprecation does not hide the reason',
    'EADDRINUSE: address already in use\n(node:12) [DEP0040] DeprecationWarning: invalid `punycode`',
    'EADDRINUSE: address already in use',
  ],
  ['a count of no errors is no error', 'cannot open erp.db\ncompiled with 0 errors', 'cannot open erp.db'],
  ['colours are left out', '\u001b[31mfatal: no licence\u001b[0m', 'fatal: no licence'],
  ['nothing is told of a stderr that holds only frames', '    at main (/app/x.js:1:2)\nNode.js v20.20.2', null],
  ['nothing is told of an empty stderr', '', null],
];

test.each(table)('%s', (_situation, text, told) => {
  expect(tellingLine(text.split('\n'))).toBe(told);
});
