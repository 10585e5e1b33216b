import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { JobsReadAnswer, TranscribeCreateAnswer } from '../../src/console/api/types.js';
import { accessibilityFaults } from '../support/console/axe.js';
import { launchChromium, withoutChromium } from '../support/console/chromium.js';
import { layLine } from '../support/console/cut-line.js';
import {
  type OpenConsole,
  openConsole,
  type WatchedPage,
} from '../support/console/open-console.js';
import { takeScreenshots } from '../support/console/screenshots.js';
import { decodeAudio } from '../support/decode-audio.js';
import { shippedModels } from '../support/knowledge-models.js';
import { wav } from '../support/recordings.js';

const SAMPLE = join(
  ...[import.meta.dirname, '..', '..', 'scripts', 'samples', 'dictations', 'ward-round.opus'],
);
const PAGE = '/console/test/dictate';
const CLINICIAN = { roles: ['clinician'], worlds: ['test'] } as const;
const MICROPHONE = { permissions: ['microphone'] };
const TEST = { 'Wardbox-Mode': 'test' };

interface Words {
  readonly page: Page;
}

const write = ({ page }: Words) => page.getByRole('button', { name: 'Write it down' }).click();
const transcript = ({ page }: Words) => page.getByRole('region', { name: 'Text, word by word' });
const word = (at: Words, text: string) =>
  transcript(at)
    .getByRole('button', { name: new RegExp(`^${text}\\b`) })
    .first();
const fileButton = ({ page }: Words) => page.getByRole('button', { name: 'File with a patient' });

async function choose({ page }: Words, file: string | { name: string; buffer: Buffer } = SAMPLE) {
  const given = typeof file === 'string' ? file : { ...file, mimeType: 'audio/ogg' };
  await page.locator('input[type=file]').setInputFiles(given);
}

/** Changes the result of every job on its way to the page. */
const changeResult = ({ page }: Words, change: (answer: TranscribeCreateAnswer) => unknown) =>
  page.route(/\/v1\/jobs\/job_[0-9a-f]+$/, async (route) => {
    const response = await route.fetch();
    const job = (await response.json()) as JobsReadAnswer;
    const result = job.result as unknown as TranscribeCreateAnswer | undefined;
    await route.fulfill({ response, json: { ...job, ...(result && { result: change(result) }) } });
  });

const unverifiedAt = (
  answer: TranscribeCreateAnswer,
  text: string,
  type: 'medication' | 'dose',
) => {
  const start = answer.text.indexOf(text);
  const reason = 'recognised with too little certainty';
  return { text, type, start, end: start + text.length, confidence: 0.52, reason };
};

/** As the appliance answers an uncertain medicine and its dose. */
const withUnverified = (answer: TranscribeCreateAnswer): TranscribeCreateAnswer => ({
  ...answer,
  warnings: ['“500 mg” sounds like “1500 mg”.'],
  not_assessed: [{ what: 'speakers', reason: 'one voice' }],
  unverified: [
    unverifiedAt(answer, 'lisinopril', 'medication'),
    unverifiedAt(answer, '500 mg', 'dose'),
    unverifiedAt(answer, '300 mg', 'dose'),
  ],
});

/** The sample's answer over and over, as a dictation of an hour. */
function longAnswer(answer: TranscribeCreateAnswer, count: number): TranscribeCreateAnswer {
  const times = Math.ceil(count / answer.words.length);
  const turns = Array.from({ length: times }, (_, turn) => turn);
  return {
    ...answer,
    text: turns.map(() => answer.text).join(' '),
    duration: answer.duration * times,
    sections: [],
    segments: [],
    medical_entities: turns.flatMap((turn) =>
      answer.medical_entities.map((entity) => ({
        ...entity,
        start: entity.start + turn * (answer.text.length + 1),
        end: entity.end + turn * (answer.text.length + 1),
      })),
    ),
    words: turns.flatMap((turn) =>
      answer.words.map((one) => ({
        ...one,
        start: one.start + turn * answer.duration,
        end: one.end + turn * answer.duration,
      })),
    ),
  };
}

describe.skipIf(withoutChromium !== '')(`the page for dictations${withoutChromium}`, () => {
  let box: OpenConsole;
  const models = shippedModels(['dictation-en', 'clinical-language', 'medication-knowledge']);
  const folder = mkdtempSync(join(tmpdir(), 'console-dictate-'));
  const contexts: BrowserContext[] = [];
  beforeAll(async () => {
    const { samples } = await decodeAudio(new Uint8Array(readFileSync(SAMPLE)));
    const spoken = join(folder, 'spoken.wav');
    writeFileSync(spoken, wav(samples));
    box = await openConsole({
      config: { models_dir: models.dir },
      chromium: {
        whole: true,
        arguments: [
          '--use-fake-device-for-media-stream',
          `--use-file-for-fake-audio-capture=${spoken}`,
          '--autoplay-policy=no-user-gesture-required',
        ],
      },
    });
  });
  afterAll(async () => {
    await box?.stop();
    models.remove();
    rmSync(folder, { recursive: true });
  });
  afterEach(async () => {
    await Promise.all(contexts.splice(0).map((context) => context.close()));
  });

  const open = async (
    visit: Parameters<OpenConsole['signedIn']>[1] = {},
    wanted: Parameters<OpenConsole['signedIn']>[0] = CLINICIAN,
  ): Promise<WatchedPage & { readonly context: BrowserContext }> => {
    const context = await box.signedIn(wanted, visit);
    contexts.push(context);
    const watched = await box.visit(context, PAGE);
    await watched.page.getByRole('heading', { name: 'Dictate' }).waitFor();
    return { ...watched, context };
  };

  it('turns a file into text that is heard, corrected and filed by keyboard alone', async () => {
    const key = await box.daemon.key({ mode: 'test' });
    const patient = await box.daemon.request('/v1/fhir/Patient', {
      ...{ key, method: 'POST' },
      json: {
        resourceType: 'Patient',
        name: [{ family: '<b>Doe</b>', given: ['Ann'] }],
        birthDate: '1950-02-03',
      },
    });
    const { id } = patient.json() as { id: string };
    const at = await open();
    const { page, faults } = at;
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await takeScreenshots(page, 'dictate-start')).toEqual([]);
    await changeResult(at, withUnverified);
    await choose(at);
    await page.getByRole('button', { name: 'Write it down' }).focus();
    await page.keyboard.press('Enter');
    await transcript(at).waitFor();
    expect(await page.getByRole('note').innerText()).toContain('dictation-en');
    await page.getByText('sounds like').waitFor();
    await page.getByText('not assessed').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await takeScreenshots(page, 'dictate-text')).toEqual([]);

    expect(await fileButton(at).isDisabled()).toBe(true);
    const audioAt = () => page.getByRole('slider', { name: 'Position' });
    await word(at, 'crushing').focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => audioAt().getAttribute('aria-valuenow')).toMatch(/^[23]$/);

    // A word, then the next uncertain one, then a passage of two words.
    await word(at, 'crushing').focus();
    await page.keyboard.press('e');
    await page.keyboard.type('severe');
    await page.keyboard.press('Enter');
    await word(at, 'severe').waitFor();
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('severe');
    await page.keyboard.press('n');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toMatch(/^chest/);
    await word(at, 'room').focus();
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('F2');
    await page.keyboard.type('two litres');
    await page.keyboard.press('Enter');
    await word(at, 'litres').waitFor();
    await page.keyboard.press('Control+z');
    await word(at, 'room').waitFor();

    const checks = page.getByRole('region', { name: 'To be checked' });
    await checks.getByRole('button', { name: 'Confirm lisinopril' }).focus();
    await page.keyboard.press('Enter');
    await checks.getByRole('button', { name: 'Strike out 300 mg' }).focus();
    await page.keyboard.press('Enter');
    expect(await fileButton(at).isDisabled()).toBe(true);
    await checks.getByRole('button', { name: 'Show in the text 500 mg' }).focus();
    await page.keyboard.press('Enter');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toMatch(/^500/);
    // All of an uncertain entry is corrected at once.
    await page.keyboard.press('e');
    await page.keyboard.type('850 mg');
    await page.keyboard.press('Enter');
    await checks.getByText('All uncertain medicines and numbers are settled.').waitFor();
    // The changed text is read again: the dose of the entity is the new one.
    const found = page.getByRole('region', { name: 'Understood' });
    await found.getByText('850 mg').waitFor();

    await fileButton(at).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').locator('input:focus').waitFor();
    await page.keyboard.type('ann doe');
    await page.keyboard.press('Enter');
    await page.getByText('No patient was found.').waitFor();
    await page.getByLabel('Patient', { exact: true }).fill('ann');
    await page.keyboard.press('Enter');
    await page.getByRole('radio', { name: '<b>Doe</b>, Ann' }).focus();
    await page.keyboard.press('Space');
    await page.getByLabel('I have compared').focus();
    await page.keyboard.press('Space');
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await takeScreenshots(page, 'dictate-file')).toEqual([]);
    await page.getByRole('button', { name: 'File with <b>Doe</b>, Ann' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('as final').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await takeScreenshots(page, 'dictate-filed')).toEqual([]);
    expect(faults).toEqual([]);

    interface Filed {
      readonly entry: ReadonlyArray<{ readonly resource: Resource }>;
    }
    interface Resource {
      readonly id: string;
      readonly status?: string;
      readonly docStatus?: string;
      readonly meta: { readonly security?: ReadonlyArray<{ readonly code: string }> };
      readonly text: { readonly div: string };
      readonly content: ReadonlyArray<{ readonly attachment: { readonly data: string } }>;
      readonly agent: ReadonlyArray<{ readonly who: { readonly display?: string } }>;
    }
    const search = async (path: string): Promise<Resource[]> => {
      const found = (await box.daemon.request(`/v1/fhir/${path}`, { key })).json() as Filed;
      return found.entry.map(({ resource }) => resource);
    };
    const contentOf = ({ content }: Resource) =>
      Buffer.from(content[0]?.attachment.data ?? '', 'base64').toString();
    const documents = await search(`DocumentReference?subject=Patient/${id}`);
    const final = documents.find(({ status }) => status === 'current')!;
    const draft = documents.find(({ status }) => status === 'superseded')!;
    expect(documents).toHaveLength(2);
    expect(final.docStatus).toBe('final');
    expect(final.meta.security?.map(({ code }) => code)).toEqual(['CLINAST_AIRPT']);
    expect(draft.meta.security?.map(({ code }) => code)).toEqual(['AIAST']);
    expect(contentOf(draft)).toContain('crushing chest pain');
    expect(contentOf(final)).toContain('severe chest pain');
    expect(contentOf(final)).toContain('Metformin 850 mg twice daily');
    expect(contentOf(final)).not.toContain('300 mg');
    const [provenance] = await search(`Provenance?target=DocumentReference/${final.id}`);
    expect(provenance?.text.div).toContain('“crushing” was changed to “severe”');
    expect(provenance?.text.div).toContain('Uncertain “lisinopril”: confirmed');
    expect(provenance?.agent.at(-1)?.who.display).toBe('Robin Example');
  });

  it('records from a microphone, pauses, and keeps what was recorded on another page', async () => {
    const at = await open(MICROPHONE);
    const { page, faults } = at;
    await page.getByRole('button', { name: 'Record', exact: true }).click();
    const clock = page.getByRole('timer', { name: 'Recorded' });
    await expect.poll(() => clock.innerText()).toMatch(/0:0[3-9]/);
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await takeScreenshots(page, 'dictate-recording')).toEqual([]);
    await page.getByRole('link', { name: 'Risk' }).click();
    await page.getByRole('heading', { name: 'Risk' }).waitFor();
    await page.goBack();
    await page.getByText('Paused: the microphone is not heard').waitFor();
    await page.getByRole('button', { name: 'Go on' }).click();
    await page.getByRole('button', { name: 'Pause', exact: true }).click();
    await page.getByRole('button', { name: 'Finish' }).click();
    await page.getByText(/dictation-.*\.webm/).waitFor();
    const closing = page.waitForEvent('dialog');
    void page.close({ runBeforeUnload: true });
    const dialog = await closing;
    expect(dialog.type()).toBe('beforeunload');
    await dialog.dismiss();
    await write(at);
    await transcript(at).waitFor();
    expect(await transcript(at).innerText()).toMatch(/chest|pain|year|man/);
    expect(faults).toEqual([]);
  });

  it('says in plain words that the microphone is refused or missing', async () => {
    const refused = await open();
    await refused.page.getByRole('button', { name: 'Record', exact: true }).click();
    await refused.page.getByText('does not let this page use the microphone').waitFor();
    expect(await accessibilityFaults(refused.page)).toEqual([]);
    expect(await takeScreenshots(refused.page, 'dictate-refused')).toEqual([]);
    // A browser on a machine that has none.
    const browser = await launchChromium({ whole: true });
    try {
      const storageState = await refused.context.storageState();
      const context = await browser.newContext({
        ...{ ignoreHTTPSErrors: true, storageState },
        permissions: ['microphone'],
      });
      const { page } = await box.visit(context, PAGE);
      await page.getByRole('button', { name: 'Record', exact: true }).click();
      await page.getByText('No microphone was found').waitFor();
    } finally {
      await browser.close();
    }
    expect(refused.faults).toEqual([]);
  });

  it('goes on after lost connections, and the work is done once', async () => {
    const context = await box.signedIn(CLINICIAN);
    contexts.push(context);
    const line = await layLine(box.daemon.url);
    try {
      const page = await context.newPage();
      await page.goto(`${line.origin}${PAGE}`);
      await choose({ page });
      await page.getByRole('slider', { name: 'Position' }).waitFor();
      const accepted = () =>
        box.daemon.logs.filter(({ route, status }) => route === '/v1/transcribe' && status === 202);
      const before = accepted().length;
      line.hold();
      await write({ page });
      await expect.poll(() => accepted().length).toBeGreaterThan(before);
      // The appliance has it, but its answer got lost.
      line.cut();
      await page.getByText('The connection was lost').waitFor();
      line.mend();
      await transcript({ page }).waitFor();
      const jobs = await context.request.get(`${line.origin}/v1/jobs`, { headers: TEST });
      const { jobs: own } = (await jobs.json()) as { jobs: { created_at: string }[] };
      expect(accepted().length - before).toBeGreaterThan(1);
      const since = await page.evaluate(() => performance.timeOrigin);
      expect(own.filter(({ created_at: at }) => Date.parse(at) > since)).toHaveLength(1);
    } finally {
      await line.close();
    }
  });

  it('offers another attempt when the appliance is busy, and after the session has ended', async () => {
    const { userName, password } = await box.person(CLINICIAN);
    const at = await open();
    const { page, context, faults } = at;
    await page.route(
      '**/v1/transcribe',
      (route) =>
        route.fulfill({
          status: 503,
          headers: { 'Retry-After': '7' },
          json: { error: { code: 'overloaded', message: 'Too much waits.', request_id: 'req_1' } },
        }),
      { times: 1 },
    );
    await choose(at);
    await write(at);
    await page.getByText('Too much waits.').waitFor();
    await page.getByText('in 7 s').waitFor();
    await context.clearCookies();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('Your session has ended').waitFor();
    await page.getByLabel('User name').fill(userName);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    // The recording is sent by itself as soon as the person is back.
    await transcript(at).waitFor();
    await word(at, 'crushing').focus();
    await page.keyboard.press('e');
    await page.keyboard.type('severe');
    await page.keyboard.press('Enter');
    await context.clearCookies();
    await page.getByText('Your session has ended').waitFor();
    await page.getByLabel('User name').fill(userName);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await word(at, 'severe').waitFor();
    expect(faults).toEqual([]);
  });

  it('shows 4,000 words, of which it draws only what is in sight, and names of any kind', async () => {
    const at = await open();
    const { page, faults } = at;
    await changeResult(at, (answer) => longAnswer(answer, 4_000));
    await choose(at, {
      name: '<img src=x onerror="alert(1)">.opus',
      buffer: readFileSync(SAMPLE),
    });
    await page.getByText('<img src=x onerror="alert(1)">.opus').waitFor();
    await write(at);
    await transcript(at).waitFor();
    expect(await page.locator('[data-word]').count()).toBeGreaterThanOrEqual(4_000);
    const skipped = await page
      .locator('.block')
      .evaluateAll(
        (blocks) =>
          blocks.filter(
            (block) => !block.firstElementChild?.checkVisibility({ contentVisibilityAuto: true }),
          ).length,
      );
    expect(skipped).toBeGreaterThan(20);
    await page.locator('[data-word="6"]').focus();
    await page.keyboard.press('Control+End');
    const last = () => page.evaluate(() => document.activeElement?.textContent);
    expect(await last()).toBe('troponin');
    await page.keyboard.press('e');
    await page.keyboard.type('lactate.');
    await page.keyboard.press('Enter');
    await page.locator('.word-person', { hasText: 'lactate' }).waitFor();
    expect(faults).toEqual([]);
  });
});
