import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  cardiothoracicRatio,
  type MeasuredRatio,
} from '../../src/imaging/chest/cardiothoracic-ratio.js';
import {
  exposureIssues,
  type GreyPlane,
  type GreyStatistics,
} from '../../src/imaging/chest/exposure.js';
import { organOf, type StructureMap } from '../../src/imaging/chest/masks.js';
import { chestQuality } from '../../src/imaging/chest/quality.js';
import { mirroredMap, withSquare } from '../support/chest-masks.js';
import { isLongRun } from '../support/rounds.js';

const DATA = join(import.meta.dirname, '../../../shared/data');
const MASKS = join(DATA, 'cxr-masks');
const NIH = join(DATA, 'cxr-nih', 'images');
/** Said in the name of what is skipped. */
const missing = (folder: string) =>
  existsSync(folder) ? '' : ' [skipped: the films are not here]';

/** What is changed is one film in so many. */
const ONE_IN = isLongRun ? 1 : 6;
const SIZE = 256;
const FILM = { width: 2048, height: 2048, view: 'PA' };
const IDS = ['right_lung', 'left_lung', 'heart'] as const;

interface Film {
  readonly name: string;
  readonly maps: StructureMap[];
  /** The same with their organs, found once. */
  readonly outlined: StructureMap[];
  readonly plane: GreyPlane;
}

async function greysOf(file: string): Promise<Uint8Array> {
  const scaled = sharp(file).resize(SIZE, SIZE, { fit: 'fill' });
  return Uint8Array.from(await scaled.extractChannel(0).raw().toBuffer());
}

async function filmOf(name: string): Promise<Film> {
  const maps = await Promise.all(
    IDS.map(async (id) => ({
      id,
      rows: SIZE,
      columns: SIZE,
      probabilities: await greysOf(join(MASKS, id, `${name}.png`)),
    })),
  );
  const values = Float32Array.from(await greysOf(join(MASKS, 'images', `${name}.jpg`)));
  const outlined = maps.map((map) => ({ ...map, organ: organOf(map) }));
  return { name, maps, outlined, plane: { rows: SIZE, columns: SIZE, values } };
}

function statisticsOf(values: ArrayLike<number>): GreyStatistics {
  const counts = new Array<number>(256).fill(0);
  for (let i = 0; i < values.length; i += 1) counts[values[i]!]! += 1;
  const meanOf = (of: (grey: number) => number) =>
    counts.reduce((sum, count, grey) => sum + count * of(grey), 0) / values.length;
  const part = (of: (grey: number) => boolean) => meanOf((grey) => (of(grey) ? 1 : 0));
  const mean = meanOf((grey) => grey);
  const deviation = Math.sqrt(meanOf((grey) => (grey - mean) ** 2));
  return {
    mean,
    deviation,
    darkFraction: part((g) => g <= 5),
    brightFraction: part((g) => g >= 250),
  };
}

/** A map with its rows as columns. */
function sidewaysMap(map: StructureMap): StructureMap {
  const probabilities = new Uint8Array(SIZE * SIZE);
  for (let row = 0, i = 0; row < SIZE; row += 1) {
    for (let column = 0; column < SIZE; column += 1, i += 1) {
      probabilities[i] = map.probabilities[column * SIZE + row]!;
    }
  }
  return { ...map, probabilities };
}

/** Numbers that come again. */
function sequence(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Specks, spurs and small holes everywhere. */
function noisy(maps: readonly StructureMap[], random: () => number): StructureMap[] {
  return maps.map((map) =>
    Array.from({ length: 40 }).reduce<StructureMap>(
      (all) =>
        withSquare(all, {
          row: Math.floor(random() * SIZE),
          column: Math.floor(random() * SIZE),
          side: 1 + Math.floor(random() * 2),
          value: random() < 0.5 ? 255 : 0,
        }),
      map,
    ),
  );
}

describe.skipIf(!existsSync(MASKS))(
  `the cardiothoracic ratio of 240 films outlined by hand (JSRT, SCR)${missing(MASKS)}`,
  () => {
    let films: Film[] = [];
    let results: [Film, MeasuredRatio][] = [];

    beforeAll(async () => {
      const names = readdirSync(join(MASKS, 'heart')).map((file) => file.replace('.png', ''));
      for (const name of names.sort()) films = [...films, await filmOf(name)];
      results = films.flatMap((film) => {
        const result = cardiothoracicRatio(film.outlined, FILM);
        return result.quality === 'refused' ? [] : [[film, result]];
      });
    });

    it('is measured on every film, and limited on the few that are odd', () => {
      expect(films).toHaveLength(240);
      expect(results).toHaveLength(240);
      const limited = results.filter(([, { quality }]) => quality === 'limited');
      // Raised diaphragm in 016; very low lungs in the two others.
      expect(limited.map(([{ name }]) => name)).toEqual(['JPCLN016', 'JPCNN083', 'JPCNN088']);
    });

    it('is within the range of adults on PA films', () => {
      // Means of adults on PA films: 0.459 (n = 1,989; doi:10.4314/gmj.v49i3.6), 0.46 with a
      // deviation of 0.04 (n = 100; doi:10.4103/2276-7096.139044).
      const ratios = results.map(([, { ratio }]) => ratio);
      const mean = ratios.reduce((sum, ratio) => sum + ratio, 0) / ratios.length;
      const deviation = Math.sqrt(
        ratios.reduce((sum, ratio) => sum + (ratio - mean) ** 2, 0) / ratios.length,
      );
      expect(mean).toBeGreaterThan(0.44);
      expect(mean).toBeLessThan(0.5);
      expect(deviation).toBeGreaterThan(0.03);
      expect(deviation).toBeLessThan(0.07);
      expect(Math.min(...ratios)).toBeGreaterThan(0.33);
      expect(Math.max(...ratios)).toBeLessThan(0.67);
    });

    it('places the borders in order, and the greater part of the heart to the left', () => {
      for (const [, { landmarks }] of results) {
        const x = new Map(landmarks.map((landmark) => [landmark.name, landmark.x]));
        const order = [
          'right_chest_wall',
          'right_heart_border',
          'left_heart_border',
          'left_chest_wall',
        ] as const;
        const along = order.map((name) => x.get(name)!);
        expect(along).toEqual(along.toSorted((a, b) => a - b));
      }
      const left = results.filter(([, r]) => r.leftOfMidlinePixels > r.rightOfMidlinePixels);
      expect(left).toHaveLength(240);
    });

    it('moves by less than 0.01 under specks and small holes, and not at all in a mirror', () => {
      const random = sequence(7);
      for (const [i, [{ maps }, { ratio }]] of results.entries()) {
        if (i % ONE_IN > 0) continue;
        expect(cardiothoracicRatio(maps.map(mirroredMap), FILM)).toMatchObject({ ratio });
        const again = cardiothoracicRatio(noisy(maps, random), FILM);
        if (again.quality === 'refused') throw new Error(again.reasons.join());
        expect(Math.abs(again.ratio - ratio)).toBeLessThan(0.01);
      }
    });

    it('finds at most 1 % of the films unfit to be read', () => {
      const unfit = films.filter(({ outlined, plane }) =>
        chestQuality(outlined, FILM, statisticsOf(plane.values), plane).some(
          ({ severe }) => severe,
        ),
      );
      expect(unfit.length).toBeLessThanOrEqual(2);
    });

    it('refuses films that are upside down or on their side, and sees inverted ones', () => {
      let [turned, upended, inverted] = [0, 0, 0];
      const changed = films.filter((_, i) => i % ONE_IN === 0);
      for (const { maps, outlined, plane } of changed) {
        const upright = maps.map((map) => ({
          ...map,
          probabilities: map.probabilities.toReversed(),
        }));
        if (cardiothoracicRatio(upright, FILM).quality === 'refused') upended += 1;
        const sideways = maps.map(sidewaysMap);
        if (cardiothoracicRatio(sideways, FILM).quality === 'refused') turned += 1;
        const negative = { ...plane, values: plane.values.map((grey) => 255 - grey) };
        const found = chestQuality(outlined, FILM, statisticsOf(negative.values), negative);
        if (found.some(({ issue }) => issue === 'inverted')) inverted += 1;
      }
      expect([turned, upended, inverted]).toEqual(Array(3).fill(240 / ONE_IN));
    });
  },
);

describe.skipIf(!existsSync(NIH))(
  `the exposure of films of another hospital${missing(NIH)}`,
  () => {
    it('is severe in at most 1 % of 200 films', async () => {
      const files = readdirSync(NIH).sort();
      const step = Math.floor(files.length / 200);
      const sample = files.filter((_, i) => i % step === 0).slice(0, 200);
      expect(sample).toHaveLength(200);
      let unfit = 0;
      for (const file of sample) {
        const issues = exposureIssues(statisticsOf(await greysOf(join(NIH, file))));
        if (issues.some(({ severe }) => severe)) unfit += 1;
      }
      expect(unfit).toBeLessThanOrEqual(2);
    });
  },
);
