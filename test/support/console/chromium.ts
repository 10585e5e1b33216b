import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const CHROMIUM = '/usr/bin/chromium';
/**
 * Debian's second build of the same source, without the windows, tool bars and questions around the pages: a
 * page costs the processor a quarter of what it costs in the first.
 */
const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell';

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
  '--enable-unsafe-swiftshader',
];

/** The whole page is drawn by way of WebGL's driver, as on a graphics card; four times as much work. */
const ACCELERATED = ['--use-gl=angle', '--use-angle=swiftshader'];

export interface BrowserOptions {
  readonly arguments?: readonly string[];
  /** For pages that draw WebGL. */
  readonly accelerated?: boolean;
  /** For pages that use a microphone: whether they may, only the whole browser decides. */
  readonly whole?: boolean;
}

/** Debian's Chromium without a window. */
export function launchChromium(options: BrowserOptions = {}): Promise<Browser> {
  const { arguments: more = [], accelerated = false, whole = false } = options;
  return chromium.launch({
    executablePath: !whole && existsSync(HEADLESS_SHELL) ? HEADLESS_SHELL : CHROMIUM,
    headless: true,
    args: [...ARGUMENTS, ...(accelerated ? ACCELERATED : []), ...more],
  });
}
