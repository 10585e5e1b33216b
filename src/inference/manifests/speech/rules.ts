import type { LogMelFeatures, SpeechCtcManifest, SpeechSeq2seqManifest } from '../../schema.js';
import type { Fault } from '../fault.js';
import type { KindRules } from '../kind-rules.js';

function checkFeatures(
  { window_samples, fft, low_hz, high_hz }: LogMelFeatures,
  fault: Fault,
): void {
  if (window_samples > fft) fault(['input', 'features', 'window_samples'], 'must not be above fft');
  if (low_hz >= high_hz) fault(['input', 'features', 'low_hz'], 'must be below high_hz');
}

/** Faults of the manifest of a network that gives log-probabilities of sounds or letters. */
function checkSpeechCtc(manifest: SpeechCtcManifest, fault: Fault): void {
  const { input, units, lexicon, language_models } = manifest;
  if (input.form === 'log-mel') checkFeatures(input.features, fault);
  if (units.kind === 'phones' && lexicon === undefined) {
    fault(['lexicon'], 'is required when the units are phones');
  }
  if (language_models.length > 0 && lexicon === undefined) {
    fault(['lexicon'], 'is required when language_models is given');
  }
  for (const style of ['dictation', 'specialty', 'conversation'] as const) {
    const sum = language_models.reduce((total, { weight }) => total + weight[style], 0);
    if (language_models.length > 0 && Math.abs(sum - 1) > 1e-6) {
      fault(['language_models'], `have weights for ${style} that add up to ${sum}, not 1`);
    }
  }
}

/** Faults of the manifest of an encoder and a decoder. */
function checkSpeechSeq2seq({ more_graphs }: SpeechSeq2seqManifest, fault: Fault): void {
  for (const [name, graph] of Object.entries(more_graphs)) {
    if (graph !== undefined && !Object.hasOwn(graph.golden.tolerance, 'logits')) {
      fault(['more_graphs', name, 'golden', 'tolerance', 'logits'], 'is missing');
    }
  }
}

export const speechCtcRules: KindRules<SpeechCtcManifest> = {
  inputTensor: ({ input }) => input.name,
  outputTensors: ({ output }) => ({ scores: output.name }),
  check: checkSpeechCtc,
  furtherFiles({ units, lexicon, letter_to_sound, language_models }) {
    const models = language_models.map(({ file }) => file);
    const files = [units.tokens, lexicon, letter_to_sound, ...models];
    return files.filter((file) => file !== undefined);
  },
};

export const speechSeq2seqRules: KindRules<SpeechSeq2seqManifest> = {
  inputTensor: () => 'input_features',
  outputTensors: () => ({ hidden: 'last_hidden_state' }),
  check: checkSpeechSeq2seq,
  furtherGraphs: ({ more_graphs }) =>
    Object.entries(more_graphs).flatMap(([name, graph]) =>
      graph === undefined ? [] : [{ name, ...graph }],
    ),
  furtherFiles: ({ settings }) => Object.values(settings),
};
