import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { withoutChromium } from '../../../test/support/console/chromium.js';
import { axialSeries } from '../../../test/support/console/dicom-series.js';
import { type OpenConsole, openConsole } from '../../../test/support/console/open-console.js';
import { encodeDicom } from '../../samples/chest-film/dicom.js';
import { createFilm } from '../../samples/chest-film/film.js';
import { EXPLICIT_LITTLE_ENDIAN } from '../../samples/dicom-file.js';
import { filmForm } from '../client.js';
import type { Bench, Figure, FigureResult } from '../figure.js';
import { median, milliseconds, perSecond } from '../statistics.js';

const FILM_SIDE = 2_048;
const ROUNDS = 7;
const SLICES = 300;
const SLICE_SIDE = 512;
const MAX_RATIO = 1.3;
const MIN_RATE = 30;
const PATH = '/console/test/image';
const RADIOLOGIST = { roles: ['radiologist'], worlds: ['test'] } as const;

/** A film with a finding that has a box, as a detector sends it: 8 MB. */
function filmWithBox(): Buffer {
  const film = createFilm({ kind: 'normal', seed: 7, size: FILM_SIDE, heartGrowth: 1.5 });
  return encodeDicom(film, { syntax: EXPLICIT_LITTLE_ENDIAN });
}

const OPTIONS = { measure_structures: true, return_heatmap: true, return_probabilities: true };

/** The same question as the page sends, from a program. */
async function askProgram({ daemon }: OpenConsole, key: string, film: Buffer): Promise<number> {
  const body = filmForm(film, { image_type: 'chest_xray', modality: 'DX' }, OPTIONS);
  const startedAt = performance.now();
  const { status } = await daemon.request('/v1/imaging', { method: 'POST', key, body });
  if (status !== 200) throw new Error(`the film was answered with ${status}`);
  return performance.now() - startedAt;
}

/**
 * Resolves with the milliseconds from the choice of the file to the first box on the screen. The
 * button is pressed as soon as it can be: a person's time is not counted.
 */
const WATCH_BOX = `globalThis.boxShown = new Promise((resolve) => {
  let start;
  let isPressed = false;
  const input = document.querySelector('input[multiple]');
  input.addEventListener('change', () => { start = performance.now(); }, { capture: true, once: true });
  const observer = new MutationObserver(() => {
    if (start === undefined) return;
    if (document.querySelector('rect.film-box') !== null) {
      observer.disconnect();
      requestAnimationFrame(() => resolve(performance.now() - start));
      return;
    }
    const button = document.querySelector('button[type=submit]:enabled');
    const isFilledIn = document.querySelector('form select')?.value;
    if (button === null || isPressed || !isFilledIn) return;
    isPressed = true;
    button.click();
  });
  observer.observe(document.body, { subtree: true, childList: true, attributes: true });
}); undefined`;

async function dropFilm(page: Page, file: string): Promise<number> {
  const close = page.getByRole('button', { name: 'Close all' });
  if (await close.isVisible()) await close.click();
  await page.evaluate(WATCH_BOX);
  await page.locator('input[multiple]').setInputFiles(file);
  return page.evaluate<number>('boxShown');
}

/** One press of the arrow key in each frame, from the first slice to the last: slices a second. */
const SCROLL = `new Promise((resolve) => {
  const frame = document.querySelector('[role=application]');
  const press = (key) => frame.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
  let shown = 0;
  let start;
  const picture = document.querySelector('.film-picture');
  const onImage = () => { shown += 1; };
  const step = () => {
    if (document.querySelector('.film-slider').value === '${SLICES}') {
      picture.removeEventListener('CORNERSTONE_STACK_NEW_IMAGE', onImage);
      resolve((shown * 1000) / (performance.now() - start));
      return;
    }
    press('ArrowDown');
    requestAnimationFrame(step);
  };
  press('Home');
  setTimeout(() => {
    start = performance.now();
    picture.addEventListener('CORNERSTONE_STACK_NEW_IMAGE', onImage);
    step();
  }, 1000);
})`;

async function scrollSeries(page: Page, folder: string): Promise<readonly [number, number]> {
  const files = axialSeries(SLICES, 0.5, SLICE_SIDE).map((content, index) => {
    const path = join(folder, `${index}.dcm`);
    writeFileSync(path, content);
    return path;
  });
  await page.getByRole('button', { name: 'Close all' }).click();
  await page.locator('input[multiple]').setInputFiles(files);
  await page.locator('.film-slider').waitFor();
  await page.locator('.film-layers').waitFor({ state: 'attached' });
  const first = await page.evaluate<number>(SCROLL);
  return [first, await page.evaluate<number>(SCROLL)];
}

async function measure({ folder, models }: Bench): Promise<FigureResult> {
  const box = await openConsole({
    config: { models_dir: models.modelsDir, rate_limits: { per_minute: 1_000_000 } },
  });
  try {
    const film = filmWithBox();
    const file = join(folder('film'), 'film.dcm');
    writeFileSync(file, film);
    const key = await box.daemon.key({ mode: 'test' });
    const { page } = await box.visit(await box.signedIn(RADIOLOGIST), PATH);
    await page.locator('input[multiple]').waitFor({ state: 'attached' });
    const program: number[] = [];
    const person: number[] = [];
    const first = await dropFilm(page, file);
    await askProgram(box, key, film);
    for (let round = 0; round < ROUNDS; round += 1) {
      program.push(await askProgram(box, key, film));
      person.push(await dropFilm(page, file));
    }
    const ratio = median(person) / median(program);
    const [whileDecoding, rate] = await scrollSeries(page, folder('series'));
    return {
      rows: [
        {
          what: `from choosing the film to its boxes, ${milliseconds(median(person))}, ÷ the same question of a program, ${milliseconds(median(program))} (n = ${ROUNDS})`,
          value: ratio.toFixed(2),
          target: `≤ ${MAX_RATIO}`,
          met: ratio <= MAX_RATIO,
        },
        { what: 'the first film of a page, the viewer not started', value: milliseconds(first) },
        {
          what: `slices of ${SLICES}, ${SLICE_SIDE} × ${SLICE_SIDE}, while they are being decoded`,
          value: perSecond(whileDecoding),
        },
        {
          what: 'the same once they are decoded',
          value: perSecond(rate),
          target: `≥ ${MIN_RATE}`,
          met: rate >= MIN_RATE,
        },
      ],
      data: { first, program, person, whileDecoding, rate },
    };
  } finally {
    await box.stop();
  }
}

export const consoleImage: Figure = {
  id: 'console-image',
  title: `A film of ${FILM_SIDE} × ${FILM_SIDE} and a series in the console, Chromium without a graphics card`,
  measure: async (bench) =>
    withoutChromium === ''
      ? measure(bench)
      : { rows: [{ what: 'Chromium', value: withoutChromium.trim() }], data: {} },
};
