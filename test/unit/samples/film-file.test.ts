import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import {
  type Catalogue,
  FILM_SIZE,
  GROWN_HEART,
} from '../../../scripts/samples/chest-film/catalogue.js';
import { encodeDicom } from '../../../scripts/samples/chest-film/dicom.js';
import { createFilm } from '../../../scripts/samples/chest-film/film.js';
import { EXPLICIT_LITTLE_ENDIAN } from '../../../scripts/samples/dicom-file.js';
import { INVENTED_IDENTIFIERS } from '../../../scripts/samples/invented-patient.js';
import { openDicom } from '../../../src/media/dicom/open-dicom.js';

const SMALL = 128;
const film = createFilm({ kind: 'normal', seed: 7, size: SMALL });
const open = (file: Buffer) => openDicom(file, { megapixels: 100 });

async function greysOf(file: Buffer): Promise<Uint16Array> {
  const shown = await (await open(file)).display();
  if (shown.kind !== 'grey') throw new Error('no greys');
  return shown.greys;
}

describe('a chest film as DICOM', () => {
  it('says what a detector says of its picture', async () => {
    const { photometric, ...opened } = await open(encodeDicom(film, { view: 'AP' }));
    expect(photometric).toBe('MONOCHROME2');
    expect(opened).toMatchObject({
      width: SMALL,
      height: SMALL,
      bitsPerSample: 12,
      frames: 1,
      modality: 'DX',
      view: 'AP',
      bodyPart: 'CHEST',
      laterality: 'U',
      warnings: [],
    });
    expect(opened.pixelSpacingMm).toMatchObject({ from: 'ImagerPixelSpacing' });
    expect(opened.pixelSpacingMm?.columns).toBeCloseTo(410 / SMALL, 4);
  });

  it('shows the film, whichever way its greys are stored', async () => {
    const light = await greysOf(encodeDicom(film));
    const dark = await greysOf(encodeDicom(film, { photometric: 'MONOCHROME1' }));
    const level = 65_535 / 4_095;
    for (const [i, grey] of film.greys.data.entries()) {
      const expected = (Math.min(255, Math.max(0, grey)) / 255) * 65_535;
      expect(Math.abs(light[i]! - expected)).toBeLessThan(2 * level);
      expect(Math.abs(dark[i]! - light[i]!)).toBeLessThan(2 * level);
    }
  });

  it('holds more than 256 levels', async () => {
    expect(new Set(await greysOf(encodeDicom(film))).size).toBeGreaterThan(1_000);
  });

  it('names an invented patient, all of whose texts are known', () => {
    const file = encodeDicom(film, { syntax: EXPLICIT_LITTLE_ENDIAN });
    for (const text of INVENTED_IDENTIFIERS) {
      expect(file.includes(text), text).toBe(true);
      // Shorter ones would turn up by chance where nothing of the header is.
      expect(text.length).toBeGreaterThanOrEqual(6);
    }
  });
});

describe('one person twice', () => {
  const at = (heartGrowth: number) =>
    createFilm({ kind: 'normal', seed: GROWN_HEART.seed, size: SMALL, heartGrowth });

  it('differs in the width of the heart and nothing else of the body', () => {
    const [before, after] = [at(1.12), at(1.5)];
    expect(before.heart.ratio).toBeCloseTo(0.455, 2);
    expect(after.heart.ratio).toBeCloseTo(0.581, 2);
    expect(after.heart.thorax).toBe(before.heart.thorax);
    expect({ ...after.patient, heart: 0 }).toEqual({ ...before.patient, heart: 0 });
  });

  it('leaves less lung beside the larger heart', () => {
    const lungOf = ({ lung }: typeof film) => lung.data.reduce((sum, depth) => sum + depth, 0);
    expect(lungOf(at(1.5))).toBeLessThan(0.97 * lungOf(at(1.12)));
  });

  it('lies in the folder as the catalogue says', async () => {
    const folder = new URL('../../../scripts/samples/films/', import.meta.url);
    const text = readFileSync(new URL('films.json', folder), 'utf8');
    const { grown_heart } = JSON.parse(text) as Catalogue;
    expect(grown_heart.map(({ file }) => file)).toEqual(GROWN_HEART.films.map(({ file }) => file));
    for (const { file, seed, heart_growth, cardiothoracic_ratio } of grown_heart) {
      const drawn = createFilm({ kind: 'normal', seed, size: SMALL, heartGrowth: heart_growth });
      expect(drawn.heart.ratio).toBeCloseTo(cardiothoracic_ratio, 3);
      const jpeg = readFileSync(new URL(file, folder));
      expect(jpeg.length).toBeLessThan(150_000);
      const { width, height, exif } = await sharp(jpeg).metadata();
      expect([width, height]).toEqual([FILM_SIZE, FILM_SIZE]);
      expect(exif?.toString('latin1')).toContain('SYNTHETIC');
      const small = sharp(jpeg).resize(SMALL, SMALL, { kernel: 'cubic' }).toColourspace('b-w');
      const seen = await small.extractChannel(0).raw().toBuffer();
      const apart = seen.reduce((sum, grey, i) => sum + Math.abs(grey - drawn.pixels[i]!), 0);
      expect(apart / seen.length).toBeLessThan(6);
    }
  });
});
