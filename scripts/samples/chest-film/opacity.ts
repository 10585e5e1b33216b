import type { Cavity, Disease, Patch, Tube } from './findings.js';
import { columnOf, type Frame, rowOf, xAt, yAt } from './frame.js';
import { along, clamp, smoothstep } from './maths.js';
import { clouds } from './noise.js';
import { createPlane, type Plane } from './plane.js';
import { streamFor } from './random.js';
import { sweepPath, type Target } from './sweep.js';

export interface OpacityMaps {
  /** Part of the lung along the ray whose air is replaced, 0 to 1. */
  readonly filled: Plane;
  /** Centimetres of solid tissue added (cavity walls, scars). */
  readonly solid: Plane;
  /** Centimetres of air kept inside filled lung. */
  readonly kept: Plane;
}

/** Multiplies the air still left, so that patches over one another never exceed the whole lung. */
function paintPatch(frame: Frame, left: Plane, warp: Plane, patch: Patch, ragged: number): void {
  const reach = 1.6;
  const x0 = Math.max(0, Math.floor(columnOf(frame, patch.x - patch.rx * reach, 0)));
  const x1 = Math.min(frame.size - 1, Math.ceil(columnOf(frame, patch.x + patch.rx * reach, 0)));
  const y0 = Math.max(0, Math.floor(rowOf(frame, patch.y - patch.ry * reach, 0)));
  const y1 = Math.min(frame.size - 1, Math.ceil(rowOf(frame, patch.y + patch.ry * reach, 0)));
  for (let row = y0; row <= y1; row += 1) {
    const dy = (yAt(frame, row) - patch.y) / patch.ry;
    for (let column = x0; column <= x1; column += 1) {
      const dx = (xAt(frame, column) - patch.x) / patch.rx;
      const r = Math.sqrt(dx * dx + dy * dy);
      const i = row * frame.size + column;
      // lung lobules fill one by one: the border wanders with the noise instead of being a rim
      const cloud = warp.data[i] ?? 0;
      const edge = r + ragged * 0.3 * cloud;
      const fall = (1 - smoothstep(0.15, 1.2, edge)) * (1 - smoothstep(1.25, 1.6, r));
      const amount = patch.strength * fall * clamp(1 + 0.22 * cloud, 0.4, 1.5);
      left.data[i] = (left.data[i] ?? 0) * (1 - clamp(amount, 0, 0.95));
    }
  }
}

function paintCavity(frame: Frame, maps: OpacityMaps, warp: Plane, cavity: Cavity): void {
  const { size } = frame;
  for (let row = 0; row < size; row += 1) {
    const dy = yAt(frame, row) - cavity.y;
    if (Math.abs(dy) > cavity.radius * 1.5) continue;
    for (let column = 0; column < size; column += 1) {
      const dx = xAt(frame, column) - cavity.x;
      if (Math.abs(dx) > cavity.radius * 1.5) continue;
      const i = row * size + column;
      const uneven = 1 + 0.1 * (warp.data[i] ?? 0);
      const r2 = (dx * dx + dy * dy * 0.85) * uneven * uneven;
      const inner = cavity.radius - cavity.wall;
      const outerHalf = Math.sqrt(Math.max(0, cavity.radius * cavity.radius - r2));
      const innerHalf = Math.sqrt(Math.max(0, inner * inner - r2));
      maps.solid.data[i] = (maps.solid.data[i] ?? 0) + 0.9 * (outerHalf - innerHalf);
      const hollow = smoothstep(0, inner, innerHalf);
      maps.filled.data[i] = (maps.filled.data[i] ?? 0) * (1 - 0.6 * hollow);
    }
  }
}

function drawTube(target: Target, tube: Tube, density: number): void {
  const [a, b, c] = tube.path;
  if (a === undefined || b === undefined || c === undefined) return;
  const path = Array.from({ length: 17 }, (_, i) => {
    const t = i / 16;
    return along(along(a, b, t), along(b, c, t), t);
  });
  sweepPath(target, path, (part) => {
    const diameter = 2 * tube.radius * (1 - 0.2 * part);
    return { height: diameter, depth: diameter, cortex: 0, core: 1, density };
  });
}

export function projectDisease(frame: Frame, disease: Disease, seed: number): OpacityMaps {
  const { size } = frame;
  const random = streamFor(seed, 'opacity');
  const maps = { filled: createPlane(size), solid: createPlane(size), kept: createPlane(size) };
  if (disease.patches.length === 0) return maps;
  const warp = clouds(size, { largest: 0.08, smallest: 0.006, persistence: 0.72 }, random);
  const left = createPlane(size);
  left.data.fill(1);
  for (const patch of disease.patches) {
    paintPatch(frame, left, warp, patch, disease.raggedness);
  }
  for (let i = 0; i < left.data.length; i += 1) maps.filled.data[i] = 1 - (left.data[i] ?? 1);
  for (const cavity of disease.cavities) paintCavity(frame, maps, warp, cavity);
  for (const tube of disease.scars) drawTube({ frame, plane: maps.solid }, tube, 1);
  // drawn bolder than life, standing for the smaller branches that run alongside
  for (const tube of disease.openBronchi) drawTube({ frame, plane: maps.kept }, tube, 2.6);
  return maps;
}

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Extent of the painted opacity in one half of the film, where it is seen against lung. */
export function opacityBox(
  filled: Plane,
  lung: Plane,
  half: 'left' | 'right',
  threshold: number,
): Box | undefined {
  const { size } = filled;
  const from = half === 'left' ? 0 : size >> 1;
  const to = half === 'left' ? size >> 1 : size;
  let [x0, y0, x1, y1] = [size, size, -1, -1];
  for (let row = 0; row < size; row += 1) {
    for (let column = from; column < to; column += 1) {
      const i = row * size + column;
      if ((filled.data[i] ?? 0) < threshold || (lung.data[i] ?? 0) < 2) continue;
      x0 = Math.min(x0, column);
      x1 = Math.max(x1, column);
      y0 = Math.min(y0, row);
      y1 = Math.max(y1, row);
    }
  }
  return x1 < 0 ? undefined : { x: x0, y: y0, width: x1 - x0 + 1, height: y1 - y0 + 1 };
}
