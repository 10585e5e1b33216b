import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessibilityFaults } from '../support/console/axe.js';
import { withoutChromium } from '../support/console/chromium.js';
import { type OpenConsole, openConsole } from '../support/console/open-console.js';

const METHODS = ['get', 'put', 'post', 'delete', 'patch'];
/** An operation without a body, and one with a body and a form. */
const OPENED = ['/risk/scores', '/imaging'];

const sample = (path: string) => `[data-path="${path}"]`;

describe.skipIf(withoutChromium !== '')(`the page of the interface${withoutChromium}`, () => {
  let box: OpenConsole;
  beforeAll(async () => {
    box = await openConsole();
  });
  afterAll(() => box?.stop());

  it('shows every operation of the document, with files of this server alone', async () => {
    const context = await box.browser.newContext({ ignoreHTTPSErrors: true });
    const { page, faults } = await box.visit(context, '/docs');
    await page.locator('.opblock').first().waitFor();
    const shown = await page.locator('.opblock').evaluateAll((blocks) =>
      blocks.map((block) => {
        const method = block.querySelector('.opblock-summary-method')?.textContent;
        return `${method} ${block.querySelector('[data-path]')?.getAttribute('data-path')}`;
      }),
    );
    const answer = await context.request.get(new URL('/openapi.json', page.url()).href);
    const { paths } = (await answer.json()) as { paths: Record<string, object> };
    const described = Object.entries(paths).flatMap(([path, item]) =>
      Object.keys(item)
        .filter((key) => METHODS.includes(key))
        .map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(shown.toSorted()).toEqual(described.toSorted());
    const html = await context.request.get(page.url());
    expect(html.headers()['content-security-policy']).toContain("script-src 'self'");
    const references = [...(await html.text()).matchAll(/(?:src|href)="([^"]*)"/g)];
    expect(references.length).toBeGreaterThan(3);
    for (const [, address] of references) {
      expect(address).toMatch(/^\/(console\/assets\/|openapi\.json$)/);
    }
    expect(faults).toEqual([]);
    await context.close();
  });

  it('shows examples, and tries an operation in the test world as the person signed in', async () => {
    const context = await box.signedIn({ roles: ['clinician'], worlds: ['test'] });
    const { page, faults } = await box.visit(context, '/docs');
    for (const path of OPENED) {
      const block = page.locator('.opblock').filter({ has: page.locator(sample(path)) });
      await block.locator('.opblock-summary-control').click();
    }
    const examples = page.getByRole('region', { name: 'Examples: GET /risk/scores' });
    await examples.getByText('Python').click();
    expect(await examples.innerText()).toContain('urllib.request.Request(');
    const answered = page.waitForResponse('**/v1/risk/scores*');
    await page.getByRole('button', { name: 'Execute' }).last().click();
    const response = await answered;
    expect(response.status()).toBe(200);
    expect((await response.request().allHeaders())['wardbox-mode']).toBe('test');
    await page.getByText('Response headers').waitFor();
    expect(await page.locator('body').innerText()).not.toContain('X-CSRF-Token: ');
    for (const width of [360, 1280, 2560]) {
      await page.setViewportSize({ width, height: 900 });
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth),
        `${width} pixels wide`,
      ).toBeLessThanOrEqual(width);
    }
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await accessibilityFaults(page)).toEqual([]);
    }
    await page.setViewportSize({ width: 360, height: 740 });
    await page.getByRole('button', { name: 'Authorize' }).first().click();
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(faults).toEqual([]);
    await context.close();
  });

  it('refuses a key of live data, which is sent nowhere', async () => {
    const context = await box.browser.newContext({ ignoreHTTPSErrors: true });
    const { page, faults } = await box.visit(context, '/docs');
    await page.getByRole('button', { name: 'Authorize' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Test key').fill('sk_live_0123456789');
    await dialog.getByRole('button', { name: 'Authorize' }).first().click();
    await dialog.getByRole('button', { name: 'Close', exact: true }).first().click();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    const block = page.locator('.opblock').filter({ has: page.locator(sample('/risk/scores')) });
    await block.locator('.opblock-summary-control').click();
    await block.getByRole('button', { name: 'Execute' }).click();
    await page.getByText('works with the test world alone').first().waitFor();
    expect(asked.filter((url) => url.includes('/v1/'))).toEqual([]);
    expect(await page.evaluate(() => localStorage.length + sessionStorage.length)).toBe(0);
    expect(faults).toEqual([]);
    await context.close();
  });
});
