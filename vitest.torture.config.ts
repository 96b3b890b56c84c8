import { defineConfig } from 'vitest/config';

// Part of `npm run torture`: pages that fight back. What becomes of some of them depends on who is quicker.
export default defineConfig({
  test: {
    globalSetup: 'test/temporary-folder.ts',
    include: ['test/**/*.torture.ts'],
    testTimeout: 120_000,
    hookTimeout: 60_000,
    maxWorkers: 1,
  },
});
