import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { LONGEST } from './test/support/longest.js';
import { isLongRun } from './test/support/rounds.js';

const WHOLE = ['test/e2e/**/*.test.ts'];
const ARCHITECTURE = ['test/architecture.test.ts'];

const FIRST = LONGEST.map((name) => join(import.meta.dirname, 'test', `${name}.test.ts`));

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const at = FIRST.indexOf(moduleId);
      return at === -1 ? FIRST.length : at;
    };
    const sorted = await super.sort(files);
    return sorted.sort((a, b) => rank(a) - rank(b));
  }
}

const MINUTES = 60_000;
/** It ends what hangs and is no measure of anything: a busy machine takes its time. */
const timeout = (isLongRun ? 240 : 10) * MINUTES;

export default defineConfig({
  test: {
    testTimeout: timeout,
    hookTimeout: timeout,
    expect: { poll: { timeout: 4 * MINUTES } },
    maxWorkers: 4,
    // Modules keep nothing of a test: they are loaded once for all files, not once for each.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    // Compiled TypeScript, by the hash of its source: projects and later runs need not compile it again.
    experimental: { fsModuleCache: true, fsModuleCachePath: '.cache/vitest' },
    projects: [
      {
        extends: true,
        test: {
          name: 'parts',
          include: ['test/**/*.test.ts'],
          exclude: [...WHOLE, ...ARCHITECTURE],
        },
      },
      { extends: true, test: { name: 'whole', include: WHOLE } },
      { extends: true, test: { name: 'architecture', include: ARCHITECTURE } },
    ],
  },
});
