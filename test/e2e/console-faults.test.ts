import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Locator, Page, Route } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { withoutChromium } from '../support/console/chromium.js';
import { HOSTILE, illPatient } from '../support/console/invented-records.js';
import { type OpenConsole, openConsole } from '../support/console/open-console.js';
import type { PersonOptions } from '../support/console/person.js';
import { type Daemon, startDaemon } from '../support/daemon.js';
import { FIXTURE_MODELS } from '../support/fixture-models.js';
import { knowledgeModels, type ModelsFolder } from '../support/knowledge-models.js';

const EVERYTHING: PersonOptions = { roles: ['clinician', 'administrator', 'auditor'] };
const FILM = join(import.meta.dirname, '..', '..', 'scripts', 'samples', 'films', 'normal.png');

/** What happens to the requests of a page. */
type Fault = 'busy' | 'gone' | 'not ours' | 'of another form' | 'none';

/** What a page says to each; `of another form` is answered by the page in its own words. */
const SAID: Readonly<Record<'busy' | 'gone' | 'not ours', string>> = {
  busy: 'It can be tried again in 7 s.',
  gone: 'Wardbox did not answer.',
  'not ours': 'The answer of Wardbox could not be read.',
};

const JSON_TYPE = { contentType: 'application/json' };
const BUSY = { error: { code: 'overloaded', message: 'Too much work.', request_id: 'req_1' } };
/** As a network that wants a sign-in of its own answers everything. */
const FOREIGN = { contentType: 'text/html', body: '<!doctype html><title>Welcome</title>' };

const carryOut = (route: Route, fault: Fault): Promise<void> => {
  if (fault === 'busy') {
    return route.fulfill({ status: 503, headers: { 'Retry-After': '7' }, json: BUSY });
  }
  if (fault === 'gone') return route.abort('connectionreset');
  if (fault === 'not ours') return route.fulfill({ status: 200, ...FOREIGN });
  if (fault === 'of another form') return route.fulfill({ status: 200, ...JSON_TYPE, body: '{}' });
  return route.continue();
};

interface PageCase {
  readonly path: string;
  /** The requests that fail. */
  readonly requests: string;
  /** Fills the form, and gives what must stay filled. */
  fill(page: Page): Promise<Locator | undefined>;
  /** Sends the request. */
  send?(page: Page): Promise<void>;
  /** Sends it again; by default the button of the message. */
  resend?(page: Page): Promise<void>;
  /** What is seen when it succeeds. */
  readonly done: (page: Page) => Locator;
  /** The page has a part for the answer, which may fail alone. */
  readonly showsAnswer?: true;
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const filled = async (field: Locator, value: string): Promise<Locator> => {
  await field.fill(value);
  return field;
};
/** What stands in a field, or what an element says. */
const contentOf = (field: Locator): Promise<string | null> =>
  field.evaluate((node) => ('value' in node ? String(node.value) : node.textContent));
const isCurrent = (page: Page) => page.getByText('This answer matches the form.');

const PAGES: Readonly<Record<string, PageCase>> = {
  Analyze: {
    path: 'analyze',
    requests: '**/v1/analyze',
    fill: (page) => filled(page.getByLabel('What is the matter'), 'Cough and fever.'),
    done: isCurrent,
    showsAnswer: true,
  },
  Medications: {
    path: 'medications',
    requests: '**/v1/medications',
    fill: (page) => filled(page.getByLabel('What the patient takes'), 'warfarin 3 mg daily'),
    done: isCurrent,
    showsAnswer: true,
  },
  'a score': {
    path: 'risk/bmi',
    requests: '**/v1/risk',
    fill: (page) => filled(page.getByRole('textbox', { name: 'Weight' }), '80'),
    done: isCurrent,
    showsAnswer: true,
  },
  'the list of scores': {
    path: 'risk',
    requests: '**/v1/risk/scores*',
    fill: async () => undefined,
    done: (page) => page.getByLabel(/^Which score/),
  },
  'the search for patients': {
    path: 'patients',
    requests: '**/v1/fhir/Patient/_search*',
    fill: (page) => filled(page.getByLabel('Name', { exact: true }), 'invent'),
    send: (page) => press(page, 'Search'),
    done: (page) => page.getByText('1 patient', { exact: true }),
  },
  'a patient': {
    path: 'patients/ill',
    requests: '**/v1/analyze',
    fill: async (page) => page.getByRole('heading', { name: 'Anna Invented' }),
    send: (page) => press(page, 'Analyze'),
    done: (page) => page.getByRole('region', { name: 'Analysis', exact: true }),
    showsAnswer: true,
  },
  Image: {
    path: 'image',
    requests: '**/v1/imaging',
    fill: async (page) => {
      await page.locator('input[multiple]').setInputFiles(FILM);
      await page.getByText('As the file states it.').or(page.getByText('not state it')).waitFor();
      const kind = page.getByLabel('Kind of image');
      await kind.selectOption({ index: 1 });
      return kind;
    },
    send: (page) => press(page, 'Read this image'),
    done: (page) => page.getByRole('button', { name: 'Read again' }),
  },
  'a new key': {
    path: 'administration/keys',
    requests: '**/v1/admin/keys',
    fill: async (page) => {
      await press(page, 'New key');
      await page.getByLabel('read images').check();
      return filled(page.getByRole('dialog').getByLabel('Name'), 'PACS');
    },
    send: (page) => page.getByRole('dialog').getByRole('button', { name: 'New key' }).click(),
    resend: (page) => page.getByRole('dialog').getByRole('button', { name: 'New key' }).click(),
    done: (page) => page.getByRole('dialog').locator('code'),
  },
  Audit: {
    path: 'audit',
    requests: '**/v1/audit/records*',
    fill: (page) => filled(page.getByLabel(/^Action/), 'fhir.*'),
    send: (page) => press(page, 'Search'),
    done: (page) => page.getByRole('cell', { name: /^fhir\./ }).first(),
  },
  'the account': {
    path: '../account',
    requests: '**/console/api/second-factor',
    fill: (page) => filled(page.getByLabel('Current password'), 'typed before'),
    send: (page) => press(page, 'Turn it on'),
    resend: (page) => press(page, 'Turn it on'),
    done: (page) => page.getByRole('img', { name: /^Scan this/ }),
  },
};

/** A port that is free now: a daemon that is started again has the same address. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

describe.skipIf(withoutChromium !== '')(`what goes wrong on the pages${withoutChromium}`, () => {
  let models: ModelsFolder;
  let folder: string;
  let options: { readonly dataDir: string; readonly config: Record<string, unknown> };
  let box: OpenConsole;
  let again: Daemon | undefined;
  const contexts: BrowserContext[] = [];

  beforeAll(async () => {
    models = knowledgeModels();
    cpSync(join(FIXTURE_MODELS, 'pattern-fp32'), join(models.dir, 'pattern-fp32'), {
      recursive: true,
    });
    folder = mkdtempSync(join(tmpdir(), 'console-faults-'));
    const server = { port: await freePort() };
    options = { dataDir: join(folder, 'data'), config: { models_dir: models.dir, server } };
    box = await openConsole(options);
    const entry = illPatient('ill', Date.now()).map((resource) => ({
      resource,
      request: { method: 'PUT', url: `${resource.resourceType}/${resource.id}` },
    }));
    const json = { resourceType: 'Bundle', type: 'transaction', entry };
    const key = await box.daemon.key();
    expect((await box.daemon.request('/v1/fhir', { key, json })).status).toBe(200);
  });
  afterAll(async () => {
    await again?.stop();
    await box?.stop();
    models?.remove();
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  });

  afterEach(async () => {
    await Promise.all(contexts.splice(0).map((context) => context.close()));
  });
  const signedIn = async (person = EVERYTHING): Promise<BrowserContext> => {
    const context = await box.signedIn(person);
    contexts.push(context);
    return context;
  };
  const stranger = async (): Promise<BrowserContext> => {
    const context = await box.browser.newContext({ ignoreHTTPSErrors: true });
    contexts.push(context);
    return context;
  };

  async function signInAgain(page: Page, person = EVERYTHING): Promise<void> {
    const { userName, password } = await box.person(person);
    const form = page.locator('.sign-in');
    await form.getByLabel('User name').fill(userName);
    await form.getByLabel('Password').fill(password);
    await form.getByRole('button', { name: 'Sign in' }).click();
    await form.waitFor({ state: 'detached' });
  }

  describe.each(Object.entries(PAGES))('on the page of %s', (_name, one) => {
    it('is said, keeps what was typed, and can be tried again', async () => {
      let fault: Fault = 'none';
      const context = await signedIn();
      const { page, faults } = await box.visit(context, '/console/test/');
      await page.route(one.requests, (route) => carryOut(route, fault));
      const isList = one.send === undefined && one.showsAnswer === undefined;
      if (isList) fault = 'busy';
      await page.goto(new URL(`/console/test/${one.path}`, page.url()).href);
      fault = 'busy';
      const kept = await one.fill(page);
      const entered = kept === undefined ? undefined : await contentOf(kept);
      const resend = one.resend ?? ((at: Page) => press(at, 'Try again'));
      await one.send?.(page);
      for (const next of ['busy', 'gone', 'not ours'] as const) {
        if (next !== 'busy') {
          fault = next;
          await resend(page);
        }
        await page.getByText(SAID[next]).first().waitFor();
        if (kept !== undefined) expect(await contentOf(kept), next).toBe(entered);
      }

      fault = 'none';
      await context.clearCookies();
      await resend(page);
      await page.getByText('Your session has ended. Sign in again').waitFor();
      if (kept !== undefined) expect(await kept.isVisible()).toBe(false);
      await signInAgain(page);
      if (kept !== undefined) expect(await contentOf(kept)).toBe(entered);
      // Pages whose answer follows the form repeat the request by themselves.
      const followsForm = one.send === undefined && one.showsAnswer === true;
      if (!followsForm) await resend(page);
      await one.done(page).waitFor();
      if (one.showsAnswer) {
        fault = 'of another form';
        if (one.send === undefined && kept !== undefined) await kept.fill(`${entered}1`);
        else await one.send?.(page);
        await page.getByText('This page could not show what it received.').waitFor();
        expect(await kept?.isVisible()).toBe(true);
      }
      expect(faults.filter((line) => !/ERR_CONNECTION_RESET/.test(line))).toEqual([]);
    });
  });

  it('that a page cannot be loaded is said on it', async () => {
    const { page } = await box.visit(await signedIn(), '/console/test/');
    await page.route('**/assets/analyze-*.js', (route) => route.abort('connectionreset'));
    await page.getByRole('navigation').getByRole('link', { name: 'Analyze' }).click();
    await page.getByText(SAID.gone).waitFor();
    await page.unroute('**/assets/analyze-*.js');
    await press(page, 'Try again');
    await page.getByLabel('What is the matter').waitFor();
  });

  it('that nobody was signed out is said', async () => {
    const { page } = await box.visit(await signedIn(), '/console/test/');
    await page.route('**/console/api/session', (route) =>
      route.request().method() === 'DELETE' ? route.abort('connectionreset') : route.continue(),
    );
    const menu = page.locator('.frame-account');
    await menu.locator('summary').click();
    await press(page, 'Sign out');
    await page.getByText('You are still signed in.').waitFor();
    await page.keyboard.press('Escape');
    expect(await menu.getByText('Appearance').isVisible()).toBe(false);
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('SUMMARY');
  });

  it('keeps the name at a sign-in that fails, and shows the pause after too many', async () => {
    const { page } = await box.visit(await stranger(), '/console/');
    let fault: Fault | 'paused' = 'busy';
    await page.route('**/console/api/session', (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      if (fault !== 'paused') return carryOut(route, fault);
      const json = { error: { code: 'rate_limited', message: 'Wait.', request_id: 'req_1' } };
      return route.fulfill({ status: 429, headers: { 'Retry-After': '30' }, json });
    });
    await page.getByLabel('User name').fill('somebody');
    await page.getByLabel('Password').fill('a password');
    for (const next of ['busy', 'gone', 'not ours'] as const) {
      fault = next;
      await press(page, 'Sign in');
      await page.getByText(SAID[next]).waitFor();
    }
    fault = 'paused';
    await press(page, 'Sign in');
    await page.getByText('The next one is possible in 30 s.').waitFor();
    expect(await page.getByLabel('User name').inputValue()).toBe('somebody');
  });

  it('lets nobody in whose account was disabled meanwhile, and takes away the pages of a role', async () => {
    const options: PersonOptions = { roles: ['pharmacist'], userName: 'leaver' };
    const { userName, password } = await box.person(options);
    const { page } = await box.visit(await signedIn(options), '/console/test/medications');
    const list = page.getByLabel('What the patient takes');
    await list.fill('warfarin 3 mg daily');
    await isCurrent(page).waitFor();
    await box.daemon.cli('users', 'disable', userName);
    await list.fill('warfarin 5 mg daily');
    await page.getByText('Your session has ended. Sign in again').waitFor();
    const form = page.locator('.sign-in');
    await form.getByLabel('User name').fill(userName);
    await form.getByLabel('Password').fill(password);
    await form.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('is not right').waitFor();
    expect(await list.isVisible()).toBe(false);

    await box.daemon.cli('users', 'enable', userName);
    await box.daemon.cli('users', 'roles', userName, 'auditor');
    await signInAgain(page, options);
    await page.getByText('Your account may not use this page.').waitFor();
    expect(await list.count()).toBe(0);
  });

  it('shows on the page of the interface that a key was revoked', async () => {
    const key = await box.daemon.key({ scopes: ['risk'] });
    const { page } = await box.visit(await stranger(), '/docs');
    await page.getByRole('button', { name: 'Authorize' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Test key').fill(key);
    await dialog.getByRole('button', { name: 'Authorize' }).first().click();
    await dialog.getByRole('button', { name: 'Close', exact: true }).first().click();
    const block = page
      .locator('.opblock')
      .filter({ has: page.locator('[data-path="/risk/scores"]') });
    await block.locator('.opblock-summary-control').click();
    const keys = JSON.parse(await box.daemon.cli('keys', 'list', '--json')) as {
      key_id: string;
      scopes: string[];
    }[];
    const revoked = keys.find(({ scopes }) => scopes.join() === 'risk');
    await box.daemon.cli('keys', 'revoke', revoked?.key_id ?? '');
    await block.getByRole('button', { name: 'Execute' }).click();
    await block.getByText('invalid_api_key').first().waitFor();
  });

  it('shows names of people and of keys as text, wherever they come', async () => {
    await box.daemon.cli('keys', 'create', '--name', HOSTILE, '--mode', 'test');
    const hostile: PersonOptions = { ...EVERYTHING, displayName: HOSTILE };
    const { page, faults } = await box.visit(await signedIn(hostile), '/console/test/');
    await page.getByRole('heading', { name: HOSTILE }).waitFor();
    const { origin } = new URL(page.url());
    for (const path of [
      'account',
      'test/administration/keys',
      'test/administration/people',
      'test/audit',
    ]) {
      await page.goto(`${origin}/console/${path}`);
      const shown = page
        .locator('#content')
        .getByText(path === 'test/audit' ? 'keys.create' : HOSTILE);
      await shown.first().waitFor();
      expect(await page.locator('#content img, #content script').count(), path).toBe(0);
      expect(await page.evaluate(() => 'attacked' in globalThis), path).toBe(false);
    }
    expect(faults).toEqual([]);
  });

  it('goes on after a restart of the appliance, still signed in', async () => {
    const { page } = await box.visit(await signedIn(), '/console/test/medications');
    await page.getByLabel('Allergies').fill('penicillin');
    await box.daemon.stop();
    await page.getByLabel('What the patient takes').fill('amoxicillin');
    await page.getByText(SAID.gone).waitFor();
    again = await startDaemon(options);
    await press(page, 'Try again');
    await isCurrent(page).waitFor();
    await page
      .getByText(/penicillin/i)
      .first()
      .waitFor();
    expect(await page.getByLabel('Allergies').inputValue()).toBe('penicillin');
  });
});
