import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessibilityFaults } from '../support/console/axe.js';
import { withoutChromium } from '../support/console/chromium.js';
import { type OpenConsole, openConsole } from '../support/console/open-console.js';
import { takeScreenshots } from '../support/console/screenshots.js';
import { startTestProvider, type TestProvider } from '../support/oidc/provider.js';
import { secretFile } from '../support/oidc/sign-in.js';

const ANNA = { sub: 'anna', preferred_username: 'anna', name: 'Anna Berg', groups: ['radiology'] };

// The provider is at 127.0.0.1 and the appliance at localhost: to a browser, two sites.
describe.skipIf(withoutChromium !== '')(`sign-in at a provider${withoutChromium}`, () => {
  let provider: TestProvider;
  let opened: OpenConsole;
  let origin: string;

  beforeAll(async () => {
    provider = await startTestProvider({ redirectUris: ['https://wardbox.example/'] });
    const oidc = {
      name: 'Hospital account',
      issuer: provider.issuer,
      client_id: provider.clientId,
      client_secret_file: secretFile(provider),
      groups: { radiology: { roles: ['radiologist'], worlds: ['test', 'live'] } },
    };
    opened = await openConsole({ config: { sign_in: { oidc } } });
    origin = `https://localhost:${new URL(opened.daemon.url).port}`;
    provider.register({
      redirectUris: [`${origin}/console/oidc/callback`],
      signedOutUris: [`${origin}/console/`],
    });
  });
  afterAll(async () => {
    await opened?.stop();
    await provider?.stop();
  });

  const newContext = (): Promise<BrowserContext> =>
    opened.browser.newContext({ ignoreHTTPSErrors: true });

  async function pressSignIn(page: Page, path: string): Promise<void> {
    await page.goto(`${origin}${path}`);
    await page.getByRole('link', { name: 'Sign in with Hospital account' }).click();
  }

  const account = (page: Page) => page.getByText('Anna Berg', { exact: true });

  it('comes back signed in to the page that was wanted, with a Strict cookie', async () => {
    provider.person = ANNA;
    const context = await newContext();
    const page = await context.newPage();
    const faults: string[] = [];
    page.on('pageerror', ({ message }) => faults.push(message));
    page.on('console', (message) => {
      if (/Content Security Policy|Refused to/.test(message.text())) faults.push(message.text());
    });
    await pressSignIn(page, '/console/test/image');
    await account(page).waitFor();
    expect(new URL(page.url()).href).toBe(`${origin}/console/test/image`);
    const cookies = await context.cookies(origin);
    expect(
      cookies.map(({ name, sameSite, httpOnly, secure }) => [name, sameSite, httpOnly, secure]),
    ).toEqual([['__Host-wardbox', 'Strict', true, true]]);
    // Neither the code nor the page that led on is a step back.
    await page.goBack();
    expect(page.url()).not.toContain('code=');
    expect(faults).toEqual([]);
    await context.close();
  });

  it('signs out here and at the provider', async () => {
    provider.person = ANNA;
    const context = await newContext();
    const page = await context.newPage();
    await pressSignIn(page, '/console/');
    await account(page).click();
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await page.waitForURL((url) => url.origin === provider.issuer);
    await page.evaluate(() => {
      const form = document.forms[0];
      const yes = document.createElement('input');
      Object.assign(yes, { type: 'hidden', name: 'logout', value: 'yes' });
      form?.append(yes);
      form?.submit();
    });
    await page.getByRole('link', { name: 'Sign in with Hospital account' }).waitFor();
    expect(page.url()).toBe(`${origin}/console/`);
    await context.close();
  });

  it('shows a refusal that everybody can read', async () => {
    provider.person = { ...ANNA, sub: 'cook', groups: ['cooks'] };
    const context = await newContext();
    const page = await context.newPage();
    await pressSignIn(page, '/console/');
    await page.getByRole('heading', { name: 'You have no access' }).waitFor();
    expect(await takeScreenshots(page, 'oidc-refusal')).toEqual([]);
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Sign in with Hospital account' }).waitFor();
    await context.close();
  });
});
