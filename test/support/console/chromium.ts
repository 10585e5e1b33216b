import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const CHROMIUM = '/usr/bin/chromium';

/** Why there is no browser here; empty where there is one. */
export const withoutChromium = existsSync(CHROMIUM) ? '' : ' (skipped: no /usr/bin/chromium)';

/** Nothing but the pages under test may use the network or the disk; WebGL is drawn by the processor. */
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
];

/** Debian's Chromium without a window. */
export function launchChromium(more: readonly string[] = []): Promise<Browser> {
  return chromium.launch({
    executablePath: CHROMIUM,
    headless: true,
    args: [...ARGUMENTS, ...more],
  });
}
