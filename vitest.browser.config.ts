import { defineConfig } from 'vitest/config';

// `npm run browser`, in CI too: the commands on the reference adapter, every tool of it on pages of its own, everything that goes wrong, and pages and callers that mean
// it harm. They start hundreds of environments and wait for time-outs: too long for every `npm test`.
export default defineConfig({
  test: {
    globalSetup: 'test/temporary-folder.ts',
    include: ['test/reference/{tools,bad-input,attacks}/**/*.test.ts', 'test/cli/reference.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: 3,
  },
});
