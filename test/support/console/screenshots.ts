import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';

const FOLDER = join(import.meta.dirname, '..', '..', '..', '.cache', 'console-screenshots');
const WIDTHS = [360, 1280, 2560] as const;
const THEMES = ['light', 'dark'] as const;
/** No test looks at pictures, and to draw them takes longer than most of what tests do look at. */
const isForPeople = process.env.CONSOLE_SCREENSHOTS === 'on';

/** The width by which a page is wider than its window, at the width where it is worst. */
interface Overflow {
  readonly width: number;
  readonly by: number;
}

async function draw(page: Page, name: string): Promise<void> {
  mkdirSync(FOLDER, { recursive: true });
  for (const colorScheme of THEMES) {
    await page.emulateMedia({ colorScheme });
    const path = join(FOLDER, `${name}-${colorScheme}.png`);
    await page.screenshot({ path, fullPage: true });
  }
}

/**
 * Measures a page as it is now at every width; with `CONSOLE_SCREENSHOTS=on`, it leaves pictures of it in both
 * themes too, for people to look at.
 *
 * @param name `risk-news2`: begins the names of the files in `.cache/console-screenshots`
 * @returns where the page would have to be scrolled sideways
 */
export async function takeScreenshots(page: Page, name: string): Promise<Overflow[]> {
  const before = page.viewportSize();
  const overflows: Overflow[] = [];
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: width === 360 ? 740 : 900 });
    const by = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      return scrollWidth - clientWidth;
    });
    if (by > 0) overflows.push({ width, by });
    if (isForPeople) await draw(page, `${name}-${width}`);
  }
  if (isForPeople) await page.emulateMedia({ colorScheme: 'light' });
  if (before !== null) await page.setViewportSize(before);
  return overflows;
}
