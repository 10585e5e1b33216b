/**
 * A signal that is known at every moment: two tones that glide, 150 to 1,500 Hz and 600 to
 * 3,000 Hz in two seconds, swelling five times a second.
 * @param t seconds. @returns -0.7..0.7
 */
export function glide(t: number): number {
  const low = Math.sin(2 * Math.PI * (150 * t + 337.5 * t * t));
  const high = Math.sin(2 * Math.PI * (600 * t + 600 * t * t));
  return (0.45 * low + 0.25 * high) * (0.6 + 0.4 * Math.sin(2 * Math.PI * 5 * t));
}

/** Samples of the signal at a rate, mono. */
export function glideSamples(seconds: number, rate: number): Float32Array {
  return Float32Array.from({ length: Math.round(seconds * rate) }, (_, i) => glide(i / rate));
}
