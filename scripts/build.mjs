// Builds dist/: tsc checks everything and emits the library, esbuild bundles the CLI, one chunk a command
// (module loading is most of what a short command costs).
import { execFileSync } from 'node:child_process';
import { chmodSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { build } from 'esbuild';

const require = createRequire(import.meta.url);
rmSync('dist', { recursive: true, force: true });
execFileSync(process.execPath, [require.resolve('typescript/bin/tsc'), '-p', 'tsconfig.build.json'], { stdio: 'inherit' });
await build({
  entryPoints: { main: 'src/cli/main.ts', worker: 'src/schema/worker.ts' },
  outdir: 'dist/cli',
  bundle: true,
  splitting: true,
  minify: true,
  sourcemap: 'linked',
  sourcesContent: false,
  platform: 'node',
  target: 'node20.19',
  format: 'esm',
  // The SDKs are asked as they are installed, never as copies of ours; playwright-core reads files beside itself.
  external: ['@modelcontextprotocol/*', 'playwright-core'],
  // jsonc-parser's CommonJS form cannot be bundled.
  mainFields: ['module', 'main'],
  // Bundled CommonJS dependencies (commander, ajv, junit-report-builder) call require.
  banner: { js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);" },
  logLevel: 'warning',
});
chmodSync('dist/cli/main.js', 0o755);
