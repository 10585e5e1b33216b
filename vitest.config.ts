import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // Real daemons and worker processes share two cores: more parallel files only slow each other.
    maxWorkers: 2,
  },
});
