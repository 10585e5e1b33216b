import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { type Catalogue, FILM_SIZE, SEEDS } from '../../../scripts/samples/chest-film/catalogue.js';
import {
  encodeJpeg,
  encodePng,
  SYNTHETIC_NOTE,
} from '../../../scripts/samples/chest-film/encode.js';
import { createFilm, type Film } from '../../../scripts/samples/chest-film/film.js';
import { FILM_KINDS } from '../../../scripts/samples/chest-film/findings.js';
import type { Box } from '../../../scripts/samples/chest-film/opacity.js';

const SMALL = 128;
const FILMS = new URL('../../../scripts/samples/films/', import.meta.url);

type Kind = Parameters<typeof createFilm>[0]['kind'];
const drawn = new Map<string, Film>();

/** A small film, drawn once. */
function smallFilm(kind: Kind, seed: number): Film {
  const name = `${kind} ${seed}`;
  const film = drawn.get(name) ?? createFilm({ kind, seed, size: SMALL });
  drawn.set(name, film);
  return film;
}

function filmPath(name: string): string {
  return fileURLToPath(new URL(name, FILMS));
}

function readCatalogue(): Catalogue {
  return JSON.parse(readFileSync(filmPath('films.json'), 'utf8')) as Catalogue;
}

function boxMean(film: Film, box: Box): number {
  let sum = 0;
  for (let y = box.y; y < box.y + box.height; y += 1) {
    for (let x = box.x; x < box.x + box.width; x += 1) sum += film.pixels[y * film.size + x]!;
  }
  return sum / (box.width * box.height);
}

function lungShare(film: Film, box: Box): number {
  let inLung = 0;
  for (let y = box.y; y < box.y + box.height; y += 1) {
    for (let x = box.x; x < box.x + box.width; x += 1) {
      if (film.lung.data[y * film.size + x]! > 2) inLung += 1;
    }
  }
  return inLung / (box.width * box.height);
}

describe('chest film phantom', () => {
  it('draws the same pixels from the same seed', () => {
    const options = { kind: 'tuberculosis', seed: 11, size: SMALL } as const;
    expect(createFilm(options).pixels).toEqual(createFilm(options).pixels);
  });

  it('draws another person from another seed', () => {
    const one = smallFilm('normal', 1);
    const other = smallFilm('normal', 2);
    expect(one.pixels).not.toEqual(other.pixels);
  });

  it('shows bright heart, dark lungs and a black corner', () => {
    const film = smallFilm('normal', SEEDS.normal);
    const at = (x: number, y: number): number =>
      boxMean(film, { x: x * SMALL - 3, y: y * SMALL - 3, width: 6, height: 6 });
    expect(at(0.5, 0.625)).toBeGreaterThan(160);
    expect(at(0.25, 0.5)).toBeLessThan(130);
    expect(at(0.75, 0.4375)).toBeLessThan(130);
    expect(at(0.25, 0.0625)).toBeLessThan(40);
  });

  it('paints nothing on a normal film', () => {
    const film = createFilm({ kind: 'normal', seed: 3, size: SMALL });
    expect(film.painted).toEqual([]);
    expect(film.boxes).toEqual([]);
  });

  it.each(['pneumonia', 'tuberculosis', 'covid19'] as const)(
    'paints %s inside the lung and brightens it',
    (kind) => {
      const { seed, size } = { seed: SEEDS[kind], size: SMALL };
      const film = smallFilm(kind, seed);
      const twin = smallFilm('normal', seed);
      expect(film.boxes).toHaveLength(kind === 'pneumonia' ? 1 : 2);
      for (const box of film.boxes) {
        expect(Math.min(box.x, box.y)).toBeGreaterThanOrEqual(0);
        expect(Math.max(box.x + box.width, box.y + box.height)).toBeLessThanOrEqual(size);
        expect(lungShare(film, box)).toBeGreaterThan(0.6);
        expect(boxMean(film, box)).toBeGreaterThan(boxMean(twin, box) + 6);
      }
    },
  );

  it('paints the pneumonia in the right lower zone, on the left of the image', () => {
    const film = smallFilm('pneumonia', SEEDS.pneumonia);
    const [box] = film.boxes;
    expect(box!.x + box!.width).toBeLessThan(SMALL / 2);
    expect(box!.y).toBeGreaterThan(SMALL * 0.4);
  });

  it('says in both codings that the film is synthetic', async () => {
    const film = smallFilm('normal', 1);
    for (const file of [await encodePng(film), await encodeJpeg(film)]) {
      const { exif, xmp } = await sharp(file).metadata();
      expect(exif?.toString('latin1')).toContain(SYNTHETIC_NOTE);
      expect(xmp?.toString('utf8')).toContain(SYNTHETIC_NOTE);
    }
  });
});

describe('committed sample films', () => {
  it('are listed, marked synthetic and of modest size', async () => {
    const catalogue = readCatalogue();
    expect(catalogue.synthetic).toBe(true);
    expect(catalogue.films.map((film) => film.kind)).toEqual([...FILM_KINDS]);
    for (const entry of catalogue.films) {
      const file = readFileSync(filmPath(entry.file));
      const { width, height, channels, depth, exif } = await sharp(file).metadata();
      expect([width, height, channels, depth]).toEqual([FILM_SIZE, FILM_SIZE, 1, 'uchar']);
      expect(exif?.toString('latin1')).toContain('SYNTHETIC');
      expect(file.length).toBeLessThan(700_000);
      expect(entry.synthetic).toBe(true);
      expect(entry.seed).toBe(SEEDS[entry.kind]);
    }
  });

  it('come out of the script again', async () => {
    const film = createFilm({ kind: 'pneumonia', seed: SEEDS.pneumonia, size: FILM_SIZE });
    const committed = await sharp(filmPath('pneumonia.png')).extractChannel(0).raw().toBuffer();
    expect(committed.length).toBe(film.pixels.length);
    let differing = 0;
    let largest = 0;
    for (let i = 0; i < committed.length; i += 1) {
      const difference = Math.abs(committed[i]! - film.pixels[i]!);
      if (difference > 0) differing += 1;
      largest = Math.max(largest, difference);
    }
    // none differ on one platform; another engine may round a sine or an exponential otherwise
    expect(largest).toBeLessThanOrEqual(1);
    expect(differing).toBeLessThan(committed.length / 10_000);
    const entry = readCatalogue().films.find(({ kind }) => kind === 'pneumonia');
    expect(entry?.boxes).toEqual(film.boxes);
  });

  it('hold the pneumonia film as JPEG too', async () => {
    const jpeg = sharp(filmPath('pneumonia.jpg'));
    const { format, width, channels } = await jpeg.metadata();
    expect([format, width, channels]).toEqual(['jpeg', FILM_SIZE, 1]);
    const { channels: stats } = await jpeg.stats();
    const png = await sharp(filmPath('pneumonia.png')).stats();
    expect(Math.abs(stats[0]!.mean - png.channels[0]!.mean)).toBeLessThan(1);
  });
});
