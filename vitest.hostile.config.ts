import { defineConfig } from 'vitest/config';

// `npm run hostile`: the reference adapter against everything that goes wrong, and against pages and callers that mean it harm. Mostly waiting:
// too long for every `npm test`.
export default defineConfig({
  test: {
    include: ['test/reference/{bad-input,attacks}/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
  },
});
