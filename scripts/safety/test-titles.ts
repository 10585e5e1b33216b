import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The first text of a call of `describe`, `it` or `test`, also behind `.each(…)` or `.skipIf(…)`. */
const TITLE =
  /(?:\b(?:describe|it|test)(?:\.\w+)?|[)`])\s*\(\s*(?:'((?:\\.|[^'\\])*)'|"((?:\\.|[^"\\])*)"|`((?:\\.|[^`\\])*)`)\s*,/g;

const ESCAPED = /\\(['"`\\])/g;

export interface TestFile {
  readonly titles: ReadonlySet<string>;
  /** Whether parts of it run only where tools or data are there. */
  readonly isConditional: boolean;
}

/** The titles in the text of a test file. */
export function readTestText(text: string): TestFile {
  const titles = [...text.matchAll(TITLE)].map(([, single, double, template]) =>
    (single ?? double ?? template ?? '').replace(ESCAPED, '$1'),
  );
  return { titles: new Set(titles), isConditional: /\.(?:skipIf|runIf)\(/.test(text) };
}

/**
 * Reads test files, each once.
 *
 * @returns a function from a path to its file; undefined where there is none
 */
export function createTestFiles(root: string): (path: string) => TestFile | undefined {
  const known = new Map<string, TestFile | undefined>();
  const read = (path: string): TestFile | undefined => {
    if (!/^test\/.+\.test\.ts$/.test(path)) return undefined;
    try {
      return readTestText(readFileSync(join(root, path), 'utf8'));
    } catch {
      return undefined;
    }
  };
  return (path) => {
    if (!known.has(path)) known.set(path, read(path));
    return known.get(path);
  };
}
