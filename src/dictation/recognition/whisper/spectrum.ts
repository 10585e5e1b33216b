/** The largest divisor of `n` that is not above its root. */
function smallFactor(n: number): number {
  let factor = Math.floor(Math.sqrt(n));
  while (n % factor !== 0) factor -= 1;
  return factor;
}

/** Cosines and sines of all multiples of a turn's `n`-th part. */
function roots(n: number): { cos: Float64Array; sin: Float64Array } {
  const angles = Array.from({ length: n }, (_, i) => (2 * Math.PI * i) / n);
  return { cos: Float64Array.from(angles, Math.cos), sin: Float64Array.from(angles, Math.sin) };
}

/**
 * Power spectrum of real frames of any length, in two stages of Cooley and Tukey (`n` = a × b):
 * Whisper's 400 points are not a power of two.
 *
 * @param n points of the transform, 2 and up
 * @returns a function that fills `power` (`n/2 + 1` values) from a frame of `n` samples
 */
export function createSpectrum(n: number): (frame: Float64Array, power: Float64Array) => void {
  const a = smallFactor(n);
  const b = n / a;
  const { cos, sin } = roots(n);
  const [real, imaginary] = [new Float64Array(n), new Float64Array(n)];
  /**
   * Column `p` of the frame (every a-th sample), transformed and multiplied by its twiddle factors.
   */
  const column = (frame: Float64Array, p: number) => {
    for (let k = 0; k < b; k += 1) {
      let re = 0;
      let im = 0;
      for (let q = 0, at = p; q < b; q += 1, at += a) {
        const turn = (a * q * k) % n;
        re += (frame[at] ?? 0) * (cos[turn] ?? 0);
        im -= (frame[at] ?? 0) * (sin[turn] ?? 0);
      }
      const [c, s] = [cos[p * k] ?? 0, sin[p * k] ?? 0];
      real[p * b + k] = re * c + im * s;
      imaginary[p * b + k] = im * c - re * s;
    }
  };
  return (frame, power) => {
    for (let p = 0; p < a; p += 1) column(frame, p);
    for (let bin = 0; bin <= n / 2; bin += 1) {
      const k = bin % b;
      const m = (bin - k) / b;
      let re = 0;
      let im = 0;
      for (let p = 0; p < a; p += 1) {
        const turn = (p * m * b) % n;
        const c = cos[turn] ?? 0;
        const s = sin[turn] ?? 0;
        const x = real[p * b + k] ?? 0;
        const y = imaginary[p * b + k] ?? 0;
        re += x * c + y * s;
        im += y * c - x * s;
      }
      power[bin] = re * re + im * im;
    }
  };
}
