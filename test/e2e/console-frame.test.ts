import { Secret, TOTP } from 'otpauth';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { accessibilityFaults } from '../support/console/axe.js';
import { withoutChromium } from '../support/console/chromium.js';
import {
  type OpenConsole,
  openConsole,
  type WatchedPage,
} from '../support/console/open-console.js';
import { takeScreenshots } from '../support/console/screenshots.js';

const CLINICIAN = { roles: ['clinician'] } as const;
const TESTER = { roles: ['clinician'], worlds: ['test'] } as const;

describe.skipIf(withoutChromium !== '')(`the frame of the console${withoutChromium}`, () => {
  let box: OpenConsole;
  const contexts: BrowserContext[] = [];
  beforeAll(async () => {
    box = await openConsole();
  });
  afterAll(() => box?.stop());
  afterEach(async () => {
    await Promise.all(contexts.splice(0).map((context) => context.close()));
  });

  const stranger = async (): Promise<BrowserContext> => {
    const context = await box.browser.newContext({ ignoreHTTPSErrors: true });
    contexts.push(context);
    return context;
  };
  const signedIn = async (...options: Parameters<OpenConsole['signedIn']>) => {
    const context = await box.signedIn(...options);
    contexts.push(context);
    return context;
  };
  const visit = async (context: BrowserContext, path: string): Promise<WatchedPage> =>
    box.visit(context, path);

  async function fillSignIn(page: Page, userName: string, password: string): Promise<void> {
    // The page whose session has ended is under it, with fields of its own.
    const form = page.locator('.sign-in');
    await form.getByLabel('User name').fill(userName);
    await form.getByLabel('Password').fill(password);
    await form.getByRole('button', { name: 'Sign in' }).click();
  }

  it('leads a browser from the address of the box to the sign-in, and from there to the page', async () => {
    const { userName, password } = await box.person(TESTER);
    const { page, faults } = await visit(await stranger(), '/');
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/console/');
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await takeScreenshots(page, 'sign-in')).toEqual([]);
    await fillSignIn(page, userName, 'not the password');
    await page.getByText('is not right').waitFor();
    expect(await page.getByLabel('User name').inputValue()).toBe(userName);
    await page.getByLabel('Password').fill(password);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: /^Good day/ }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/console/test/');
    expect(faults).toEqual([]);
  });

  it('shows the pages that the roles allow, and the world', async () => {
    const context = await signedIn(CLINICIAN);
    const { page, faults } = await visit(context, '/console/test/');
    const navigation = page.getByRole('navigation', { name: 'Pages' });
    await navigation.waitFor();
    await expect
      .poll(() => navigation.getByRole('link').allInnerTexts())
      .toEqual(['Image', 'Dictate', 'Patients', 'Analyze', 'Risk', 'Medications']);
    await page.getByText('Test world').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await takeScreenshots(page, 'home')).toEqual([]);
    await page.goto(`${new URL(page.url()).origin}/console/test/administration`);
    await page.getByText('Your account may not use this page.').waitFor();
    expect(faults).toEqual([]);
  });

  it('switches the world by a link, and never shows one that the account lacks', async () => {
    const both = await visit(await signedIn(CLINICIAN), '/console/test/risk');
    await both.page.getByRole('link', { name: 'Switch to Live' }).click();
    await both.page.waitForURL('**/console/live/risk');
    expect(await both.page.getByText('Test world').count()).toBe(0);
    const one = await visit(await signedIn(TESTER), '/console/live/risk');
    await one.page.getByText('Your account may not use this page.').waitFor();
    expect(await one.page.getByRole('link', { name: /Switch to/ }).count()).toBe(0);
    expect([...both.faults, ...one.faults]).toEqual([]);
  });

  it('asks for the sign-in again when the session is revoked, over the page', async () => {
    const person = await box.person(CLINICIAN);
    const { page } = await visit(await signedIn(CLINICIAN), '/console/account');
    await page.getByLabel('Current password').fill('typed before');
    await box.daemon.cli('users', 'disable', person.userName);
    await page.getByRole('button', { name: 'Turn it on' }).click();
    await page.getByText('Your session has ended. Sign in again').waitFor();
    expect(await page.getByLabel('Current password').isVisible()).toBe(false);
    await box.daemon.cli('users', 'enable', person.userName);
    await fillSignIn(page, person.userName, person.password);
    await page.getByRole('heading', { name: 'Your account' }).waitFor();
    expect(await page.getByLabel('Current password').inputValue()).toBe('typed before');
  });

  it('is used by keyboard alone', async () => {
    const { page } = await visit(await signedIn(CLINICIAN), '/console/test/');
    await page.getByRole('heading', { name: /^Good day/ }).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('content');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/console/test/image');
    await expect.poll(() => page.title()).toBe('Image · Wardbox');
  });

  it('signs out, and then nothing is left on the page', async () => {
    const { page, faults } = await visit(await signedIn(CLINICIAN), '/console/test/');
    await page.getByText('Robin Example', { exact: true }).click();
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(await page.getByText('Robin Example').count()).toBe(0);
    await page.reload();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(faults).toEqual([]);
  });

  it('signs in by a one-time link with a press, and refuses it the second time', async () => {
    const { cli } = box.daemon;
    await cli('users', 'add', 'shown', '--roles', 'clinician', '--worlds', 'test');
    const made = JSON.parse(await cli('users', 'sign-in-link', 'shown', '--json')) as {
      links: string[];
    };
    const { hash } = new URL(made.links[0] ?? '');
    const context = await signedIn(CLINICIAN);
    const { page, faults } = await visit(context, `/console/sign-in-link${hash}`);
    await page.getByText('In this browser Robin Example is signed in').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await takeScreenshots(page, 'sign-in-link')).toEqual([]);
    await page.getByRole('button', { name: 'Sign in as shown' }).click();
    await page.getByRole('heading', { name: 'Good day, shown' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/console/test/');
    expect(new URL(page.url()).hash).toBe('');
    const second = await visit(await stranger(), `/console/sign-in-link${hash}`);
    await second.page.getByText('This link was used before or has expired').waitFor();
    expect(await second.page.getByRole('button', { name: /^Sign in as/ }).count()).toBe(0);
    const bare = await visit(await stranger(), '/console/sign-in-link');
    await bare.page.getByText('The link is not complete').waitFor();
    expect([...faults, ...second.faults, ...bare.faults]).toEqual([]);
  });

  it('sets up an account by a one-time link, and a second factor', async () => {
    const added = await box.daemon.cli('users', 'add', 'newcomer', '--roles', 'auditor', '--json');
    const { links } = JSON.parse(added) as { links: string[] };
    const { hash } = new URL(links[0] ?? '');
    const { page, faults } = await visit(await stranger(), `/console/invitation${hash}`);
    await page.getByLabel('New password', { exact: true }).fill('a long enough sentence');
    await page.getByLabel('New password again').fill('a long enough sentence');
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await takeScreenshots(page, 'invitation')).toEqual([]);
    await page.getByRole('button', { name: 'Save the password' }).click();
    await page.getByRole('link', { name: 'To the sign-in' }).click();
    await fillSignIn(page, 'newcomer', 'a long enough sentence');
    await page.getByRole('heading', { name: /^Good day/ }).waitFor();
    await page.goto(`${new URL(page.url()).origin}/console/account`);
    await page.getByRole('button', { name: 'Turn it on' }).click();
    await page.getByRole('img').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await takeScreenshots(page, 'account')).toEqual([]);
    const secret = await page.locator('p code').innerText();
    const authenticator = new TOTP({ secret: Secret.fromBase32(secret) });
    await page.getByLabel('Code from your authenticator app').fill(authenticator.generate());
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.getByText('Keep these recovery codes').waitFor();
    const [recovery = ''] = (await page.locator('pre').innerText()).split('\n');
    await page.getByText('newcomer', { exact: true }).first().click();
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await fillSignIn(page, 'newcomer', 'a long enough sentence');
    await page.getByLabel('Code from your authenticator app').fill('000000');
    await page.keyboard.press('Enter');
    await page.getByText('The code is not right').waitFor();
    await page.getByLabel('Code from your authenticator app').fill(recovery);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Turn it off' }).waitFor();
    expect(faults).toEqual([]);
  });

  it('asks browsers not to translate it', async () => {
    const { page } = await visit(await stranger(), '/console/sign-in');
    expect(await page.locator('html').getAttribute('translate')).toBe('no');
  });

  it('may be framed by nobody and runs no script but its own', async () => {
    const { headers } = await box.daemon.request('/console/');
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("default-src 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/'unsafe-(?:inline|eval)'/);
    expect(headers['x-frame-options']).toBe('DENY');
  });
});
