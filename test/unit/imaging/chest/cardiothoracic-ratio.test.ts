import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  cardiothoracicRatio,
  type MeasuredRatio,
} from '../../../../src/imaging/chest/cardiothoracic-ratio.js';
import type { PictureFacts } from '../../../../src/imaging/chest/geometry.js';
import type { StructureMap } from '../../../../src/imaging/chest/masks.js';
import {
  CHEST,
  type ChestPlan,
  chestMaps,
  ellipseMap,
  mirroredMap,
  plannedRatio,
  withSquare,
} from '../../../support/chest-masks.js';
import { rounds } from '../../../support/rounds.js';

const FILM: PictureFacts = { width: 1024, height: 1024, view: 'PA' };
const plan = (change: Partial<ChestPlan>): ChestPlan => ({ ...CHEST, ...change });

function measured(maps: readonly StructureMap[], facts = FILM): MeasuredRatio {
  const result = cardiothoracicRatio(maps, facts);
  if (result.quality === 'refused') throw new Error(result.reasons.join('; '));
  return result;
}
const reasons = (maps: readonly StructureMap[], facts = FILM) =>
  cardiothoracicRatio(maps, facts).reasons.join('; ');
const quality = (maps: readonly StructureMap[], facts = FILM) =>
  cardiothoracicRatio(maps, facts).quality;

/** Moves a map by whole cells; what leaves the picture is gone. */
function moved(map: StructureMap, right: number, down: number): StructureMap {
  const probabilities = map.probabilities.map((_, cell) => {
    const column = (cell % map.columns) - right;
    const row = Math.floor(cell / map.columns) - down;
    const inside = column >= 0 && column < map.columns && row >= 0 && row < map.rows;
    return inside ? map.probabilities[row * map.columns + column]! : 0;
  });
  return { ...map, probabilities };
}

/** Each cell becomes two by two. */
function doubled(map: StructureMap): StructureMap {
  const [rows, columns] = [map.rows * 2, map.columns * 2];
  const probabilities = Uint8Array.from(
    { length: rows * columns },
    (_, cell) =>
      map.probabilities[
        Math.floor(Math.floor(cell / columns) / 2) * map.columns + Math.floor((cell % columns) / 2)
      ]!,
  );
  return { id: map.id, rows, columns, probabilities };
}

const squares = fc.array(
  fc.record({
    map: fc.integer({ min: 0, max: 2 }),
    row: fc.integer({ min: 0, max: 255 }),
    column: fc.integer({ min: 0, max: 255 }),
    side: fc.integer({ min: 1, max: 2 }),
    value: fc.constantFrom(0, 40, 200, 255),
  }),
  { minLength: 1, maxLength: 40 },
);

describe('cardiothoracicRatio', () => {
  it('measures a planned chest, its diameters and its landmarks', () => {
    const result = measured(chestMaps(CHEST), { ...FILM, width: 2000, height: 1000 });
    expect(result.ratio).toBeCloseTo(plannedRatio(CHEST), 2);
    expect(result.ratio).toBe(result.heart.pixels / result.thorax.pixels);
    expect(Math.abs(result.heart.pixels - 640)).toBeLessThan(20);
    expect(Math.abs(result.thorax.pixels - 1600)).toBeLessThan(20);
    expect(result.heart).not.toHaveProperty('mm');
    const expected = [
      ['right_heart_border', 760, 620],
      ['left_heart_border', 1400, 620],
      ['right_chest_wall', 200, 450],
      ['left_chest_wall', 1800, 450],
    ] as const;
    for (const [i, [name, x, y]] of expected.entries()) {
      expect(result.landmarks[i]!.name).toBe(name);
      expect(Math.abs(result.landmarks[i]!.x - x)).toBeLessThan(16);
      expect(Math.abs(result.landmarks[i]!.y - y)).toBeLessThan(16);
    }
  });

  it('is good on an upright PA film of usual shape', () => {
    expect(cardiothoracicRatio(chestMaps(CHEST), FILM)).toMatchObject({
      quality: 'good',
      reasons: [],
    });
  });

  it('gives the classical distances from the midline, whose sum is the width of the heart', () => {
    const result = measured(chestMaps(CHEST));
    expect(result.rightOfMidlinePixels + result.leftOfMidlinePixels).toBeCloseTo(
      result.heart.pixels,
      6,
    );
    expect(Math.abs(result.rightOfMidlinePixels - 0.12 * 1024)).toBeLessThan(8);
    expect(Math.abs(result.leftOfMidlinePixels - 0.2 * 1024)).toBeLessThan(8);
  });

  it('gives millimetres on the detector by the spacing of the columns', () => {
    const pixelSpacingMm = { rows: 0.2, columns: 0.4 };
    // Rows half as high as columns are wide, so twice as many of them.
    const result = measured(chestMaps(CHEST), { ...FILM, height: 2048, pixelSpacingMm });
    expect(result.quality).toBe('good');
    expect(result.heart.mm).toBeCloseTo(result.heart.pixels * 0.4, 9);
    expect(result.thorax.mm).toBeCloseTo(result.thorax.pixels * 0.4, 9);
  });

  it('does not depend on the shape of the picture', () => {
    const ratios = [
      { width: 3000, height: 2500 },
      { width: 400, height: 400 },
    ].map((size) => measured(chestMaps(CHEST), { ...FILM, ...size }).ratio);
    expect(new Set(ratios).size).toBe(1);
  });

  it('stays within 0.01 under specks, spurs and holes', () => {
    const clean = chestMaps(CHEST);
    const { ratio } = measured(clean);
    fc.assert(
      fc.property(squares, (noise) => {
        const maps = noise.reduce(
          (all, { map, ...square }) => all.with(map, withSquare(all[map]!, square)),
          clean,
        );
        expect(Math.abs(measured(maps).ratio - ratio)).toBeLessThan(0.01);
      }),
      { numRuns: rounds({ short: 12, long: 300 }) },
    );
  });

  it('stays within 0.01 under large holes inside and a large piece apart', () => {
    const [right, left, heart] = chestMaps(CHEST);
    const { ratio } = measured([right!, left!, heart!]);
    const holed = [
      withSquare(right!, { row: 100, column: 55, side: 25, value: 0 }),
      withSquare(left!, { row: 5, column: 2, side: 16, value: 255 }),
      withSquare(heart!, { row: 150, column: 130, side: 20, value: 0 }),
    ];
    expect(Math.abs(measured(holed).ratio - ratio)).toBeLessThan(0.01);
  });

  it('is the same wherever the chest lies, and twice as large', () => {
    const clean = chestMaps(CHEST);
    const { ratio } = measured(clean);
    fc.assert(
      fc.property(fc.integer({ min: -20, max: 20 }), fc.integer({ min: -20, max: 20 }), (x, y) => {
        expect(measured(clean.map((map) => moved(map, x, y))).ratio).toBe(ratio);
      }),
      { numRuns: rounds({ short: 10, long: 100 }) },
    );
    const small = chestMaps(CHEST, { size: 128 });
    expect(Math.abs(measured(small.map(doubled)).ratio - measured(small).ratio)).toBeLessThan(0.01);
  });

  it('finds the planned ratio of chests of any size', () => {
    const anyScale = fc.double({ min: 0.6, max: 1.1, noNaN: true });
    const anyHeart = fc.double({ min: 0.11, max: 0.24, noNaN: true });
    fc.assert(
      fc.property(anyScale, anyHeart, (scale, a) => {
        const scaled = ({ x, y, a: across, b }: ChestPlan['heart']) => ({
          x: 0.5 + (x - 0.5) * scale,
          y: 0.5 + (y - 0.5) * scale,
          a: across * scale,
          b: b * scale,
        });
        const chest = {
          rightLung: scaled(CHEST.rightLung),
          leftLung: scaled(CHEST.leftLung),
          heart: scaled({ ...CHEST.heart, a, y: 0.7 }),
        };
        const { ratio } = measured(chestMaps(chest));
        expect(Math.abs(ratio - plannedRatio(chest))).toBeLessThan(0.02);
      }),
      { numRuns: rounds({ short: 10, long: 200 }) },
    );
  });

  it('gives a mirrored film the same value, and says so', () => {
    const maps = chestMaps(CHEST);
    const { ratio, landmarks } = measured(maps);
    const mirrored = measured(maps.map(mirroredMap));
    expect(mirrored.ratio).toBe(ratio);
    expect(mirrored.quality).toBe('limited');
    expect(mirrored.reasons.join()).toContain('mirrored');
    const at = (all: MeasuredRatio['landmarks'], name: string) =>
      all.find((landmark) => landmark.name === name)!.x;
    for (const { name, x } of landmarks) expect(at(mirrored.landmarks, name)).toBeCloseTo(1024 - x);
    // A net that goes by place calls the lungs by where they lie: the heart gives it away.
    const [left, right, heart] = maps.map(mirroredMap);
    const byPlace = [{ ...right!, id: 'right_lung' }, { ...left!, id: 'left_lung' }, heart!];
    expect(measured(byPlace).ratio).toBe(ratio);
    expect(reasons(byPlace)).toContain('mirrored');
  });

  it('refuses views from the side', () => {
    for (const view of ['LL', 'RL', 'RLO', 'lld']) {
      expect(reasons(chestMaps(CHEST), { ...FILM, view })).toContain('frontal');
    }
    expect(quality(chestMaps(CHEST), { width: 10, height: 10 })).toBe('good');
  });

  it('refuses what is missing', () => {
    const [right, left, heart] = chestMaps(CHEST);
    expect(reasons([right!, left!])).toContain('not outlined');
    const empty = (map: StructureMap) => ({ ...map, probabilities: new Uint8Array(256 * 256) });
    expect(reasons([right!, left!, empty(heart!)])).toContain('no heart');
    expect(reasons([empty(right!), left!, heart!])).toContain('not found side by side');
  });

  it('refuses outlines that cannot be a heart and lungs', () => {
    const { leftLung, heart } = CHEST;
    const cases: [Partial<ChestPlan>, string][] = [
      [{ leftLung: { ...leftLung, a: 0.04, b: 0.2 } }, 'quarter of the area'],
      [{ leftLung: { ...leftLung, a: 0.03, b: 0.1 } }, 'which no lung does'],
      [{ heart: { ...heart, a: 0.04, b: 0.04 } }, 'covers 0.5 % of the picture'],
      [{ heart: { ...heart, x: 0.9 } }, 'between the lungs'],
      [{ heart: { ...heart, y: 0.2 } }, 'height of the lower lungs'],
      [{ rightLung: { x: 0.26, y: 0.25, a: 0.24, b: 0.13 } }, 'side by side'],
      [{ leftLung: { ...leftLung, x: 0.5 } }, 'overlap'],
    ];
    for (const [change, reason] of cases) {
      expect(reasons(chestMaps(plan(change)))).toContain(reason);
      expect(quality(chestMaps(plan(change)))).toBe('refused');
    }
  });

  it('refuses a heart drawn over a lung', () => {
    const [right, left] = chestMaps(CHEST);
    const heart = ellipseMap('heart', { ...CHEST.heart, x: 0.64 });
    expect(reasons([right!, left!, heart])).toBe('the outlined heart lies over a lung');
  });

  it('refuses a chest whose wall is cut off', () => {
    const maps = chestMaps(CHEST).map((map) => moved(map, -32, 0));
    expect(cardiothoracicRatio(maps, FILM)).toEqual({
      quality: 'refused',
      reasons: ['a lung reaches the side of the picture, so the chest wall is cut off'],
    });
  });

  it('limits what the film biases', () => {
    const { rightLung, leftLung } = CHEST;
    const low = { ...FILM, height: 600 };
    const cases: [readonly StructureMap[], PictureFacts, string][] = [
      [chestMaps(CHEST), { ...FILM, view: 'AP' }, 'AP film'],
      [chestMaps(CHEST), low, 'poor inspiration'],
      [chestMaps(CHEST, { degrees: 14 }), FILM, 'tilted'],
      [chestMaps(plan({ leftLung: { ...leftLung, y: 0.3, b: 0.2, a: 0.13 } })), FILM, 'smaller'],
      [chestMaps(plan({ leftLung: { ...leftLung, y: 0.32, b: 0.22 } })), FILM, 'bases'],
      [chestMaps(CHEST).map((map) => moved(map, 0, 60)), FILM, 'lower edge'],
      [chestMaps(CHEST).map((map) => moved(map, -26, 0)), FILM, 'touches the side'],
      [
        chestMaps(
          plan({
            rightLung: { ...rightLung, x: 0.3, a: 0.2 },
            leftLung: { ...leftLung, x: 0.8, a: 0.1 },
          }),
        ),
        FILM,
        'off the middle',
      ],
    ];
    for (const [maps, facts, reason] of cases) {
      expect(reasons(maps, facts)).toContain(reason);
      expect(quality(maps, facts)).toBe('limited');
    }
  });

  it('limits borders that the net is not sure of', () => {
    const [right, left] = chestMaps(CHEST);
    const sure = ellipseMap('heart', { ...CHEST.heart, a: 0.13, x: 0.52 });
    const outer = ellipseMap('heart', { ...CHEST.heart, a: 0.18, x: 0.52 });
    const probabilities = sure.probabilities.map((p, i) =>
      Math.max(p, outer.probabilities[i]! / 2),
    );
    const result = measured([right!, left!, { ...sure, probabilities }]);
    expect(result.reasons).toEqual(['the borders of the heart or of the lungs are indistinct']);
  });

  it('throws for maps of different sizes', () => {
    const [right, left, heart] = chestMaps(CHEST);
    const small = chestMaps(CHEST, { size: 64 });
    expect(() => cardiothoracicRatio([right!, left!, small[2]!], FILM)).toThrow(RangeError);
    expect(() => cardiothoracicRatio([right!, small[1]!, heart!], FILM)).toThrow(RangeError);
  });

  it('answers any map without throwing, and with a plausible ratio', () => {
    const anyMap = (id: string) =>
      fc
        .uint8Array({ minLength: 12 * 12, maxLength: 12 * 12 })
        .map((probabilities) => ({ id, rows: 12, columns: 12, probabilities }));
    const anyMaps = fc.tuple(anyMap('right_lung'), anyMap('left_lung'), anyMap('heart'));
    fc.assert(
      fc.property(anyMaps, (maps) => {
        const result = cardiothoracicRatio(maps, FILM);
        if (result.quality === 'refused') expect(result.reasons.length).toBeGreaterThan(0);
        else expect(result.ratio > 0.2 && result.ratio < 0.9).toBe(true);
      }),
    );
  });
});
