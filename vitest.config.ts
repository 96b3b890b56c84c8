import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // Generous: a loaded machine must not fail a test.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Tests start adapters of their own; two at a time is what two cores carry.
    maxWorkers: 2,
  },
});
