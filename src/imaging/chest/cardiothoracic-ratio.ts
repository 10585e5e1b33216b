import type { CellBox } from '../../core/grid-components.js';
import { biasesOf } from './cardiothoracic-bias.js';
import { normalView } from './cardiothoracic-limit.js';
import {
  type Chest,
  edgeContact,
  locateChest,
  type PictureFacts,
  rowsAcross,
  widestOf,
  widthOf,
} from './geometry.js';
import { boundingBox, type Mask, organOf, rowSpans, type StructureMap } from './masks.js';
import { implausibleHeart, implausibleLungs } from './plausibility.js';

export type LandmarkName =
  | 'right_heart_border'
  | 'left_heart_border'
  | 'right_chest_wall'
  | 'left_chest_wall';

/** A point on the picture as sent, in pixels from its top left corner; sides are the patient's. */
export interface Landmark {
  readonly name: LandmarkName;
  readonly x: number;
  readonly y: number;
}

export interface Diameter {
  /** Pixels of the picture, along its rows. */
  readonly pixels: number;
  /**
   * As projected on the detector, where the spacing is known. The heart is in front of the detector
   * and is magnified (by about a twentieth at 1.8 m PA, more AP), so this is more than the size of
   * the heart.
   */
  readonly mm?: number;
}

export interface MeasuredRatio {
  readonly quality: 'good' | 'limited';
  /** Why the quality is limited; empty when it is good. */
  readonly reasons: readonly string[];
  /** Maximal heart width over maximal inner thoracic width. */
  readonly ratio: number;
  readonly heart: Diameter;
  readonly thorax: Diameter;
  /** Greatest distances of the heart's borders from the midline; their sum is the heart's width. */
  readonly rightOfMidlinePixels: number;
  readonly leftOfMidlinePixels: number;
  readonly landmarks: readonly Landmark[];
}

export type CardiothoracicRatio =
  | MeasuredRatio
  | { readonly quality: 'refused'; readonly reasons: readonly string[] };

const FRONTAL = new Set<string | undefined>(['PA', 'AP', undefined]);
/**
 * As part of a lung's height along the picture's side; a shorter contact hides about a hundredth of
 * the width.
 */
const MAX_CONTACT = 0.3;
const PLAUSIBLE = { min: 0.2, max: 0.9 };
/** Borders are indistinct when the ratio moves by more than this between the levels. */
const MAX_SPREAD = 0.05;
const LEVELS = [0.3, 0.7] as const;

interface Maps {
  readonly right: StructureMap;
  readonly left: StructureMap;
  readonly heart: StructureMap;
}

interface ChestOutlines {
  readonly maps: Maps;
  readonly chest: Chest;
  readonly heart: Mask;
  readonly box: CellBox;
}

function refusal(...reasons: string[]): CardiothoracicRatio {
  return { quality: 'refused', reasons };
}

/** The organs, or why the masks are not plausible. */
function find(maps: readonly StructureMap[], facts: PictureFacts): ChestOutlines | string[] {
  const named = (id: string) => maps.find((map) => map.id === id);
  const [right, left, heartMap] = ['right_lung', 'left_lung', 'heart'].map(named);
  if (!right || !left || !heartMap) return ['the heart or a lung was not outlined'];
  const chest = locateChest(organOf(right), organOf(left), facts);
  if (!chest) return ['the two lungs were not found side by side'];
  const heart = organOf(heartMap);
  if (heart.rows !== chest.rows || heart.columns !== chest.columns) {
    throw new RangeError('the masks of one picture differ in size');
  }
  const box = boundingBox(heart);
  const faults = [...implausibleLungs(chest), ...implausibleHeart(chest, heart)];
  if (faults.length > 0 || !box) return faults;
  return { maps: { right, left, heart: heartMap }, chest, heart, box };
}

const ratioOf = ({ chest, box }: ChestOutlines) => (box.right - box.left) / widthOf(chest.widest);

/** The ratio of outlines drawn at another level; undefined where an organ has no cells. */
function ratioAt(level: number, maps: Maps, mirrored: boolean): number | undefined {
  const box = boundingBox(organOf(maps.heart, level));
  const lungs = [organOf(maps.right, level), organOf(maps.left, level)] as const;
  const widest = widestOf(rowsAcross(...lungs, mirrored));
  return box && widest && (box.right - box.left) / widthOf(widest);
}

/** The change of the ratio when the borders are drawn at a lower and a higher level. */
function spreadOf({ maps, chest }: ChestOutlines): number {
  const ratios = LEVELS.map((level) => ratioAt(level, maps, chest.mirrored) ?? Infinity);
  return Math.max(...ratios) - Math.min(...ratios);
}

function diameter(cells: number, columns: number, facts: PictureFacts): Diameter {
  const pixels = (cells * facts.width) / columns;
  const spacing = facts.pixelSpacingMm?.columns;
  return spacing === undefined ? { pixels } : { pixels, mm: pixels * spacing };
}

/** Middle of the rows in which the heart reaches its border. */
function rowAt(heart: Mask, edge: 'first' | 'last', column: number): number {
  const span = rowSpans(heart)[edge];
  return (span.indexOf(column) + span.lastIndexOf(column)) / 2;
}

function landmarksOf({ chest, heart, box }: ChestOutlines, facts: PictureFacts): Landmark[] {
  const [near, far] = chest.mirrored ? (['left', 'right'] as const) : (['right', 'left'] as const);
  const at = (name: LandmarkName, column: number, row: number) => ({
    name,
    x: (column * facts.width) / chest.columns,
    y: ((row + 0.5) * facts.height) / chest.rows,
  });
  return [
    at(`${near}_heart_border`, box.left, rowAt(heart, 'first', box.left)),
    at(`${far}_heart_border`, box.right, rowAt(heart, 'last', box.right - 1)),
    at(`${near}_chest_wall`, chest.widest.left, chest.widest.row),
    at(`${far}_chest_wall`, chest.widest.right, chest.widest.row),
  ];
}

function measured(outlines: ChestOutlines, facts: PictureFacts, reasons: string[]): MeasuredRatio {
  const { chest, box } = outlines;
  const { midline, columns } = chest;
  const middle = midline.at + (midline.slope * (box.top + box.bottom)) / 2;
  const near = ((middle - box.left) * facts.width) / columns;
  const far = ((box.right - middle) * facts.width) / columns;
  return {
    quality: reasons.length > 0 ? 'limited' : 'good',
    reasons,
    ratio: ratioOf(outlines),
    heart: diameter(box.right - box.left, columns, facts),
    thorax: diameter(widthOf(chest.widest), columns, facts),
    rightOfMidlinePixels: chest.mirrored ? far : near,
    leftOfMidlinePixels: chest.mirrored ? near : far,
    landmarks: landmarksOf(outlines, facts),
  };
}

/**
 * The cardiothoracic ratio from the outlines of the heart and the lungs on a frontal film.
 *
 * The heart's width is the distance between its outermost right and left borders, the sum of the
 * greatest distances from the midline; the thorax' width is the widest distance between the outer
 * edges of both lungs within one row, at or above the costophrenic angles (Danzer, Am J
 * Med Sci 1919;157:513-521; from outlines: van Ginneken et al., Med Image Anal 2006;10:19-40,
 * doi:10.1016/j.media.2005.02.002). Both run along the rows of the picture, so its aspect does not
 * matter. The midline is the axis of symmetry of the chest wall.
 *
 * Refused, with the reason, for lateral and oblique views, for outlines that cannot be a heart and
 * lungs, and where the chest wall is beyond the picture's side. Limited where the film itself biases the
 * ratio. `cardiothoracicLimit` gives the normal limit.
 *
 * @param maps `right_lung`, `left_lung` and `heart`, all of one size, over the whole picture
 * @throws RangeError for maps that are malformed or differ in size
 */
export function cardiothoracicRatio(
  maps: readonly StructureMap[],
  facts: PictureFacts,
): CardiothoracicRatio {
  const view = normalView(facts.view);
  if (!FRONTAL.has(view)) {
    return refusal(`the ratio is defined on frontal films; the view is ${view}`);
  }
  const outlines = find(maps, facts);
  if (Array.isArray(outlines)) return refusal(...outlines);
  const { left, right } = edgeContact(outlines.chest);
  if (Math.max(left, right) > MAX_CONTACT) {
    return refusal('a lung reaches the side of the picture, so the chest wall is cut off');
  }
  const ratio = ratioOf(outlines);
  if (ratio < PLAUSIBLE.min || ratio > PLAUSIBLE.max) {
    return refusal(`a ratio of ${ratio.toFixed(2)} is not plausible`);
  }
  const indistinct = spreadOf(outlines) > MAX_SPREAD;
  return measured(outlines, facts, [
    ...biasesOf(outlines.chest, outlines.heart, facts),
    ...(indistinct ? ['the borders of the heart or of the lungs are indistinct'] : []),
  ]);
}
