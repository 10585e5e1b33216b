/** Mel bands at the beginning of a voice print; the median pitch in Hz follows them. */
const BANDS = 40;
/** Cepstral coefficients that describe a voice; the first, loudness, is left out. */
const CEPSTRA = 12;
/**
 * How much each feature varies from sentence to sentence of one voice (standard deviation),
 * measured on 24 readers with 16 sentences each of the speechocean762 corpus
 * (doi 10.21437/Interspeech.2021-1259).
 */
const WITHIN_VOICE = [
  0.265, 0.171, 0.16, 0.111, 0.095, 0.089, 0.08, 0.073, 0.069, 0.059, 0.057, 0.054, 0.108,
];

/**
 * Returns the features of a voice print that separate voices, spectral shape and pitch, in
 * deviations within one voice.
 * @param print 40 mean ln mel energies, then the median pitch in Hz (0: none found)
 * @returns 13 numbers (12 cepstral coefficients, ln pitch), or undefined for a print of another
 *   length
 */
export function voiceFeatures(print: readonly number[]): readonly number[] | undefined {
  if (print.length <= BANDS || print.some((value) => !Number.isFinite(value))) return undefined;
  const cepstra = Array.from({ length: CEPSTRA }, (_, k) => {
    let sum = 0;
    for (let n = 0; n < BANDS; n += 1) {
      sum += (print[n] ?? 0) * Math.cos((Math.PI * (k + 1) * (n + 0.5)) / BANDS);
    }
    return sum / BANDS;
  });
  const pitch = print[BANDS] ?? 0;
  if (pitch <= 0) return undefined;
  return [...cepstra, Math.log(pitch)].map((value, k) => value / (WITHIN_VOICE[k] ?? 1));
}
