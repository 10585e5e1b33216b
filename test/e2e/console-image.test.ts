import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import sharp, { type Sharp } from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { encodeDicom } from '../../scripts/samples/chest-film/dicom.js';
import { createFilm } from '../../scripts/samples/chest-film/film.js';
import { accessibilityFaults } from '../support/console/axe.js';
import { launchChromium, withoutChromium } from '../support/console/chromium.js';
import { axialSeries } from '../support/console/dicom-series.js';
import { type OpenConsole, openConsole } from '../support/console/open-console.js';
import { takeScreenshots } from '../support/console/screenshots.js';
import { pictureModels } from '../support/knowledge-models.js';
import { headSeries } from '../support/pacs/head-series.js';

const FILMS = join(import.meta.dirname, '..', '..', 'scripts', 'samples', 'films');
const film = (name: string) => join(FILMS, name);
const RADIOLOGIST = { roles: ['radiologist'], worlds: ['test'] } as const;
const PATH = '/console/test/image';
const SERIES = 12;
const SPACING = 0.5;

describe.skipIf(withoutChromium !== '')(`the image page${withoutChromium}`, () => {
  const models = pictureModels();
  const folder = mkdtempSync(join(tmpdir(), 'wardbox-image-'));
  let box: OpenConsole;
  const contexts: BrowserContext[] = [];
  beforeAll(async () => {
    box = await openConsole({
      config: { models_dir: models.dir },
      chromium: { accelerated: true },
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

  const signedIn = async (
    ...visit: Parameters<OpenConsole['signedIn']> extends [unknown, ...infer Rest] ? Rest : never
  ) => {
    const context = await box.signedIn(RADIOLOGIST, ...visit);
    contexts.push(context);
    return context;
  };
  const open = async (...files: string[]) => {
    const watched = await box.visit(await signedIn(), PATH);
    await watched.page.locator('input[multiple]').setInputFiles(files);
    return watched;
  };
  const saved = (name: string, content: Uint8Array): string => {
    const path = join(folder, name);
    writeFileSync(path, content);
    return path;
  };
  const series = (): string[] =>
    axialSeries(SERIES, SPACING).map((content, index) => saved(`slice-${index}.dcm`, content));

  const picture = (page: Page) => page.getByRole('application').first();
  const shown = (page: Page) => page.locator('.film-layers').first().waitFor({ state: 'attached' });
  const facts = (page: Page) => page.locator('.film-facts').first().innerText();
  const read = async (page: Page) => {
    await page.getByRole('button', { name: 'Read this image' }).click();
    await page.getByRole('heading', { name: /^Findings$/ }).waitFor();
  };
  const zoomOf = async (page: Page, at = 0) => {
    const text = await page.locator('.film-facts').nth(at).innerText();
    return Number(/Zoom (\d+) %/.exec(text)?.[1]);
  };

  it('reads a film beside its prior, and shows where it found what', async () => {
    const { page, faults } = await open(film('heart-later.jpg'), film('heart-earlier.jpg'));
    await shown(page);
    await page.getByRole('button', { name: /^Show as prior.*heart-earlier/ }).click();
    await expect.poll(() => page.locator('.film-layers').count()).toBe(2);
    await page.getByLabel('Kind of image').selectOption({ label: 'Chest X-ray' });
    await read(page);
    await page.getByRole('heading', { name: '1. Enlarged cardiac silhouette' }).waitFor();
    await page.getByText('Probability 93 %: reported from 90 %').waitFor();
    await page.getByRole('heading', { name: /^Not assessed \(\d+\)$/ }).waitFor();
    await page.getByRole('heading', { name: 'Compared with the prior' }).waitFor();
    expect(await page.getByRole('note').innerText()).toContain('Chest X-ray triage 2.0.0');

    // The box lies in the picture where the answer puts it: a square film fills the frame's height or width.
    const frame = await picture(page).boundingBox();
    const drawn = await page.locator('rect.film-box').boundingBox();
    if (frame === null || drawn === null) throw new Error('nothing is drawn');
    const side = Math.min(frame.width, frame.height);
    const onFilm = (pixels: number) => (pixels / 1024) * side;
    expect(drawn.width).toBeCloseTo(onFilm(388), -1);
    expect(drawn.x - (frame.x + (frame.width - side) / 2)).toBeCloseTo(onFilm(372), -1);
    expect(drawn.y - (frame.y + (frame.height - side) / 2)).toBeCloseTo(onFilm(436), -1);

    await page.getByLabel('Heat map', { exact: true }).check();
    expect(await page.locator('.film-heat-map').getAttribute('opacity')).toBe('0.5');
    await page.getByLabel('Outlines').check();
    expect(await page.locator('[data-structure=heart] .film-outline').count()).toBeGreaterThan(0);
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await takeScreenshots(page, 'image-prior')).toEqual([]);

    // The finding moves the picture, and the prior follows.
    await page.getByRole('button', { name: /^Show on the picture/ }).click();
    await expect.poll(() => zoomOf(page)).toBe(132);
    await expect.poll(() => zoomOf(page, 1)).toBe(132);
    await page.getByLabel('Boxes').uncheck();
    expect(await page.locator('rect.film-box').count()).toBe(0);
    expect(faults).toEqual([]);
  });

  it('copies the report and downloads the picture with its marks', async () => {
    const context = await signedIn({ permissions: ['clipboard-read', 'clipboard-write'] });
    const { page, faults } = await box.visit(context, PATH);
    await page.locator('input[multiple]').setInputFiles(film('heart-later.jpg'));
    await shown(page);
    await page.getByLabel('Kind of image').selectOption({ label: 'Chest X-ray' });
    await read(page);
    await page.getByText('Copy the report text').click();
    const report = await page.evaluate(() => navigator.clipboard.readText());
    expect(report).toContain('Cardiothoracic ratio 0.55');
    expect(report).toContain('Not a radiologist');
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download with marks' }).click();
    const file = await readFile(await (await download).path());
    const { width, height, format } = await sharp(file).metadata();
    expect({ width, format }).toEqual({ width: 1024, format: 'png' });
    // Below the film there is a line that says what it is.
    expect(height).toBeGreaterThan(1024);
    const corner = await sharp(file)
      .extract({ left: 370, top: 500, width: 6, height: 6 })
      .raw()
      .toBuffer({ resolveWithObject: true });
    const { channels } = corner.info;
    const yellow = [...corner.data]
      .filter((_, at) => at % channels === 2)
      .some((blue) => blue < 90);
    expect(yellow, 'the left edge of the box').toBe(true);
    expect(faults).toEqual([]);
  });

  /** Chromium draws WebGL by the processor here, and says so; with a card it has another name. */
  const NAME_A_CARD = `
    const original = WebGL2RenderingContext.prototype.getParameter;
    WebGL2RenderingContext.prototype.getParameter = function (name) {
      return name === 0x9246 || name === this.RENDERER ? 'a graphics card' : original.call(this, name);
    };`;

  it.each([
    ['with a graphics card', NAME_A_CARD],
    ['without one', ''],
  ])('reads a DICOM film of which the header says what it is, %s', async (_, script) => {
    const drawn = createFilm({ kind: 'normal', seed: 44, size: 512 });
    const file = encodeDicom(drawn, { photometric: 'MONOCHROME1' });
    const context = await signedIn();
    await context.addInitScript(script);
    const { page, faults } = await box.visit(context, PATH);
    await page.locator('input[multiple]').setInputFiles(saved('film.dcm', file));
    await shown(page);
    const isSoftware = await page.getByText('draws without a graphics card').isVisible();
    expect(isSoftware).toBe(script === '');
    await page.getByText('As the file states it.').waitFor();
    await read(page);
    await page.getByText('No finding above its threshold.').waitFor();
    // What the viewer shows is what was drawn: bright is bright, though the file stores it dark.
    const shot = await picture(page).locator('canvas').first().screenshot();
    const greys = (image: Sharp) =>
      image.resize(32, 32, { fit: 'cover' }).toColourspace('b-w').raw().toBuffer();
    const [seen, stored] = await Promise.all([
      greys(sharp(shot)),
      greys(
        sharp(Buffer.from(Uint8Array.from(drawn.greys.data)), {
          raw: { width: drawn.size, height: drawn.size, channels: 1 },
        }),
      ),
    ]);
    // The frame is higher than the film is wide: its middle is compared, without the marks.
    const difference = (at: number) => Math.abs((seen[at] ?? 0) - (stored[at] ?? 0));
    const middle = Array.from({ length: 16 }, (_, row) => difference((row + 8) * 32 + 16));
    expect(Math.max(...middle)).toBeLessThan(60);
    await page.getByRole('button', { name: 'Invert' }).click();
    await expect.poll(() => facts(page)).toContain('inverted');
    // A name in the header stays in the file.
    expect(await page.content()).not.toContain('PHANTOM');
    expect(await takeScreenshots(page, 'image-dicom')).toEqual([]);
    expect(faults).toEqual([]);
  });

  it('goes through a series and measures by keyboard alone', async () => {
    const { page, faults } = await open(...series());
    await shown(page);
    await expect.poll(() => facts(page)).toContain(`Image 6 of ${SERIES}`);
    while (!(await picture(page).evaluate((node) => node === document.activeElement))) {
      await page.keyboard.press('Tab');
    }
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => facts(page)).toContain('Image 7 of');
    await page.keyboard.press('End');
    await expect.poll(() => facts(page)).toContain(`Image ${SERIES} of`);
    await page.keyboard.press('w');
    await expect.poll(() => facts(page)).toContain('Window 87');
    await page.keyboard.press('+');
    await expect.poll(() => zoomOf(page)).toBe(125);
    await page.keyboard.press('m');
    await page.getByText('sets the first point').waitFor();
    await page.keyboard.press('Enter');
    for (let step = 0; step < 5; step += 1) await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('Enter');
    const frame = await picture(page).boundingBox();
    const perPixel = ((frame?.height ?? 0) * 1.25) / 128;
    const length = await page.getByRole('region', { name: 'Lengths' }).innerText();
    expect(Number(/1: ([\d.]+) mm/.exec(length)?.[1])).toBeCloseTo((100 / perPixel) * SPACING, 0);
    await page.keyboard.press('r');
    await expect.poll(() => zoomOf(page)).toBe(100);
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keys of the viewer' }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.keyboard.press('Escape');
    expect(await takeScreenshots(page, 'image-series')).toEqual([]);
    expect(faults).toEqual([]);
  });

  it('reads a whole series, and leads along its axis to the slices that carry the finding', async () => {
    const slices = headSeries({
      study: '2.25.500',
      series: '2.25.501',
      count: 26,
      bleeding: [11, 12, 13, 14],
    });
    // Three are missing: what lies between is not known.
    const files = slices.filter((_, at) => at < 18 || at > 20);
    const paths = files.map((content, at) => saved(`head-${at}.dcm`, content));
    const { page, faults } = await open(...paths.reverse());
    await shown(page);
    await page.getByLabel('The whole series: all 23 images').waitFor();
    await page.getByRole('button', { name: 'Read this series' }).click();
    await page.getByRole('heading', { name: 'Along the series' }).waitFor();
    await page.getByText('All 23 slices were read').waitFor();
    const limits = page.locator('.image-caveat').filter({ hasText: 'What limits the reading' });
    expect(await limits.first().innerText()).toMatch(/missing|gap/i);

    const axis = page.getByRole('slider', { name: /by slice$/ });
    expect(await page.locator('.strip rect').count()).toBe(23);
    const keys = page.getByRole('button', { name: /^Slice \d+: / });
    const [, number = ''] = /^Slice (\d+)/.exec(await keys.first().innerText()) ?? [];
    expect([12, 13, 14, 15]).toContain(Number(number));
    await keys.first().click();
    await expect.poll(() => facts(page)).toContain(`Image ${number} of 23`);
    await expect.poll(() => axis.getAttribute('aria-valuenow')).toBe(number);

    // Its boxes are drawn on their slice, and on no other one.
    const boxes = await page.locator('rect.film-box').count();
    await axis.focus();
    await page.keyboard.press('End');
    await expect.poll(() => facts(page)).toContain('Image 23 of 23');
    await expect.poll(() => axis.getAttribute('aria-valuetext')).toMatch(/^Slice 23 of 23: /);
    await expect.poll(() => page.locator('rect.film-box').count()).toBe(0);
    await page.keyboard.press('PageDown');
    await expect.poll(() => facts(page)).toContain('Image 13 of 23');
    if (boxes > 0) {
      await page.getByRole('button', { name: /^Show on the picture/ }).click();
      await expect.poll(() => page.locator('rect.film-box').count()).toBe(boxes);
    }
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await takeScreenshots(page, 'image-whole-series')).toEqual([]);

    // One image alone is another question, with an answer of its own.
    await page.getByLabel('Only the image that is shown').check();
    await page.getByRole('button', { name: 'Read this image' }).waitFor();
    expect(await page.getByRole('heading', { name: 'Along the series' }).count()).toBe(0);
    await page.getByLabel(/^The whole series/).check();
    await page.getByRole('heading', { name: 'Along the series' }).waitFor();
    expect(await page.content()).not.toContain('MARKER');
    expect(faults).toEqual([]);
  });

  it('says which files it cannot show, and shows the others', async () => {
    const [first = '', second = ''] = series();
    const cut = saved('cut.dcm', (await readFile(second)).subarray(0, 900));
    const letter = saved('letter.png', new TextEncoder().encode('no picture at all'));
    const broken = saved('broken.png', (await readFile(film('normal.png'))).subarray(0, 4_000));
    const { page } = await open(first, cut, letter, broken);
    await shown(page);
    await page.getByText('File 3 is not a DICOM, PNG or JPEG image.').waitFor();
    await page
      .getByRole('button', { name: /broken\.png/ })
      .first()
      .click();
    await page.getByText('The picture in file 4 cannot be decoded.').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await takeScreenshots(page, 'image-broken')).toEqual([]);
  });

  it('says that the appliance is busy, and reads again when asked to', async () => {
    const { page, faults } = await open(film('normal.png'));
    await shown(page);
    await page.getByLabel('Kind of image').selectOption({ label: 'Chest X-ray' });
    const names: (string | undefined)[] = [];
    await page.route('**/v1/imaging', async (route) => {
      names.push(route.request().headers()['idempotency-key']);
      if (names.length > 1) return route.continue();
      const error = { code: 'overloaded', message: 'All workers are busy.', request_id: 'req_1' };
      return route.fulfill({ status: 503, headers: { 'Retry-After': '2' }, json: { error } });
    });
    await page.getByRole('button', { name: 'Read this image' }).click();
    await page.getByText('All workers are busy.').waitFor();
    await page.getByText('It can be tried again in 2 s.').waitFor();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'Findings' }).waitFor();
    expect(names[0]).toBeDefined();
    expect(names[1]).toBe(names[0]);
    expect(faults).toEqual([]);
  });

  it('draws without WebGL, and says so', async () => {
    const context = await signedIn();
    const state = await context.storageState();
    const browser = await launchChromium({ arguments: ['--disable-gpu', '--disable-3d-apis'] });
    try {
      const plain = await browser.newContext({ ignoreHTTPSErrors: true, storageState: state });
      const { page, faults } = await box.visit(plain, PATH);
      await page.locator('input[multiple]').setInputFiles(film('heart-later.jpg'));
      await shown(page);
      await page.getByText('draws without a graphics card').waitFor();
      const shot = await picture(page).screenshot();
      const { channels } = await sharp(shot).stats();
      expect(channels[0]?.stdev).toBeGreaterThan(20);
      await picture(page).focus();
      await page.keyboard.press('+');
      await expect.poll(() => zoomOf(page)).toBe(125);
      expect(faults).toEqual([]);
    } finally {
      await browser.close();
    }
  });

  it('begins with what it takes, and what its answers are not', async () => {
    const { page, faults } = await box.visit(await signedIn(), PATH);
    await page.getByRole('note').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await takeScreenshots(page, 'image-empty')).toEqual([]);
    expect(faults).toEqual([]);
  });
});
