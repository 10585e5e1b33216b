import type { Random } from '../../../src/core/random.js';

/** A square map of one quantity, mostly centimetres of one material along each ray. */
export interface Plane {
  readonly size: number;
  readonly data: Float32Array;
}

export function createPlane(size: number): Plane {
  return { size, data: new Float32Array(size * size) };
}

export function mapPlane(source: Plane, change: (value: number, index: number) => number): Plane {
  const result = createPlane(source.size);
  for (let i = 0; i < result.data.length; i += 1) {
    result.data[i] = change(source.data[i] ?? 0, i);
  }
  return result;
}

/** Spreads an amount over the four nearest pixels, so that thin things are drawn without steps. */
export function deposit(plane: Plane, px: number, py: number, amount: number): void {
  const x = Math.floor(px - 0.5);
  const y = Math.floor(py - 0.5);
  const { size, data } = plane;
  if (x < 0 || y < 0 || x >= size - 1 || y >= size - 1) return;
  const fx = px - 0.5 - x;
  const fy = py - 0.5 - y;
  const i = y * size + x;
  data[i] = (data[i] ?? 0) + amount * (1 - fx) * (1 - fy);
  data[i + 1] = (data[i + 1] ?? 0) + amount * fx * (1 - fy);
  data[i + size] = (data[i + size] ?? 0) + amount * (1 - fx) * fy;
  data[i + size + 1] = (data[i + size + 1] ?? 0) + amount * fx * fy;
}

function gaussianKernel(sigma: number): Float32Array {
  const radius = Math.max(1, Math.ceil(sigma * 3));
  const kernel = new Float32Array(2 * radius + 1);
  let sum = 0;
  for (let i = -radius; i <= radius; i += 1) {
    const w = Math.exp((-i * i) / (2 * sigma * sigma));
    kernel[i + radius] = w;
    sum += w;
  }
  return kernel.map((w) => w / sum);
}

/** One pass along rows, written transposed: two passes blur both ways and restore the axes. */
function blurRowsTransposed(source: Plane, kernel: Float32Array): Plane {
  const { size } = source;
  const result = createPlane(size);
  const radius = (kernel.length - 1) / 2;
  const padded = new Float32Array(size + 2 * radius);
  for (let y = 0; y < size; y += 1) {
    const row = source.data.subarray(y * size, (y + 1) * size);
    padded.set(row, radius);
    padded.fill(row[0] ?? 0, 0, radius);
    padded.fill(row[size - 1] ?? 0, size + radius);
    for (let x = 0; x < size; x += 1) {
      let sum = 0;
      for (let k = 0; k < kernel.length; k += 1) sum += (padded[x + k] ?? 0) * (kernel[k] ?? 0);
      result.data[x * size + y] = sum;
    }
  }
  return result;
}

function halve(source: Plane): Plane {
  const size = source.size >> 1;
  const result = createPlane(size);
  const { data } = source;
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1) {
      const i = 2 * y * source.size + 2 * x;
      const top = (data[i] ?? 0) + (data[i + 1] ?? 0);
      const below = (data[i + source.size] ?? 0) + (data[i + source.size + 1] ?? 0);
      result.data[y * size + x] = (top + below) / 4;
    }
  }
  return result;
}

/** Value between pixels; positions in pixels of this plane, edges continued. */
export function sample(plane: Plane, px: number, py: number): number {
  const { size, data } = plane;
  const cx = Math.min(Math.max(px - 0.5, 0), size - 1.001);
  const cy = Math.min(Math.max(py - 0.5, 0), size - 1.001);
  const x = Math.floor(cx);
  const y = Math.floor(cy);
  const i = y * size + x;
  const fx = cx - x;
  const top = (data[i] ?? 0) * (1 - fx) + (data[i + 1] ?? 0) * fx;
  const below = (data[i + size] ?? 0) * (1 - fx) + (data[i + size + 1] ?? 0) * fx;
  return top + (below - top) * (cy - y);
}

export function resize(source: Plane, size: number): Plane {
  const result = createPlane(size);
  const step = source.size / size;
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1) {
      result.data[y * size + x] = sample(source, (x + 0.5) * step, (y + 0.5) * step);
    }
  }
  return result;
}

/** Gaussian blur; wide ones are done on a halved plane, which looks the same and is far quicker. */
export function blur(source: Plane, sigma: number): Plane {
  if (sigma < 0.15) return source;
  if (sigma > 4 && source.size % 2 === 0 && source.size >= 64) {
    return resize(blur(halve(source), sigma / 2), source.size);
  }
  const kernel = gaussianKernel(sigma);
  return blurRowsTransposed(blurRowsTransposed(source, kernel), kernel);
}

export function whiteNoise(size: number, random: Random): Plane {
  const plane = createPlane(size);
  for (let i = 0; i < plane.data.length; i += 1) {
    plane.data[i] = (random() + random() + random() - 1.5) * 2;
  }
  return plane;
}
