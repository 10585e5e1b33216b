import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface AxeResult {
  readonly violations: ReadonlyArray<{
    readonly id: string;
    readonly help: string;
    readonly nodes: ReadonlyArray<{ readonly target: readonly unknown[]; readonly html: string }>;
  }>;
}

/** Rules of WCAG 2.2 A and AA, and axe's own best practices. */
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** What axe-core finds wrong on the page as it is now, in words; empty where nothing is. */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  await page.evaluate(source);
  const { violations } = await page.evaluate<AxeResult, string[]>(
    (tags) =>
      (globalThis as unknown as { axe: { run(options: unknown): Promise<AxeResult> } }).axe.run({
        runOnly: { type: 'tag', values: tags },
      }),
    TAGS,
  );
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, html }) => `${id}: ${help}: ${target.join(' ')}: ${html.slice(0, 160)}`),
  );
}
