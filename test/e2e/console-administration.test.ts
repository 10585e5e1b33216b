import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWorklistRepository } from '../../src/store/dicom-worklist-repository.js';
import { openDatabase } from '../../src/store/open.js';
import { accessibilityFaults } from '../support/console/axe.js';
import { withoutChromium } from '../support/console/chromium.js';
import {
  type OpenConsole,
  openConsole,
  type WatchedPage,
} from '../support/console/open-console.js';
import { takeScreenshots } from '../support/console/screenshots.js';
import { freePort } from '../support/pacs/orthanc.js';

const PARTS = [
  'live',
  'keys',
  'people',
  'usage',
  'jobs',
  'models',
  'doctor',
  'log',
  'configuration',
] as const;

const DESTINATION = {
  ...{ name: 'archive', mode: 'test', service: 'dimse' },
  ...{ ae_title: 'ARCHIVE', host: '127.0.0.1', port: 104 },
};

describe.skipIf(withoutChromium !== '')(`the page of administrators${withoutChromium}`, () => {
  let box: OpenConsole;
  let context: BrowserContext;
  let visited: WatchedPage;
  let page: Page;

  beforeAll(async () => {
    box = await openConsole({
      config: {
        pacs: {
          port: await freePort(),
          tls: 'on',
          peers: [{ ae_title: 'CT1', addresses: ['127.0.0.1'], mode: 'test' }],
          destinations: [DESTINATION],
        },
      },
    });
    context = await box.signedIn({ roles: ['administrator'], displayName: 'Ada Example' });
    visited = await box.visit(context, '/console/test/administration');
    page = visited.page;

    await box.daemon.request('/v1/risk', {
      method: 'POST',
      key: await box.daemon.key(),
      json: { score: 'bmi', inputs: { weight: 80, height: 200 } },
    });
  });
  afterAll(() => box?.stop());

  const open = async (part: string) => {
    await page.getByRole('link', { name: part, exact: true }).click();
    await page.getByRole('heading', { level: 1 }).waitFor();
  };
  const noFaults = async (what: string) => {
    expect(await accessibilityFaults(page), what).toEqual([]);
    expect(visited.faults, what).toEqual([]);
  };

  it('begins with what needs somebody, and the remedy', async () => {
    await page.getByRole('heading', { name: /needs? attention/ }).waitFor();
    await page.getByText('wardbox backup --out FILE').first().waitFor();
    await page.getByText(/1 of 1 up/).waitFor();
    await noFaults('state');
    expect(await takeScreenshots(page, 'administration-state')).toEqual([]);
  });

  it('shows what came from scanners and which of it nobody gets an answer to', async () => {
    const database = openDatabase(box.daemon.dataDir);
    createWorklistRepository(database).put({
      mode: 'test',
      seriesUid: '2.25.41',
      instanceUid: '',
      studyUid: '2.25.40',
      callingAeTitle: 'CT1',
      modality: 'CT',
      state: 'unroutable',
      reason: 'no_route',
      route: null,
      urgent: false,
      expected: null,
      objects: 32,
      readObjects: 0,
      readings: 0,
      firstAt: Date.now(),
      lastAt: Date.now(),
      completeBy: null,
      jobId: null,
      analysisId: null,
      urgency: null,
      readAt: null,
    });
    database.close();
    await page.getByRole('button', { name: 'Refresh' }).click();
    await page.getByRole('heading', { name: 'One image or series needs somebody' }).waitFor();
    await page.getByRole('rowheader', { name: '2.25.41' }).waitFor();
    await page.getByText('no route matches it').waitFor();
    await page.getByText('wardbox pacs list', { exact: true }).waitFor();
    await page.getByText(/^WARDBOX listens at port \d+, with TLS, for 1 node/).waitFor();
    await page.getByRole('rowheader', { name: 'archive' }).waitFor();
    await noFaults('pacs');
    expect(await takeScreenshots(page, 'administration-pacs')).toEqual([]);
  });

  it('makes a key that is shown once, replaces and revokes it', async () => {
    await open('Keys');
    await page.getByRole('button', { name: 'New key' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('PACS of radiology');
    await dialog.getByLabel('read images').check();
    await noFaults('new key');
    await dialog.getByRole('button', { name: 'New key' }).click();
    const secret = await dialog.locator('code').textContent();
    expect(secret).toMatch(/^sk_test_/);
    expect(await takeScreenshots(page, 'administration-key-once')).toEqual([]);
    const ask = () => box.daemon.request('/v1/risk/scores', { key: secret ?? '' });
    expect((await ask()).status).toBe(200);
    await dialog.getByRole('button', { name: 'I have stored it' }).click();
    await page.getByRole('button', { name: 'Revoke PACS of radiology' }).click();
    await dialog.getByText('gets no answers').waitFor();
    await dialog.getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('revoked').waitFor();
    // The word is in the question of the dialog too: the key ends when the answer has come.
    await expect.poll(async () => (await ask()).status).toBe(401);
    expect(await page.content()).not.toContain(secret);
    await noFaults('keys');
    expect(await takeScreenshots(page, 'administration-keys')).toEqual([]);
  });

  it('adds a person by a link, by keyboard alone', async () => {
    await open('People');
    await page.getByRole('button', { name: 'Add a person' }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('User name').focus();
    await page.keyboard.type('grace');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Grace <b>Example</b>');
    await page.keyboard.press('Enter');
    const link = await dialog.locator('code').textContent();
    expect(link).toMatch(/\/console\/invitation#[\w-]{43}$/);
    await page.keyboard.press('Escape');
    await page.getByRole('rowheader', { name: 'Grace <b>Example</b>' }).waitFor();
    await page.getByText('Only another administrator').waitFor();
    await noFaults('people');
    expect(await takeScreenshots(page, 'administration-people')).toEqual([]);
  });

  it('is examined by the doctor', async () => {
    await open('Doctor');
    await page.getByRole('button', { name: 'Examine now' }).click();
    await page.getByRole('heading', { name: /Examined on/ }).waitFor();
    await page.getByText('Intact: integrity and references checked.').waitFor();
    await page.getByText(/^WARDBOX listens at port \d+ with TLS and answers C-ECHO\.$/).waitFor();
    await noFaults('doctor');
    expect(await takeScreenshots(page, 'administration-doctor')).toEqual([]);
  });

  it('draws the figures as they change', async () => {
    await open('Live figures');
    await page.getByRole('heading', { name: 'Busy workers' }).waitFor();
    await page.waitForFunction(() =>
      (document.querySelector('.trend polyline')?.getAttribute('points') ?? '').includes(' '),
    );
    await noFaults('live');
    expect(await takeScreenshots(page, 'administration-live')).toEqual([]);
  });

  it('shows the other parts', async () => {
    const parts = {
      Usage: 'Requests',
      Jobs: 'There are no such jobs.',
      Models: 'intact',
      Log: 'ready',
      Configuration: 'trusted_proxies',
    };
    for (const [name, content] of Object.entries(parts)) {
      await open(name);
      await page.getByText(content, { exact: true }).first().waitFor();
      await noFaults(name);
      const file = `administration-${name.toLowerCase()}`;
      expect(await takeScreenshots(page, file)).toEqual([]);
    }
  });

  it('shows no page of a list as it was filtered before', async () => {
    const job = (owner_id: string) => ({
      job_id: `job_${owner_id}`,
      operation: 'transcribe.create',
      status: 'queued',
      progress: 0,
      attempts: 0,
      created_at: '2026-01-31T08:00:00Z',
      owner_id,
      owner_name: null,
    });
    let release = () => {};
    const late = new Promise<void>((resolve) => {
      release = resolve;
    });
    let answered = () => {};
    const done = new Promise<void>((resolve) => {
      answered = resolve;
    });
    await page.route('**/v1/admin/jobs*', async (route) => {
      const query = new URL(route.request().url()).searchParams;
      if (query.has('after')) {
        await late;
        // The page may have given the request up.
        await route.fulfill({ json: { jobs: [job('late')] } }).catch(() => undefined);
        answered();
      } else if (query.get('status') === 'failed') {
        await route.fulfill({ json: { jobs: [job('other')] } });
      } else await route.fulfill({ json: { jobs: [job('first')], next: 'cursor' } });
    });
    await open('Jobs');
    await page.getByRole('button', { name: 'Show more' }).click();
    await page.getByLabel('Show', { exact: true }).selectOption('failed');
    await page.getByText('other', { exact: true }).waitFor();
    release();
    await done;
    await page.getByRole('button', { name: 'Refresh' }).waitFor();
    expect(await page.getByText('late', { exact: true }).count()).toBe(0);
    expect(await page.getByText('first', { exact: true }).count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Show more' }).count()).toBe(0);
    await page.unroute('**/v1/admin/jobs*');
  });

  it('refuses what is no package, and says why', async () => {
    await open('Models');
    const wrong = { name: 'x.wbm', mimeType: 'application/octet-stream', buffer: Buffer.from('x') };
    await page.getByLabel('Install a package').last().setInputFiles(wrong);
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Install a package' }).click();
    await dialog.getByRole('alert').waitFor();
    await page.keyboard.press('Escape');
    expect(visited.faults).toEqual([]);
  });

  it('is not there for others, and each part has an address of its own', async () => {
    const clinician = await box.signedIn({ roles: ['clinician'] });
    const { page: other } = await box.visit(clinician, '/console/test/administration');
    await other.getByText('Your account may not use this page.').waitFor();
    await clinician.close();
    for (const part of PARTS) {
      const { page: own, faults } = await box.visit(
        context,
        `/console/test/administration/${part}`,
      );
      await own.locator('nav a[aria-current="page"]').nth(1).waitFor();
      expect(faults, part).toEqual([]);
      await own.close();
    }
  });
});
