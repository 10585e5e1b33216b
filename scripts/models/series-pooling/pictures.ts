import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openRaster } from '../../../src/media/raster.js';

export const SIZE = 224;

export interface SourcePicture {
  readonly name: string;
  readonly isPositive: boolean;
  readonly greys: Float32Array;
}

export type Half = 'chosen on' | 'reported on';

/** Thumbnails that correlate by more are taken for one patient: the rule of the training recipes. */
const SAME_PATIENT = 0.95;
const THUMB = 16;

function thumbnail(greys: Float32Array): number[] {
  const step = SIZE / THUMB;
  const cells = Array.from({ length: THUMB * THUMB }, (_, cell) => {
    const [top, left] = [Math.floor(cell / THUMB) * step, (cell % THUMB) * step];
    let sum = 0;
    for (let row = 0; row < step; row += 1) {
      for (let column = 0; column < step; column += 1) {
        sum += greys[(top + row) * SIZE + left + column] ?? 0;
      }
    }
    return sum / step ** 2;
  });
  const mean = cells.reduce((a, b) => a + b, 0) / cells.length;
  const length = Math.sqrt(cells.reduce((a, b) => a + (b - mean) ** 2, 0)) || 1;
  return cells.map((value) => (value - mean) / length);
}

const mirrored = (thumb: readonly number[]) =>
  thumb.map((_, cell) => thumb[cell - (cell % THUMB) + THUMB - 1 - (cell % THUMB)] ?? 0);

/** Pictures of which two look alike, mirrored or not, get one group. */
export function groupLookalikes(pictures: readonly SourcePicture[]): number[] {
  const thumbs = pictures.map(({ greys }) => thumbnail(greys));
  const groups = pictures.map((_, at) => at);
  thumbs.forEach((one, at) => {
    const flipped = mirrored(one);
    for (let before = 0; before < at; before += 1) {
      const other = thumbs[before] ?? [];
      const alike = (thumb: readonly number[]) =>
        thumb.reduce((sum, value, cell) => sum + value * (other[cell] ?? 0), 0) > SAME_PATIENT;
      if (!alike(one) && !alike(flipped)) continue;
      const [from, to] = [groups[at], groups[before]];
      groups.forEach((group, index) => {
        if (group === from && to !== undefined) groups[index] = to;
      });
    }
  });
  return groups;
}

/** Parts source patients in two halves, always in the same way. */
export function halfOf(group: string): Half {
  const [byte = 0] = createHash('sha256').update(group).digest();
  return byte % 2 === 0 ? 'chosen on' : 'reported on';
}

async function load(path: string, isPositive: boolean): Promise<SourcePicture> {
  const raster = await openRaster(readFileSync(path), { megapixels: 100, frame: 1 });
  const { greys } = await raster.sample(SIZE, SIZE);
  return { name: path, isPositive, greys };
}

export interface Sources {
  readonly half: Half;
  readonly negative: readonly SourcePicture[];
  readonly positive: readonly SourcePicture[];
}

const HALVES: readonly Half[] = ['chosen on', 'reported on'];

function parted(pictures: readonly SourcePicture[], groups: readonly string[]): Sources[] {
  return HALVES.map((half) => {
    const own = pictures.filter((_, at) => halfOf(groups[at] ?? '') === half);
    return {
      half,
      negative: own.filter(({ isPositive }) => !isPositive),
      positive: own.filter(({ isPositive }) => isPositive),
    };
  });
}

const rowsOf = (path: string) =>
  readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.trim().split(','));

export async function loadHeadCt(data: string): Promise<Sources[]> {
  const folder = join(data, 'head-ct');
  const pictures: SourcePicture[] = [];
  for (const [image = '', label] of rowsOf(join(folder, 'labels.csv'))) {
    pictures.push(await load(join(folder, 'images', image), label === 'hemorrhage'));
  }
  return parted(pictures, groupLookalikes(pictures).map(String));
}

/** Slices that training did not see: those of the published validation part. */
export async function loadBrainMri(data: string): Promise<Sources[]> {
  const folder = join(data, 'brain-mri');
  const pictures: SourcePicture[] = [];
  const groups: string[] = [];
  for (const [image = '', split, label, group = ''] of rowsOf(join(folder, 'labels.csv'))) {
    if (split !== 'val') continue;
    pictures.push(await load(join(folder, 'images', image), label !== 'notumor'));
    groups.push(group);
  }
  return parted(pictures, groups);
}
