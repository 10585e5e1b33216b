import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessibilityFaults } from '../support/console/axe.js';
import { withoutChromium } from '../support/console/chromium.js';
import {
  hostilePatient,
  illPatient,
  patientOfManyValues,
  patientOfOddValues,
  type Resource,
} from '../support/console/invented-records.js';
import {
  type OpenConsole,
  openConsole,
  type WatchedPage,
} from '../support/console/open-console.js';
import { takeScreenshots } from '../support/console/screenshots.js';
import { knowledgeModels, type ModelsFolder } from '../support/knowledge-models.js';

const CLINICIAN = { roles: ['clinician'], displayName: 'Robin Example' } as const;
const PHARMACIST = { roles: ['pharmacist'] } as const;
const BUNDLE = 1_000;

describe.skipIf(withoutChromium !== '')(`the pages of patients${withoutChromium}`, () => {
  let box: OpenConsole;
  let models: ModelsFolder;
  const contexts = new Map<string, BrowserContext>();

  async function store(mode: 'test' | 'live', resources: readonly Resource[]): Promise<void> {
    const key = await box.daemon.key({ mode });
    for (let at = 0; at < resources.length; at += BUNDLE) {
      const entry = resources.slice(at, at + BUNDLE).map((resource) => ({
        resource,
        request: { method: 'PUT', url: `${resource.resourceType}/${resource.id}` },
      }));
      const json = { resourceType: 'Bundle', type: 'transaction', entry };
      const { status, text } = await box.daemon.request('/v1/fhir', { key, json });
      expect(status, text.slice(0, 500)).toBe(200);
    }
  }

  beforeAll(async () => {
    models = knowledgeModels();
    box = await openConsole({
      config: { models_dir: models.dir, rate_limits: { per_minute: 100_000 } },
    });
    const now = Date.now();
    await store('test', illPatient('ill', now));
    await store('test', patientOfOddValues('odd', now));
    await store('test', hostilePatient('hostile'));
    await store('test', patientOfManyValues('many', now, 5_000));
    await store('test', [
      { resourceType: 'Patient', id: 'empty', name: [{ text: 'Nothing Yet' }] },
      { resourceType: 'Patient', id: 'gone' },
    ]);
    await store('live', [{ resourceType: 'Patient', id: 'of-live', name: [{ text: 'Live One' }] }]);
    const key = await box.daemon.key();
    await box.daemon.request('/v1/fhir/Patient/gone', { key, method: 'DELETE' });
  }, 120_000);
  afterAll(async () => {
    await box?.stop();
    models?.remove();
  });

  /** One sign-in for each person: what a test leaves behind is in its own page alone. */
  async function visit(
    path: string,
    person: Parameters<OpenConsole['signedIn']>[0] = CLINICIAN,
  ): Promise<WatchedPage> {
    const id = JSON.stringify(person);
    const context = contexts.get(id) ?? (await box.signedIn(person));
    contexts.set(id, context);
    return box.visit(context, path);
  }
  /** By how much the page is wider than a phone. */
  async function overflow(page: Page): Promise<number> {
    const size = page.viewportSize();
    await page.setViewportSize({ width: 360, height: 740 });
    const by = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    if (size !== null) await page.setViewportSize(size);
    return by;
  }
  const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

  it('lead from the search to a patient, to an analysis, and to its filing, by keyboard', async () => {
    const { page, faults } = await visit('/console/test/patients');
    await page.getByRole('link', { name: 'Anna Invented' }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await takeScreenshots(page, 'patients')).toEqual([]);

    await page.getByLabel('Name', { exact: true }).focus();
    await page.keyboard.type('invent an');
    await page.keyboard.press('Enter');
    await page.getByText('1 patient', { exact: true }).waitFor();
    expect(page.url()).not.toContain('invent');
    await page.getByRole('link', { name: 'Anna Invented' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Anna Invented' }).waitFor();
    await page.getByText('67 years').waitFor();
    await part(page, 'Allergies and intolerances').getByText('high risk').waitFor();
    const conditions = part(page, 'Conditions');
    await conditions.getByText('Cough').waitFor();
    expect(await conditions.getByText('Wrong patient').count()).toBe(0);
    await part(page, 'Medicines').getByText('3 mg daily').waitFor();
    await part(page, 'Values').getByText('104 / 62 mmHg').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await overflow(page)).toBe(0);

    await page.getByRole('button', { name: 'Analyze' }).focus();
    await page.keyboard.press('Enter');
    const answer = part(page, 'Analysis');
    await answer.getByText('Differential diagnosis').first().waitFor();
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.textContent))
      .toBe('Analysis');
    await answer.getByText('What was sent').click();
    await answer.getByText('"subject": "Patient/ill"').waitFor();
    await answer.getByText(/^Read from \d+ resources/).click();
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await takeScreenshots(page, 'patient-analysis')).toEqual([]);
    await part(page, 'Earlier AI answers').getByText('No answer was filed').waitFor();

    await page.getByRole('button', { name: 'File with the patient …' }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByText('DiagnosticReport', { exact: true }).first().waitFor();
    await dialog.getByText(/to the record of Anna Invented, born .*\d{4}, marked/).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'File now' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText(/^Filed with the patient/).waitFor();
    const earlier = part(page, 'Earlier AI answers');
    await earlier.getByText('Analysis').click();
    await earlier.getByText('Robin Example').waitFor();
    await earlier.getByText(/disease-knowledge \d/).waitFor();
    await earlier.getByText(/Observation\/ill-8867-4/).waitFor();
    expect(faults).toEqual([]);
  });

  it('calculate scores, and check medicines, without writing', async () => {
    const { page, faults } = await visit('/console/test/patients/ill', PHARMACIST);
    await page.getByRole('button', { name: 'Risk' }).click();
    const risk = part(page, 'Risk');
    await risk
      .getByText(/^Complete scores|^Scores with missing inputs/)
      .first()
      .waitFor();
    await risk.getByText('Your role does not include writing to records.').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Medications' }).click();
    const check = part(page, 'Medication check');
    await check.getByText('Do not proceed').waitFor();
    await check.getByText(/^Read from \d+ resources/).click();
    await check
      .getByText(/^warfarin \(Medication/)
      .first()
      .waitFor();
    await check.getByText('Your role does not include writing to records.').waitFor();
    expect(await check.getByText('Wrong patient').count()).toBe(0);
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await overflow(page)).toBe(0);
    expect(faults).toEqual([]);
  });

  it('file the alerts of a check, which then stand among the answers', async () => {
    const { page, faults } = await visit('/console/test/patients/ill');
    await page.getByRole('button', { name: 'Medications' }).click();
    const check = part(page, 'Medication check');
    await check.getByRole('button', { name: 'File with the patient' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('DetectedIssue').first().waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'File now' }).click();
    await check.getByText(/^Filed with the patient: \d+ resources/).waitFor();
    const answers = part(page, 'Earlier AI answers');
    await answers.getByText('Medication check').first().click();
    await answers.getByText('DetectedIssue').first().waitFor();
    expect(await overflow(page)).toBe(0);
    expect(faults).toEqual([]);
  });

  it('show 5,000 observations at once, and the whole course of one', async () => {
    const { page, faults } = await visit('/console/test/patients/many');
    const values = part(page, 'Values');
    await values.getByText('From the newest 1,000 of 5,000 observations.').waitFor();
    await page.getByRole('button', { name: /^Potassium/ }).click();
    const course = part(page, 'Potassium');
    await course.getByText('1000 values').waitFor();
    expect(await course.locator('tbody tr').count()).toBe(50);
    await course.getByRole('button', { name: '7 days' }).click();
    expect(await course.locator('canvas').count()).toBe(1);
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await takeScreenshots(page, 'patient-5000')).toEqual([]);
    expect(faults).toEqual([]);
  });

  it('show every kind of value as what it is', async () => {
    const { page, faults } = await visit('/console/test/patients/odd');
    const values = part(page, 'Values');
    const row = (name: string) => values.getByRole('button', { name: new RegExp(`^${name}`) });
    await row('C reactive protein').getByText('< 5 mg/L').waitFor();
    await row('INR').getByText('2.6 (no unit)').waitFor();
    await row('Colour of urine').getByText('amber').waitFor();
    await row('Glucose').getByText('no value: specimen haemolysed').waitFor();
    await row('Sodium').getByText('below range').waitFor();
    await row('Sodium').click();
    const course = part(page, 'Sodium');
    await course.getByText('several units').waitFor();
    expect(await course.locator('canvas').count()).toBe(2);
    expect(await course.getByText('999').count()).toBe(0);
    await page.getByText('about 4').waitFor();
    await row('C reactive protein').click();
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await overflow(page)).toBe(0);
    expect(faults).toEqual([]);
  });

  it('show markup in every field as text', async () => {
    const { page, faults } = await visit('/console/test/patients/hostile');
    await page.getByRole('heading', { level: 1, name: 'onerror' }).waitFor();
    await part(page, 'Values').getByText('onerror').first().waitFor();
    await part(page, 'Documents and reports').getByText('Text', { exact: false }).first().click();
    await page.getByText('Pictures, links and scripts are left out').waitFor();
    await page.getByRole('button', { name: 'Analyze' }).click();
    await part(page, 'Analysis').waitFor();
    expect(await page.locator('#content img, #content script').count()).toBe(0);
    expect(await page.evaluate(() => 'attacked' in globalThis)).toBe(false);
    expect(await overflow(page)).toBe(0);
    const letter = await visit('/console/test/patients/ill');
    const documents = part(letter.page, 'Documents and reports');
    await documents.getByText('Text: Letter of the practice').click();
    await documents.getByText('Dear colleague').waitFor();
    await documents.getByText('Away').waitFor();
    expect(await documents.locator('a, img, [style]').count()).toBe(0);
    expect([...faults, ...letter.faults]).toEqual([]);
  });

  it('say that a record is empty, that a patient is not here, or deleted', async () => {
    const { page, faults } = await visit('/console/test/patients/empty');
    await page.getByText('No condition, allergy, medicine or value').waitFor();
    await part(page, 'Values').getByText('No value is recorded.').waitFor();
    await part(page, 'Time line').getByText('Nothing has happened yet').waitFor();
    await part(page, 'Conditions').getByText('None is recorded.').waitFor();
    await page.getByRole('button', { name: 'Medications' }).click();
    const check = part(page, 'Medication check');
    await check.getByText('neither the record nor the request names a medicine').first().waitFor();
    expect(await check.getByText('Do not proceed').count()).toBe(0);
    await check.getByText('There is nothing in this answer that is filed').waitFor();
    expect(await overflow(page)).toBe(0);
    const origin = new URL(page.url()).origin;
    for (const id of ['of-live', 'never-stored']) {
      await page.goto(`${origin}/console/test/patients/${id}`);
      await page.getByRole('heading', { name: 'There is no such patient here' }).waitFor();
      expect(await page.getByText('Live One').count()).toBe(0);
    }
    await page.goto(`${origin}/console/test/patients/gone`);
    await page.getByRole('heading', { name: 'This patient was deleted' }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(faults).toEqual([]);
  });

  it('keep what was loaded when a part fails, and when the session ends', async () => {
    const { page } = await visit('/console/test/patients/ill');
    await page.getByRole('heading', { level: 1, name: 'Anna Invented' }).waitFor();
    const busy = {
      status: 503,
      headers: { 'Retry-After': '2', 'Content-Type': 'application/json' },
      body: JSON.stringify({ error: { code: 'overloaded', message: 'All workers are busy.' } }),
    };
    await page.route('**/v1/analyze', (route) => route.fulfill(busy));
    await page.getByRole('button', { name: 'Analyze' }).click();
    await page.getByText('All workers are busy.').waitFor();
    await page.getByText('It can be tried again in 2 s.').waitFor();
    await page.unroute('**/v1/analyze');
    await page.getByRole('button', { name: 'Try again' }).click();
    await part(page, 'Analysis').waitFor();
    await page.context().clearCookies();
    await page.getByRole('button', { name: 'Risk' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(await page.getByText('Anna Invented').isVisible()).toBe(false);
  });
});
