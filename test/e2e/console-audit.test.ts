import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { linkHash } from '../../src/audit/audit-chain.js';
import { readRecordLine } from '../../src/audit/record-line.js';
import { accessibilityFaults } from '../support/console/axe.js';
import { withoutChromium } from '../support/console/chromium.js';
import {
  type OpenConsole,
  openConsole,
  type WatchedPage,
} from '../support/console/open-console.js';
import { takeScreenshots } from '../support/console/screenshots.js';

describe.skipIf(withoutChromium !== '')(`the page of auditors${withoutChromium}`, () => {
  let box: OpenConsole;
  let visited: WatchedPage;
  let page: Page;
  let patient: string;

  beforeAll(async () => {
    box = await openConsole();
    const key = await box.daemon.key();
    const created = await box.daemon.request('/v1/fhir/Patient', {
      method: 'POST',
      key,
      json: { resourceType: 'Patient', active: true },
    });
    patient = (created.json() as { id: string }).id;
    await box.daemon.request(`/v1/fhir/Patient/${patient}`, { key });
    await box.daemon.request('/v1/fhir/Patient/none', { key });
    const context = await box.signedIn({ roles: ['auditor'], displayName: 'Otto Example' });
    visited = await box.visit(context, '/console/test/audit');
    page = visited.page;
  });
  afterAll(() => box?.stop());

  const noFaults = async (what: string) => {
    expect(await accessibilityFaults(page), what).toEqual([]);
    expect(visited.faults, what).toEqual([]);
  };

  it('lists who did what, newest first', async () => {
    await page.getByRole('cell', { name: 'fhir.create' }).first().waitFor();
    await noFaults('list');
    expect(await takeScreenshots(page, 'audit-list')).toEqual([]);
  });

  it('answers who saw a patient, by keyboard alone', async () => {
    await page.getByLabel(/^Patient/).focus();
    await page.keyboard.type(patient);
    await page.keyboard.press('Enter');
    await page.getByRole('cell', { name: 'fhir.read' }).first().waitFor();
    await expect.poll(() => page.locator('tbody tr').count()).toBe(2);
    await page
      .getByRole('button', { name: /^Record \d+$/ })
      .first()
      .focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByText('The hash is that of this content.').waitFor();
    expect(await dialog.textContent()).not.toContain(patient);
    await noFaults('record');
    expect(await takeScreenshots(page, 'audit-record')).toEqual([]);
    await page.keyboard.press('Escape');
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toMatch(/^Record \d+$/);
  });

  it('exports records that others can verify', async () => {
    const waiting = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export' }).click();
    const download = await waiting;
    expect(download.suggestedFilename()).toMatch(/^wardbox-audit-test-[\d-]+\.jsonl$/);
    const lines = readFileSync(await download.path(), 'utf8')
      .trimEnd()
      .split('\n');
    const links = lines.map((line) => readRecordLine(line)!);
    expect(links.length).toBeGreaterThanOrEqual(2);
    for (const link of links) expect(linkHash(link).equals(link.hash)).toBe(true);
    await page.getByText(/^Saved:/).waitFor();
  });

  it('names what cannot be searched for', async () => {
    await page.getByLabel(/^Action/).fill('x; DROP');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await page
      .getByRole('alert')
      .getByText(/must be actions/)
      .first()
      .waitFor();
    expect(await takeScreenshots(page, 'audit-wrong')).toEqual([]);
    await page.getByRole('button', { name: 'Clear' }).click();
    await page.getByRole('cell', { name: 'audit.export' }).first().waitFor();
  });

  it('verifies the log', async () => {
    await page.getByRole('button', { name: 'Verify now' }).click();
    await page.getByText('The log is complete and unchanged').waitFor();
    await noFaults('verified');
    expect(await takeScreenshots(page, 'audit-verified')).toEqual([]);
  });
});
