import type { CellBox } from '../../core/grid-components.js';
import { type MaskMoments, momentsOf } from './mask-moments.js';
import { boundingBox, type Mask, rowSpans } from './masks.js';

/** Facts about a picture besides its pixels. */
export interface PictureFacts {
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  /**
   * Distance between the centres of neighbouring rows and of neighbouring columns of this picture,
   * in mm: first and second value of DICOM Imager Pixel Spacing or Pixel Spacing (PS3.3 10.7.1.3).
   */
  readonly pixelSpacingMm?: { readonly rows: number; readonly columns: number } | undefined;
  /** DICOM View Position: `PA`, `AP`, `LL`, … */
  readonly view?: string | undefined;
}

/** One row that crosses both lungs; edges in cells from the picture's left. */
export interface ThoraxRow {
  readonly row: number;
  /** Inner chest wall on the picture's left. */
  readonly left: number;
  /** Where the mediastinum begins and ends. */
  readonly innerLeft: number;
  readonly innerRight: number;
  readonly right: number;
}

interface Lung {
  readonly mask: Mask;
  readonly box: CellBox;
  /** Of its cells; x and y are its centre. */
  readonly centre: MaskMoments;
  /** Part of the picture, 0..1. */
  readonly area: number;
}

/** Position of the lungs; all lengths in cells of the masks. */
export interface Chest {
  readonly rows: number;
  readonly columns: number;
  /** How many times taller than wide a cell is in the patient. */
  readonly aspect: number;
  /** The patient's sides. */
  readonly rightLung: Lung;
  readonly leftLung: Lung;
  /** The patient's right lung is on the right of the picture, as in a mirrored one. */
  readonly mirrored: boolean;
  /** Rows that cross both lungs, from the top; never empty. */
  readonly shared: readonly ThoraxRow[];
  /** The shared row with the widest distance between the inner chest walls; the middle of several. */
  readonly widest: ThoraxRow;
  /** Of the lungs' axes against the vertical; positive: the lower end is to the right. */
  readonly tiltDegrees: number;
  /** Axis of the chest wall: column edge = at + slope × row. */
  readonly midline: { readonly at: number; readonly slope: number };
}

function lungOf(mask: Mask): Lung | undefined {
  const box = boundingBox(mask);
  if (!box) return undefined;
  const centre = momentsOf(mask);
  return { mask, box, centre, area: centre.count / mask.cells.length };
}

function sharedRows(pictureLeft: Mask, pictureRight: Mask): ThoraxRow[] {
  const near = rowSpans(pictureLeft);
  const far = rowSpans(pictureRight);
  return Array.from(near.first, (left, row) => ({
    row,
    left,
    innerLeft: (near.last[row] ?? -1) + 1,
    innerRight: far.first[row] ?? -1,
    right: (far.last[row] ?? -1) + 1,
  })).filter(({ left, innerRight }) => left >= 0 && innerRight >= 0);
}

/** The rows that cross both lungs of a chest, from the top; other outlines of the same organs. */
export function rowsAcross(right: Mask, left: Mask, mirrored: boolean): ThoraxRow[] {
  return mirrored ? sharedRows(left, right) : sharedRows(right, left);
}

export const widthOf = ({ left, right }: ThoraxRow) => right - left;

/** The widest row, the middle one of several; undefined without rows. */
export function widestOf(rows: readonly ThoraxRow[]): ThoraxRow | undefined {
  const maxWidth = Math.max(...rows.map(widthOf));
  const widest = rows.filter((row) => widthOf(row) === maxWidth);
  return widest[Math.floor((widest.length - 1) / 2)];
}

/**
 * How many times taller than wide a cell is in the patient; 1 for square pixels or without spacing.
 */
function cellAspect({ rows, columns }: Mask, facts: PictureFacts): number {
  const spacing = facts.pixelSpacingMm ?? { rows: 1, columns: 1 };
  return ((facts.height / rows) * spacing.rows) / ((facts.width / columns) * spacing.columns);
}

/** Angle of a lung's long axis to the vertical, radians; positive: its lower end is to the right. */
function axisAngle({ centre: { xx, xy, yy } }: Lung, aspect: number): number {
  return Math.atan2(2 * xy * aspect, yy * aspect * aspect - xx) / 2;
}

/** Of the chest wall: through the middles between its sides, along the mean axis of the lungs. */
function midlineOf(shared: readonly ThoraxRow[], slope: number): Chest['midline'] {
  const offsets = shared.map(({ row, left, right }) => (left + right) / 2 - slope * (row + 0.5));
  return { at: offsets.reduce((sum, offset) => sum + offset, 0) / offsets.length, slope };
}

/**
 * Finds the chest between two lungs.
 *
 * @returns undefined when a lung is empty or no row crosses both
 * @throws RangeError when the masks differ in size
 */
export function locateChest(right: Mask, left: Mask, facts: PictureFacts): Chest | undefined {
  const { rows, columns } = right;
  if (left.rows !== rows || left.columns !== columns) {
    throw new RangeError('the masks of one picture differ in size');
  }
  const rightLung = lungOf(right);
  const leftLung = lungOf(left);
  if (!rightLung || !leftLung) return undefined;
  const mirrored = rightLung.centre.x > leftLung.centre.x;
  const shared = rowsAcross(right, left, mirrored);
  const widest = widestOf(shared);
  if (!widest) return undefined;
  const aspect = cellAspect(right, facts);
  // The lungs lean against each other; what remains in the mean is the chest's own tilt.
  const tilt = (axisAngle(rightLung, aspect) + axisAngle(leftLung, aspect)) / 2;
  return {
    rows,
    columns,
    aspect,
    rightLung,
    leftLung,
    mirrored,
    shared,
    widest,
    tiltDegrees: (tilt * 180) / Math.PI,
    midline: midlineOf(shared, Math.tan(tilt) * aspect),
  };
}

/**
 * Height of the lungs over their greatest width, both at the patient's scale; about 0.9 in adults.
 */
export function heightToWidth(chest: Chest): number {
  const top = Math.min(chest.rightLung.box.top, chest.leftLung.box.top);
  const bottom = Math.max(chest.rightLung.box.bottom, chest.leftLung.box.bottom);
  return ((bottom - top) * chest.aspect) / widthOf(chest.widest);
}

/**
 * Returns the distance of the middle of the upper mediastinum from the axis of the chest wall, as
 * part of the greatest width; positive to the picture's right. Above the heart the mediastinum is
 * around the spine, so it moves away from the axis when the patient is turned (or a lung displaces
 * it).
 */
export function mediastinalOffset({ shared, midline, widest }: Chest): number {
  const upper = shared.slice(0, Math.ceil(shared.length / 3));
  const offsets = upper.map(
    ({ row, innerLeft, innerRight }) =>
      (innerLeft + innerRight) / 2 - (midline.at + midline.slope * (row + 0.5)),
  );
  return offsets.reduce((sum, offset) => sum + offset, 0) / offsets.length / widthOf(widest);
}

/** Area of the smaller over that of the larger lung, 0..1. */
export function lungBalance({ rightLung, leftLung }: Chest): number {
  return Math.min(rightLung.area, leftLung.area) / Math.max(rightLung.area, leftLung.area);
}

/** How much lower one lung ends than the other, as part of the taller lung's height. */
export function baseStep({ rightLung, leftLung }: Chest): number {
  const height = ({ box }: Lung) => box.bottom - box.top;
  const taller = Math.max(height(rightLung), height(leftLung));
  return Math.abs(rightLung.box.bottom - leftLung.box.bottom) / taller;
}

/** Cells of both lungs in one row or column of the picture, as part of the taller lung's height. */
function contact({ rightLung, leftLung }: Chest, length: number, cellAt: (i: number) => number) {
  const height = ({ box }: Lung) => box.bottom - box.top;
  let count = 0;
  for (let i = 0; i < length; i += 1) {
    const cell = cellAt(i);
    if (rightLung.mask.cells[cell] === 1 || leftLung.mask.cells[cell] === 1) count += 1;
  }
  return count / Math.max(height(rightLung), height(leftLung));
}

/**
 * Returns the length of each edge of the picture that the lungs touch, as part of the taller
 * lung's height. A
 * wall that bends with a radius of half that height or more and touches the edge along a part c of
 * it has lost no more than c² / 4 of the height.
 */
export function edgeContact(chest: Chest) {
  const { rows, columns } = chest;
  return {
    left: contact(chest, rows, (row) => row * columns),
    right: contact(chest, rows, (row) => (row + 1) * columns - 1),
    upper: contact(chest, columns, (column) => column),
    lower: contact(chest, columns, (column) => (rows - 1) * columns + column),
  };
}
