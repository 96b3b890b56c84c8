import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    globalSetup: 'test/temporary-folder.ts',
    include: ['test/**/*.test.ts'],
    // vitest.browser.config.ts has these.
    exclude: ['**/node_modules/**', 'test/reference/{tools,bad-input,attacks}/**', 'test/cli/reference.test.ts'],
    // Generous: a loaded machine must not fail a test.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Tests start adapters and browsers of their own and wait for them half of the time: three at a time keep two cores busy.
    maxWorkers: 3,
  },
});
