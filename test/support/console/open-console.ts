import type { Browser, BrowserContext, Page } from 'playwright-core';
import { type Daemon, type DaemonOptions, startDaemon } from '../daemon.js';
import { HANG_MS } from '../hang.js';
import { type BrowserOptions, launchChromium } from './chromium.js';
import { addPerson, type Person, type PersonOptions } from './person.js';

/** A page, and what went wrong on it that nobody saw. */
export interface WatchedPage {
  readonly page: Page;
  /**
   * Errors on the console, exceptions, violations of the content security policy, and requests to
   * anywhere but the appliance; expected to stay empty.
   */
  readonly faults: readonly string[];
}

export interface VisitOptions {
  readonly width?: number;
  readonly height?: number;
  readonly colorScheme?: 'light' | 'dark';
  readonly permissions?: readonly string[];
}

export interface OpenConsole {
  readonly daemon: Daemon;
  readonly browser: Browser;
  /** Somebody with these roles; the same options give the same person again. */
  person(options: PersonOptions): Promise<Person>;
  /** A browser of its own in which the person is signed in. */
  signedIn(options: PersonOptions, visit?: VisitOptions): Promise<BrowserContext>;
  /** A page of a context, watched; `path` as `/console/test/risk`. */
  visit(context: BrowserContext, path: string): Promise<WatchedPage>;
  stop(): Promise<void>;
}

export interface ConsoleOptions extends DaemonOptions {
  readonly chromium?: BrowserOptions;
}

/** Statuses are errors to the browser, though a page that shows them does well. */
const IS_STATUS = /^Failed to load resource: the server responded with a status of \d+/;

function watch(page: Page, origin: string): string[] {
  const faults: string[] = [];
  page.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return;
    if (!IS_STATUS.test(message.text())) faults.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => faults.push(`exception: ${error.message}`));
  page.on('request', (request) => {
    const url = request.url();
    const inside = url.startsWith(`${origin}/`) || url.startsWith(`blob:${origin}/`);
    if (!inside && !url.startsWith('data:')) faults.push(`request: ${new URL(url).origin}`);
  });
  return faults;
}

/** A daemon and a browser for the tests of one file. */
export async function openConsole(options: ConsoleOptions = {}): Promise<OpenConsole> {
  const { chromium = {}, ...daemonOptions } = options;
  const daemon = await startDaemon(daemonOptions);
  let browser: Browser;
  try {
    browser = await launchChromium(chromium);
  } catch (error) {
    await daemon.stop();
    throw error;
  }
  const origin = new URL(daemon.url).origin;
  const people = new Map<string, Promise<Person>>();
  const person: OpenConsole['person'] = (wanted) => {
    const id = JSON.stringify(wanted);
    const added = people.get(id) ?? addPerson(daemon, wanted);
    people.set(id, added);
    return added;
  };
  return {
    daemon,
    browser,
    person,
    async signedIn(wanted, visit = {}) {
      const { width = 1280, height = 800, colorScheme = 'light', permissions = [] } = visit;
      const { userName, password } = await person(wanted);
      const context = await browser.newContext({
        // The daemon made its certificate itself; clients of the API verify it, and are tested for it.
        ignoreHTTPSErrors: true,
        viewport: { width, height },
        colorScheme,
        permissions: [...permissions],
      });
      const response = await context.request.post(`${origin}/console/api/session`, {
        data: { user_name: userName, password },
        headers: { Origin: origin },
      });
      if (!response.ok()) throw new Error(`The sign-in failed: ${await response.text()}`);
      return context;
    },
    async visit(context, path) {
      const page = await context.newPage();
      // It ends what hangs: a busy machine takes its time.
      page.setDefaultTimeout(HANG_MS);
      const faults = watch(page, origin);
      await page.goto(`${origin}${path}`);
      return { page, faults };
    },
    async stop() {
      await browser.close();
      await daemon.stop();
    },
  };
}
