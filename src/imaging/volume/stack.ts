import { isSameOrientation, normalOf, planeOf } from './geometry.js';
import type { Plane, Slice } from './slice.js';
import { dot, type Vector } from './vector.js';

/** A place where slices seem to be missing. */
export interface Gap {
  /** The slice before it, from 1. */
  readonly after: number;
  readonly mm: number;
}

/** The slices of a series in their order along the axis. */
export interface Stack {
  readonly slices: readonly Slice[];
  /** Of each slice from the first one, mm; empty where the headers do not place the slices. */
  readonly positionsMm: readonly number[];
  readonly plane?: Plane;
  /** Median distance of neighbours. */
  readonly spacingMm?: number;
  readonly gaps: readonly Gap[];
  /** Whether distances differ, though none is a gap. */
  readonly isUneven: boolean;
  /** What was left out, by reason. */
  readonly leftOut: {
    /** At the position of another. */
    readonly duplicates: number;
    /** In another plane than most. */
    readonly orientations: number;
    /** Of another number of rows or columns than most. */
    readonly sizes: number;
    /** Without a position, where most have one. */
    readonly unplaced: number;
  };
}

/** Positions closer than this are one: text in headers is rounded. */
const SAME_POSITION_MM = 0.05;
/** A distance of this many times what the slices lead to expect is a gap. */
const GAP = 1.5;
/** Distances that differ by more than this part are uneven. */
const UNEVEN = 0.1;

const isPlaced = (slice: Slice) => slice.position !== undefined && normalOf(slice) !== undefined;

/** An order that depends on what the slices say alone, not on how they were sent. */
function inSeriesOrder(a: Slice, b: Slice): number {
  const keys = ['acquisitionNumber', 'temporal', 'echoTimeMs', 'instanceNumber', 'frame'] as const;
  for (const key of keys) {
    const difference = (a[key] ?? Infinity) - (b[key] ?? Infinity);
    if (difference !== 0 && !Number.isNaN(difference)) return difference;
  }
  const [one, other] = [a.instanceUid ?? '', b.instanceUid ?? ''];
  return one === other ? a.file - b.file : one < other ? -1 : 1;
}

/** The largest group; of equal ones that with the first slice. */
function largest(groups: readonly (readonly Slice[])[]): readonly Slice[] {
  return groups.reduce<readonly Slice[]>(
    (best, group) => (group.length > best.length ? group : best),
    [],
  );
}

/** Groups of slices that agree with the first of their group. */
function grouped(slices: readonly Slice[], agree: (a: Slice, b: Slice) => boolean): Slice[][] {
  const groups: Slice[][] = [];
  for (const slice of slices) {
    const group = groups.find(([one]) => one !== undefined && agree(one, slice));
    if (group === undefined) groups.push([slice]);
    else group.push(slice);
  }
  return groups;
}

function median(values: readonly number[]): number | undefined {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[middle]];
  return low === undefined || high === undefined ? undefined : (low + high) / 2;
}

interface PlacedSlice {
  readonly slice: Slice;
  readonly at: number;
}

/** Of slices at one position the first is kept: the first acquisition, phase and echo. */
function withoutDuplicates(placed: readonly PlacedSlice[]): PlacedSlice[] {
  const kept: PlacedSlice[] = [];
  for (const one of placed) {
    const last = kept.at(-1);
    if (last === undefined || one.at - last.at > SAME_POSITION_MM) kept.push(one);
    else if (inSeriesOrder(one.slice, last.slice) < 0)
      kept[kept.length - 1] = { ...one, at: last.at };
  }
  return kept;
}

/** The distance that two neighbours lead to expect: thick slices lie further apart. */
function expected(a: Slice, b: Slice, spacing: number): number {
  return Math.max(spacing, a.thicknessMm ?? 0, b.thicknessMm ?? 0);
}

function describePlaced(placed: readonly PlacedSlice[], normal: Vector) {
  const slices = placed.map(({ slice }) => slice);
  const start = placed[0]?.at ?? 0;
  const distances = placed.slice(1).map(({ at }, index) => at - (placed[index]?.at ?? 0));
  const spacing = median(distances);
  const gaps = distances.flatMap((mm, index): Gap[] => {
    const [one, other] = [slices[index], slices[index + 1]];
    if (one === undefined || other === undefined || spacing === undefined) return [];
    return mm > GAP * expected(one, other, spacing) ? [{ after: index + 1, mm }] : [];
  });
  const others = distances.filter((_, index) => !gaps.some(({ after }) => after === index + 1));
  const isUneven =
    spacing !== undefined && others.some((mm) => Math.abs(mm - spacing) > UNEVEN * spacing);
  return {
    slices,
    positionsMm: placed.map(({ at }) => at - start),
    plane: planeOf(normal),
    ...(spacing !== undefined && { spacingMm: spacing }),
    gaps,
    isUneven,
  };
}

/**
 * Puts the slices of one series into their order along the axis of their plane and says what is
 * missing, double or does not belong to them. The result does not depend on the order of the input.
 * Where most headers do not place their slices, these are in the order of their numbers, and nothing
 * is said of their distances.
 */
export function stackOf(sent: readonly Slice[]): Stack {
  const all = [...sent].sort(inSeriesOrder);
  const sizes = grouped(all, (a, b) => a.rows === b.rows && a.columns === b.columns);
  const ofSize = largest(sizes);
  const placed = ofSize.filter(isPlaced);
  const leftOut = {
    duplicates: 0,
    orientations: 0,
    sizes: all.length - ofSize.length,
    unplaced: 0,
  };
  if (placed.length * 2 <= ofSize.length) {
    return { slices: ofSize, positionsMm: [], gaps: [], isUneven: false, leftOut };
  }
  const ofPlane = largest(grouped(placed, isSameOrientation));
  const normal = ofPlane[0] && normalOf(ofPlane[0]);
  if (normal === undefined) throw new RangeError('placed slices have a normal');
  const sorted = ofPlane
    .map((slice) => ({ slice, at: dot(slice.position ?? [0, 0, 0], normal) }))
    .sort((a, b) => a.at - b.at || inSeriesOrder(a.slice, b.slice));
  const kept = withoutDuplicates(sorted);
  return {
    ...describePlaced(kept, normal),
    leftOut: {
      ...leftOut,
      duplicates: ofPlane.length - kept.length,
      orientations: placed.length - ofPlane.length,
      unplaced: ofSize.length - placed.length,
    },
  };
}
