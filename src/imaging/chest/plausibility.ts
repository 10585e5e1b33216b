import { type Chest, lungBalance } from './geometry.js';
import { areaFraction, boundingBox, centroid, type Mask, sharedFraction } from './masks.js';

/**
 * Plausible ranges of lungs and heart on a frontal film, wide around the 240 films of the JSRT set
 * with the hand-drawn outlines of van Ginneken et al. (doi:10.1016/j.media.2005.02.002); their
 * range follows each bound. Values outside mean faulty masks or another kind of image, which is not
 * measured.
 */
const LUNG_AREA = { min: 0.02, max: 0.4 }; // part of the picture; 0.070..0.251
const MIN_BALANCE = 0.25; // smaller over larger lung; 0.54..1
const MIN_SHARED_HEIGHT = 0.4; // rows with both lungs over the taller lung's; 0.68..1
const HEART_AREA = { min: 0.01, max: 0.35 }; // part of the picture; 0.058..0.143
const HEART_TO_LUNGS = { min: 0.06, max: 1.5 }; // areas; 0.18..0.53
const HEART_POSITION = { min: 0.15, max: 0.85 }; // right (0) to left (1) lung; 0.51..0.73
const MAX_HEART_IN_LUNGS = 0.3; // part of the heart; 0..0.03
const MIN_DROP = 0; // heart's below the lungs' centre, parts of the lungs' height; 0.14..0.43

const percent = (part: number) => `${(part * 100).toFixed(1)} %`;

/** Why the outlined lungs are not plausible, for clinicians; empty when they are. */
export function implausibleLungs(chest: Chest): string[] {
  const { rightLung, leftLung, shared } = chest;
  const taller = Math.max(
    rightLung.box.bottom - rightLung.box.top,
    leftLung.box.bottom - leftLung.box.top,
  );
  const misfit = [rightLung, leftLung].find(
    ({ area }) => area < LUNG_AREA.min || area > LUNG_AREA.max,
  );
  return [
    ...(misfit
      ? [`an outlined lung covers ${percent(misfit.area)} of the picture, which no lung does`]
      : []),
    ...(lungBalance(chest) < MIN_BALANCE
      ? ['one outlined lung has less than a quarter of the area of the other']
      : []),
    ...(shared.length < MIN_SHARED_HEIGHT * taller
      ? ['the outlined lungs do not lie side by side']
      : []),
    ...(shared.some(({ innerLeft, innerRight }) => innerRight - innerLeft < -chest.columns / 50)
      ? ['the outlined lungs overlap']
      : []),
  ];
}

/** Returns the position of the heart's centre between those of the right (0) and the left (1) lung. */
export function heartPosition({ rightLung, leftLung }: Chest, heart: Mask): number {
  const { x } = centroid(heart) ?? { x: Number.NaN };
  return (x - rightLung.centre.x) / (leftLung.centre.x - rightLung.centre.x);
}

/** The heart is further to the right than in any of the 240 JSRT films (0.51..0.73). */
const MIN_POSITION = 0.48;

/** Right and left look exchanged: a mirrored picture, a displaced heart, or dextrocardia. */
export function looksMirrored(chest: Chest, heart: Mask): boolean {
  return chest.mirrored || heartPosition(chest, heart) < MIN_POSITION;
}

function isInside(value: number, { min, max }: { min: number; max: number }): boolean {
  return value >= min && value <= max;
}

/** Why the outlined heart is not plausible between these lungs; empty when it is. */
export function implausibleHeart(chest: Chest, heart: Mask): string[] {
  const { rightLung, leftLung } = chest;
  const box = boundingBox(heart);
  const centre = centroid(heart);
  if (!box || !centre) return ['no heart was found'];
  const area = areaFraction(heart);
  const top = Math.min(rightLung.box.top, leftLung.box.top);
  const bottom = Math.max(rightLung.box.bottom, leftLung.box.bottom);
  const drop = (centre.y - (rightLung.centre.y + leftLung.centre.y) / 2) / (bottom - top);
  const sizes = isInside(area, HEART_AREA);
  const inLungs = sharedFraction(heart, rightLung.mask) + sharedFraction(heart, leftLung.mask);
  return [
    ...(sizes ? [] : [`the outlined heart covers ${percent(area)} of the picture`]),
    ...(isInside(area / (rightLung.area + leftLung.area), HEART_TO_LUNGS)
      ? []
      : ['the outlined heart is out of proportion to the lungs']),
    ...(isInside(heartPosition(chest, heart), HEART_POSITION)
      ? []
      : ['the outlined heart does not lie between the lungs']),
    ...(drop < MIN_DROP || box.top >= bottom
      ? ['the outlined heart does not lie at the height of the lower lungs']
      : []),
    ...(inLungs > MAX_HEART_IN_LUNGS ? ['the outlined heart lies over a lung'] : []),
  ];
}
