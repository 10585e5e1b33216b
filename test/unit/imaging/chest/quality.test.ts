import { describe, expect, it } from 'vitest';
import type { GreyPlane, GreyStatistics } from '../../../../src/imaging/chest/exposure.js';
import type { PictureFacts } from '../../../../src/imaging/chest/geometry.js';
import type { StructureMap } from '../../../../src/imaging/chest/masks.js';
import { chestQuality } from '../../../../src/imaging/chest/quality.js';
import { CHEST, type ChestPlan, chestMaps, mirroredMap } from '../../../support/chest-masks.js';

const FILM: PictureFacts = { width: 1024, height: 1024 };
const GREYS: GreyStatistics = {
  mean: 130,
  deviation: 55,
  darkFraction: 0.02,
  brightFraction: 0.01,
};

const of = (maps: readonly StructureMap[], greys = GREYS, plane?: GreyPlane) =>
  chestQuality(maps, FILM, greys, plane);
const named = (found: ReturnType<typeof of>) =>
  found.map(({ issue, severe }) => (severe ? `${issue}!` : issue));
const plan = (change: Partial<ChestPlan>) => chestMaps({ ...CHEST, ...change });

/** A film of two greys: one in the lungs, one elsewhere. */
function planeOf(maps: readonly StructureMap[], lung: number, elsewhere: number): GreyPlane {
  const values = Float32Array.from(maps[0]!.probabilities, (p, i) =>
    p > 0 || maps[1]!.probabilities[i]! > 0 ? lung : elsewhere,
  );
  return { rows: 256, columns: 256, values };
}

/** Everything moved: right by a part of the picture, down by another. */
function shifted(right: number, down: number): Partial<ChestPlan> {
  const move = ({ x, y, a, b }: ChestPlan['heart']) => ({ x: x + right, y: y + down, a, b });
  const { rightLung, leftLung, heart } = CHEST;
  return { rightLung: move(rightLung), leftLung: move(leftLung), heart: move(heart) };
}

describe('chestQuality', () => {
  const maps = chestMaps(CHEST);

  it('finds nothing against a usual film', () => {
    expect(of(maps)).toEqual([]);
    expect(of(maps, GREYS, planeOf(maps, 80, 150))).toEqual([]);
  });

  it('sees lungs that are cut off, and says where', () => {
    expect(of(plan(shifted(0.105, 0)))).toMatchObject([
      { issue: 'cropped', reason: expect.stringContaining('right edge'), severe: false },
    ]);
    expect(of(plan(shifted(-0.105, 0)))[0]!.reason).toContain('left edge');
    expect(named(of(plan(shifted(-0.14, 0))))).toContain('cropped!');
    expect(of(plan(shifted(0, 0.201)))).toMatchObject([
      { issue: 'cropped', reason: expect.stringContaining('lower edge'), severe: false },
    ]);
    expect(named(of(plan(shifted(0, 0.3))))).toContain('cropped!');
    expect(of(plan(shifted(0, -0.15)))).toMatchObject([
      { issue: 'cropped', reason: expect.stringContaining('upper edge'), severe: false },
    ]);
  });

  it('sees a tilted chest and gives the angle', () => {
    expect(of(chestMaps(CHEST, { degrees: 5 }))).toEqual([]);
    for (const degrees of [15, -15]) {
      expect(of(chestMaps(CHEST, { degrees }))).toMatchObject([
        { issue: 'tilted', reason: expect.stringMatching(/ 1[2-8]°$/), severe: false },
      ]);
    }
    expect(named(of(chestMaps(CHEST, { degrees: 25 })))).toContain('tilted!');
  });

  it('sees a turned patient', () => {
    const { rightLung, leftLung } = CHEST;
    const turned = (by: number) =>
      plan({
        rightLung: { ...rightLung, x: rightLung.x + by, a: rightLung.a + by },
        leftLung: { ...leftLung, x: leftLung.x + by, a: leftLung.a - by },
      });
    expect(named(of(turned(0.02)))).toEqual([]);
    expect(named(of(turned(0.06)))).toEqual(['rotated']);
    expect(named(of(turned(0.09)))).toEqual(['rotated!']);
  });

  it('sees exchanged sides', () => {
    expect(named(of(maps.map(mirroredMap)))).toEqual(['mirrored']);
  });

  it('calls lungs implausible that cannot be lungs, and says no more of their position', () => {
    const none = { ...maps[0]!, probabilities: new Uint8Array(256 * 256) };
    expect(named(of([none, maps[1]!, maps[2]!]))).toEqual(['implausible_lungs!']);
    expect(named(of([maps[1]!, maps[2]!]))).toEqual(['implausible_lungs!']);
    const small = plan({ leftLung: { x: 0.98, y: 0.3, a: 0.04, b: 0.15 } });
    expect(named(of(small))).toEqual(['implausible_lungs!']);
    expect(named(of([none, none, none], { ...GREYS, brightFraction: 0.6 }))).toEqual([
      'implausible_lungs!',
      'underexposed!',
    ]);
  });

  it('judges the exposure between the lungs and the heart', () => {
    const seen = (lung: number, elsewhere: number) =>
      named(of(maps, GREYS, planeOf(maps, lung, elsewhere)));
    expect(seen(150, 80)).toEqual(['inverted!']);
    expect(seen(120, 124)).toEqual(['low_contrast']);
    expect(seen(2, 120)).toEqual(['overexposed!']);
    expect(seen(150, 253)).toEqual(['underexposed!']);
  });

  it('throws for greys of another size', () => {
    const plane = { rows: 2, columns: 2, values: new Float32Array(4) };
    expect(() => of(maps, GREYS, plane)).toThrow(RangeError);
  });
});
