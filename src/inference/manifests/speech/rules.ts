import type { LogMelFeatures, SpeechCtcManifest, SpeechSeq2seqManifest } from '../../schema.js';
import type { Fault } from '../fault.js';

function checkFeatures(
  { window_samples, fft, low_hz, high_hz }: LogMelFeatures,
  fault: Fault,
): void {
  if (window_samples > fft) fault(['input', 'features', 'window_samples'], 'must not be above fft');
  if (low_hz >= high_hz) fault(['input', 'features', 'low_hz'], 'must be below high_hz');
}

/** Faults of the manifest of a network that gives log-probabilities of sounds or letters. */
export function checkSpeechCtc(manifest: SpeechCtcManifest, fault: Fault): void {
  const { input, units, lexicon, language_models } = manifest;
  if (input.form === 'log-mel') checkFeatures(input.features, fault);
  if (units.kind === 'phones' && lexicon === undefined) {
    fault(['lexicon'], 'is needed where units are phones');
  }
  if (language_models.length > 0 && lexicon === undefined) {
    fault(['lexicon'], 'is needed beside language_models');
  }
  for (const style of ['dictation', 'specialty', 'conversation'] as const) {
    const sum = language_models.reduce((total, { weight }) => total + weight[style], 0);
    if (language_models.length > 0 && Math.abs(sum - 1) > 1e-6) {
      fault(['language_models'], `have weights for ${style} that add up to ${sum}, not 1`);
    }
  }
}

/** Faults of the manifest of an encoder and a decoder. */
export function checkSpeechSeq2seq({ more_graphs }: SpeechSeq2seqManifest, fault: Fault): void {
  for (const [name, graph] of Object.entries(more_graphs)) {
    if (graph !== undefined && !Object.hasOwn(graph.golden.tolerance, 'logits')) {
      fault(['more_graphs', name, 'golden', 'tolerance', 'logits'], 'is missing');
    }
  }
}

/** Files beside weights and golden cases that a speech model is opened with. */
export function speechFiles(manifest: SpeechCtcManifest | SpeechSeq2seqManifest): string[] {
  if (manifest.kind === 'speech-seq2seq') return Object.values(manifest.settings);
  const { units, lexicon, letter_to_sound, language_models } = manifest;
  const files = [
    units.tokens,
    lexicon,
    letter_to_sound,
    ...language_models.map(({ file }) => file),
  ];
  return files.filter((file) => file !== undefined);
}
