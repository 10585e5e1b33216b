/** Order in which a radix-2 transform of `size` points takes its inputs. */
function bitReversed(size: number): Uint16Array {
  const order = new Uint16Array(size);
  for (let i = 1, j = 0; i < size; i += 1) {
    let bit = size >> 1;
    for (; j & bit; bit >>= 1) j ^= bit;
    j ^= bit;
    order[i] = j;
  }
  return order;
}

/** One complex transform of `size` points in place, by decimation in time. */
function transform(re: Float64Array, im: Float64Array, cos: Float64Array, sin: Float64Array): void {
  const size = re.length;
  for (let half = 1; half < size; half *= 2) {
    const step = size / (2 * half);
    for (let group = 0; group < size; group += 2 * half) {
      for (let k = 0; k < half; k += 1) {
        const a = group + k;
        const b = a + half;
        const c = cos[k * step] ?? 0;
        const s = sin[k * step] ?? 0;
        const x = re[b] ?? 0;
        const y = im[b] ?? 0;
        const real = x * c + y * s;
        const imaginary = y * c - x * s;
        const top = re[a] ?? 0;
        const under = im[a] ?? 0;
        re[b] = top - real;
        im[b] = under - imaginary;
        re[a] = top + real;
        im[a] = under + imaginary;
      }
    }
  }
}

/**
 * Creates a function for the power |X[k]|² of a real signal, k = 0..size/2. Two real samples form
 * one complex number, so that a transform of half the size suffices.
 *
 * @param size points of the transform, a power of two, 4..65536
 * @returns takes `size` samples and fills `power`, `size / 2 + 1` cells, without keeping a
 *   reference to either
 * @throws RangeError for another size
 */
export function createPowerSpectrum(
  size: number,
): (samples: Float64Array, power: Float64Array) => void {
  if (!(size >= 4 && size <= 65_536 && Number.isInteger(Math.log2(size)))) {
    throw new RangeError(`${size} is not a valid transform size`);
  }
  const half = size / 2;
  const order = bitReversed(half);
  const cos = Float64Array.from({ length: half + 1 }, (_, k) => Math.cos((2 * Math.PI * k) / size));
  const sin = Float64Array.from({ length: half + 1 }, (_, k) => Math.sin((2 * Math.PI * k) / size));
  const coarseCos = Float64Array.from({ length: half / 2 }, (_, k) => cos[2 * k] ?? 0);
  const coarseSin = Float64Array.from({ length: half / 2 }, (_, k) => sin[2 * k] ?? 0);
  const re = new Float64Array(half);
  const im = new Float64Array(half);
  return (samples, power) => {
    for (let i = 0; i < half; i += 1) {
      const at = order[i] ?? 0;
      re[i] = samples[2 * at] ?? 0;
      im[i] = samples[2 * at + 1] ?? 0;
    }
    transform(re, im, coarseCos, coarseSin);
    for (let k = 0; k <= half; k += 1) {
      const mirror = (half - k) % half;
      const a = re[k % half] ?? 0;
      const b = im[k % half] ?? 0;
      const c = re[mirror] ?? 0;
      const d = im[mirror] ?? 0;
      // the even samples' transform is (Z[k] + Z*[N-k]) / 2, the odd samples' (Z[k] - Z*[N-k]) / 2i
      const oddRe = (b + d) / 2;
      const oddIm = (c - a) / 2;
      const turnRe = cos[k] ?? 0;
      const turnIm = -(sin[k] ?? 0);
      const real = (a + c) / 2 + oddRe * turnRe - oddIm * turnIm;
      const imaginary = (b - d) / 2 + oddRe * turnIm + oddIm * turnRe;
      power[k] = real * real + imaginary * imaginary;
    }
  };
}
