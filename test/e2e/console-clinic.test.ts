import type { BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessibilityFaults } from '../support/console/axe.js';
import { withoutChromium } from '../support/console/chromium.js';
import { type OpenConsole, openConsole } from '../support/console/open-console.js';
import { takeScreenshots } from '../support/console/screenshots.js';
import { knowledgeModels, type ModelsFolder } from '../support/knowledge-models.js';

const HOSTILE = '<img src=x onerror="document.title=1"> "&\' \u202Eabc';

describe.skipIf(withoutChromium !== '')(
  `analysis, risk and medications in a browser${withoutChromium}`,
  () => {
    let models: ModelsFolder;
    let open: OpenConsole;
    let context: BrowserContext;
    beforeAll(async () => {
      models = knowledgeModels();
      open = await openConsole({ config: { models_dir: models.dir } });
      context = await open.signedIn({ roles: ['clinician'] });
      await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    });
    afterAll(async () => {
      await open?.stop();
      models?.remove();
    });

    /** A page that is closed, and found without faults, at the end. */
    async function onPage(path: string, work: (page: Page) => Promise<void>): Promise<void> {
      const { page, faults } = await open.visit(context, path);
      try {
        await work(page);
        expect(faults).toEqual([]);
      } finally {
        await page.close();
      }
    }

    /** From the top: what sticks there would lie in the middle of the picture. */
    async function photograph(page: Page, name: string): Promise<void> {
      await page.evaluate(() => window.scrollTo(0, 0));
      expect(await takeScreenshots(page, name)).toEqual([]);
    }

    /** Moves on by Tab until something has the focus, which is seen. */
    async function tabTo(page: Page, target: Locator): Promise<void> {
      const MAX_STEPS = 120;
      for (let step = 0; step < MAX_STEPS; step += 1) {
        await page.keyboard.press('Tab');
        if (!(await target.evaluate((node) => node === document.activeElement))) continue;
        const outline = await target.evaluate((node) => getComputedStyle(node).outlineStyle);
        expect(outline).not.toBe('none');
        return;
      }
      throw new Error(`Tab does not lead to ${target}`);
    }

    const isCurrent = (page: Page) => page.getByText('This answer matches the form.').waitFor();

    describe('Analyze', () => {
      it('understands while one types, and takes corrections', () =>
        onPage('/console/test/analyze', async (page) => {
          const story = page.getByLabel('What is the matter');
          await story.fill(
            'Fever since two days, coughing up green phlegm. No leg swelling. The gronk is blimping.',
          );
          await page.getByRole('textbox', { name: 'Age' }).fill('67');
          await page.getByLabel('Blood pressure').fill('104/62');
          await page.getByLabel('Respiratory rate').fill('26');
          await page.getByLabel('Medicines').fill('warfarin 3 mg daily');
          await page.getByLabel('Allergies').fill('penicillin, anaphylaxis');
          await page.getByLabel('Name of value 1').fill('Creatinine');
          await page.getByLabel('Value of Creatinine').fill('106');
          await page.getByLabel('Unit of Creatinine').selectOption('umol/L');
          await isCurrent(page);
          const chip = page.getByRole('listitem').filter({ hasText: 'Swollen legs' });
          await chip.getByText('absent', { exact: true }).first().waitFor();
          await page
            .getByRole('region', { name: /^Not understood/ })
            .getByText(/gronk/)
            .waitFor();
          await page.getByRole('heading', { name: 'Must not be missed' }).waitFor();
          await page.getByText(/^Most likely: .*pneumonia/).waitFor();
          expect(await accessibilityFaults(page)).toEqual([]);
          await photograph(page, 'analyze-answer');

          await page.getByLabel('Correct Fever', { exact: true }).selectOption('absent');
          await page.getByText('The input has changed since.').waitFor();
          await isCurrent(page);
          const fever = page.getByRole('listitem').filter({ hasText: 'corrected by you' });
          await fever.getByText('absent', { exact: true }).first().waitFor();
          await page.getByRole('button', { name: 'Remove Cough', exact: true }).click();
          await page.getByRole('button', { name: 'Put Cough back' }).waitFor();
          await isCurrent(page);
        }));

      it('is used by keyboard alone', () =>
        onPage('/console/test/analyze', async (page) => {
          await tabTo(page, page.getByLabel('What is the matter'));
          await page.keyboard.type('Fever and cough.');
          await isCurrent(page);
          await tabTo(page, page.getByLabel('Correct Fever', { exact: true }));
          await page.keyboard.type('absent');
          await page.getByText('corrected by you').waitFor();
          await isCurrent(page);
          await tabTo(page, page.getByRole('button', { name: 'Remove Cough', exact: true }));
          await page.keyboard.press('Enter');
          await tabTo(page, page.getByRole('button', { name: 'Put Cough back' }));
          await page.keyboard.press('Enter');
          await page.getByRole('button', { name: 'Remove Cough', exact: true }).waitFor();
          await tabTo(page, page.getByRole('textbox', { name: 'Age' }));
        }));

      it('shows a refusal at its field and hostile words as words', () =>
        onPage('/console/test/analyze', async (page) => {
          await page.getByLabel('Blood pressure').fill('60/120');
          await page.getByLabel('What is the matter').fill(`Chest pain. ${HOSTILE} ouch today.`);
          const pressure = page.getByLabel('Blood pressure');
          await expect.poll(() => pressure.getAttribute('aria-invalid')).toBe('true');
          await page.getByText(/systolic above the diastolic/).waitFor();
          expect(await page.locator('.failure').count()).toBe(0);
          await pressure.fill('120/60');
          await isCurrent(page);
          expect(await page.locator('img').count()).toBe(0);
          await page
            .getByLabel('What is the matter')
            .fill('chest pain and no fever '.repeat(2_000));
          await isCurrent(page);
        }));
    });

    describe('Risk', () => {
      it('finds a score and answers while the form is filled, by keyboard alone', () =>
        onPage('/console/test/risk', async (page) => {
          await page.getByLabel(/^Which score/).focus();
          await page.keyboard.type('early warning');
          const link = page.getByRole('link', { name: /^National Early Warning Score 2/ });
          await link.waitFor();
          expect(await accessibilityFaults(page)).toEqual([]);
          await photograph(page, 'risk-search');
          await link.focus();
          await page.keyboard.press('Enter');
          await page.getByLabel('Respiratory rate').waitFor();
          expect(new URL(page.url()).pathname).toBe('/console/test/risk/news2');
          await page.getByText('Matters most now').first().waitFor();
          await page.getByLabel('Respiratory rate').focus();
          await page.keyboard.type('22');
          await page.getByText('between 2 and').first().waitFor();
          await page.getByLabel('Body temperature', { exact: true }).focus();
          await page.keyboard.type('101');
          await page.getByText(/if it is in \[degF\]/).waitFor();
          await page.getByLabel('Unit of Body temperature').selectOption('[degF]');
          await page.getByText('sent as 101 °F').waitFor();
          await photograph(page, 'risk-bounds');
          for (const [label, value] of [
            ['Oxygen saturation by pulse oximetry', '93'],
            ['Systolic blood pressure', '118'],
            ['Heart rate', '96'],
          ] as const) {
            await page.getByRole('textbox', { name: label }).fill(value);
          }
          const oxygen = page.getByRole('group', { name: /^Breathing supplemental oxygen/ });
          await oxygen.getByLabel('no', { exact: true }).focus();
          await page.keyboard.press('Space');
          await page.getByLabel(/^Level of consciousness/).selectOption('A');
          await isCurrent(page);
          await page.getByRole('heading', { name: 'What would change it' }).waitFor();
          await page.getByText(/doi:10\.1016/).waitFor();
          expect(await accessibilityFaults(page)).toEqual([]);
          await photograph(page, 'risk-score');
          await page.emulateMedia({ media: 'print' });
          expect(await page.getByLabel('Respiratory rate').isVisible()).toBe(false);
          await page.getByText('Patient: ____').waitFor();
        }));

      it('refuses a patient for whom the score was not made, at the field', () =>
        onPage('/console/test/risk/news2', async (page) => {
          const age = page.getByRole('textbox', { name: 'Age' });
          await age.fill('10');
          await page.getByText('The reason is shown at the field.').waitFor();
          await expect.poll(() => age.getAttribute('aria-invalid')).toBe('true');
          await age.fill('ten');
          await page.getByText('Write a number').waitFor();
          await age.fill('40');
          await isCurrent(page);
        }));

      it('says that there is no such score', () =>
        onPage('/console/test/risk/no-such-score', async (page) => {
          await page.getByRole('alert').waitFor();
        }));
    });

    describe('Medications', () => {
      it('reads a list as it is written and asks back what it does not know', () =>
        onPage('/console/test/medications', async (page) => {
          const list = page.getByLabel('What the patient takes');
          await list.fill('1. Coumadin 5 mg daily\n- metoprolol succ 50mg BID\nhydralzine 25 mg');
          await page.getByText('To be reviewed').first().waitFor();
          await page.getByRole('region', { name: /^Not recognised/ }).waitFor();
          await page.getByRole('button', { name: 'Use hydralazine' }).click();
          await expect.poll(() => list.inputValue()).toContain('\nhydralazine 25 mg');
          await page.getByLabel('What is to be added').fill('TMP-SMX po');
          await page.getByRole('textbox', { name: 'Age' }).fill('78');
          await page.getByLabel('Creatinine').fill('124');
          await page.getByText('Do not proceed').first().waitFor();
          await page.getByText(/^New alerts/).waitFor();
          await isCurrent(page);
          const [first] = await page.locator('.alert h3').allTextContents();
          expect(first).toMatch(/Warfarin with sulfamethoxazole/);
          expect(await page.locator('.alert .badge').first().textContent()).toBe('Major');
          expect(await accessibilityFaults(page)).toEqual([]);
          await photograph(page, 'medications-answer');
          await page.getByRole('button', { name: 'Copy as text' }).click();
          await page.getByRole('button', { name: 'Copied' }).waitFor();
          const copied = await page.evaluate(() => navigator.clipboard.readText());
          expect(copied).toMatch(/^Do not proceed\n/);
        }));

      it('is used by keyboard alone', () =>
        onPage('/console/test/medications', async (page) => {
          const list = page.getByLabel('What the patient takes');
          await tabTo(page, list);
          await page.keyboard.type('hydralzine 25 mg');
          await isCurrent(page);
          await tabTo(page, page.getByRole('button', { name: 'Use hydralazine' }));
          await page.keyboard.press('Enter');
          await expect.poll(() => list.inputValue()).toBe('hydralazine 25 mg');
          await isCurrent(page);
          await tabTo(page, page.getByRole('button', { name: 'Copy as text' }));
          await page.keyboard.press('Enter');
          await page.getByRole('button', { name: 'Copied' }).waitFor();
          await page.keyboard.press('Shift+Tab');
          expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY');
        }));

      it('calls nothing safe that it could not read, and shows hostile words as words', () =>
        onPage('/console/test/medications', async (page) => {
          await page.getByLabel('What the patient takes').fill(HOSTILE);
          await page
            .getByRole('region', { name: /^Not judged/ })
            .first()
            .waitFor();
          await page.getByText('To be reviewed').waitFor();
          await page.getByText('What was not judged could hide one.').waitFor();
          expect(await page.getByText('No alert above minor').count()).toBe(0);
          expect(await page.locator('img').count()).toBe(0);
          await page.getByLabel('Weight').fill('heavy');
          await page.getByText('Write a number').waitFor();
          await page.getByLabel('Weight').fill('6000');
          await page.getByText(/0\.3\.\.650 kg/).waitFor();
        }));

      it('keeps what was typed when the box is busy and when the session ends', () =>
        onPage('/console/test/medications', async (page) => {
          const busy = (status: number) =>
            page.route('**/v1/medications', (route) =>
              route.fulfill({
                status,
                headers: { 'Retry-After': '2' },
                json: {
                  error: { code: 'overloaded', message: 'Too much work.', request_id: 'req_1' },
                },
              }),
            );
          await busy(503);
          await page.getByLabel('What the patient takes').fill('warfarin 3 mg daily');
          await page.getByText('It can be tried again in 2 s.').waitFor();
          await page.unroute('**/v1/medications');
          await page.getByRole('button', { name: 'Try again' }).click();
          await isCurrent(page);

          const own = await open.signedIn({ roles: ['pharmacist'] });
          const { page: other } = await open.visit(own, '/console/test/medications');
          const { userName, password } = await open.person({ roles: ['pharmacist'] });
          await other.getByLabel('What the patient takes').fill('ibuprofen 400 mg');
          await isCurrent(other);
          const cookies = await own.cookies();
          await own.clearCookies();
          expect(cookies.map(({ name }) => name)).toContain('__Host-wardbox');
          await other.getByLabel('Allergies').fill('aspirin');
          await other.getByText('Your session has ended.').waitFor();
          await other.getByLabel('User name').fill(userName);
          await other.getByLabel('Password', { exact: true }).fill(password);
          await other.getByRole('button', { name: 'Sign in' }).click();
          await isCurrent(other);
          expect(await other.getByLabel('Allergies').inputValue()).toBe('aspirin');
          await own.close();
        }));
    });
  },
);
