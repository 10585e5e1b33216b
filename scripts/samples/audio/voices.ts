import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A free synthesiser of Debian and one of its voices; both speak alike each time. */
export interface Voice {
  readonly program: 'flite' | 'espeak-ng';
  readonly name: string;
}

/** The first two were kept out of the training of `dictation-en`; the others were not. */
export const VOICES: readonly Voice[] = [
  { program: 'flite', name: 'rms' },
  { program: 'espeak-ng', name: 'en-gb-scotland' },
  { program: 'flite', name: 'slt' },
  { program: 'flite', name: 'awb' },
];

/** Programs that are not installed here. */
export const missingPrograms = (): readonly string[] =>
  [...new Set(VOICES.map(({ program }) => program))].filter(
    (program) => spawnSync(program, ['--version']).error !== undefined,
  );

/** Written as a word and said letter by letter. */
const SPELT = /\b(?:ct|mri|ecg|l(?= four| five))\b/g;

/** What a synthesiser is given: letters apart, a full stop where the speaker pauses. */
const textOf = (sentences: readonly string[]): string =>
  sentences
    .map((sentence) => sentence.replace(SPELT, (word) => word.toUpperCase().split('').join(' ')))
    .join('. ');

/**
 * Sentences read aloud, as a WAV file of one channel.
 *
 * @param sentences spoken words without punctuation
 * @throws Error where the program is not installed or says no
 */
export function readAloud(sentences: readonly string[], { program, name }: Voice): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'wardbox-voice-'));
  const file = join(folder, 'said.wav');
  const text = `${textOf(sentences)}.`;
  const flite = ['-voice', name, '-o', file, '-t', text];
  const espeak = ['-v', name, '-s', '150', '-w', file, text];
  try {
    const run = spawnSync(program, program === 'flite' ? flite : espeak);
    if (run.error !== undefined) throw run.error;
    if (run.status !== 0) throw new Error(`${program} said: ${run.stderr}`);
    return readFileSync(file);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
