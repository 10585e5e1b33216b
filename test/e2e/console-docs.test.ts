import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessibilityFaults } from '../support/console/axe.js';
import { withoutChromium } from '../support/console/chromium.js';
import { type OpenConsole, openConsole } from '../support/console/open-console.js';

/** The button that opens an operation. */
const OPERATION = '[id="operations-default-risk.list_scores"] .opblock-summary-control';

describe.skipIf(withoutChromium !== '')(`the page of the interface${withoutChromium}`, () => {
  let box: OpenConsole;
  beforeAll(async () => {
    box = await openConsole();
  });
  afterAll(() => box?.stop());

  it('shows examples, and tries an operation in the test world as the person signed in', async () => {
    const context = await box.signedIn({ roles: ['clinician'], worlds: ['test'] });
    const { page, faults } = await box.visit(context, '/docs');
    await page.locator(OPERATION).click();
    const examples = page.getByRole('region', { name: 'Examples: GET /risk/scores' });
    await examples.getByText('Python').click();
    expect(await examples.innerText()).toContain('urllib.request.Request(');
    const answered = page.waitForResponse('**/v1/risk/scores*');
    await page.getByRole('button', { name: 'Execute' }).click();
    const response = await answered;
    expect(response.status()).toBe(200);
    expect((await response.request().allHeaders())['wardbox-mode']).toBe('test');
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(faults).toEqual([]);
  });

  it('refuses a key of live data, which is sent nowhere', async () => {
    const context = await box.browser.newContext({ ignoreHTTPSErrors: true });
    const { page, faults } = await box.visit(context, '/docs');
    await page.getByRole('button', { name: 'Authorize' }).click();
    await page.getByRole('textbox').first().fill('sk_live_0123456789');
    await page.getByRole('button', { name: 'Apply credentials' }).first().click();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Close', exact: true }).click();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.locator(OPERATION).click();
    await page.getByRole('button', { name: 'Execute' }).click();
    await page.getByText('works with the test world alone').first().waitFor();
    expect(asked.filter((url) => url.includes('/v1/'))).toEqual([]);
    expect(await page.evaluate(() => localStorage.length)).toBe(0);
    expect(faults).toEqual([]);
    await context.close();
  });
});
