import { defineConfig } from 'vitest/config';

const WHOLE = ['test/e2e/**/*.test.ts'];
const ARCHITECTURE = ['test/architecture.test.ts'];

export default defineConfig({
  test: {
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // Real daemons and worker processes share two cores: more parallel files only slow each other.
    maxWorkers: 2,
    projects: [
      {
        // Modules keep nothing of a test: they are loaded once for all files, not once for each.
        extends: true,
        test: {
          name: 'parts',
          include: ['test/**/*.test.ts'],
          exclude: [...WHOLE, ...ARCHITECTURE],
          isolate: false,
        },
      },
      { extends: true, test: { name: 'whole', include: WHOLE } },
      { extends: true, test: { name: 'architecture', include: ARCHITECTURE } },
    ],
  },
});
