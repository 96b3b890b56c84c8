import { defineConfig } from 'vitest/config';

// `npm run e2e`, in CI too: the packed tarball installed in an empty folder, and scaffolded projects before judges of several kinds, which install
// from the registry; and what takes long because it is asked ten thousand times.
export default defineConfig({
  test: {
    globalSetup: 'test/temporary-folder.ts',
    include: ['test/**/*.e2e.ts'],
    testTimeout: 300_000,
    hookTimeout: 300_000,
    maxWorkers: 2,
  },
});
