import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A recording of general English with its transcript. */
export interface SpokenClip {
  readonly file: string;
  readonly source: string;
  readonly seconds: number;
  readonly text: string;
  /** The speaker, or the clip where speakers are not known apart. */
  readonly group: string;
  readonly words: readonly string[];
}

/** A number 0..999 that depends on a text alone; as `chance` of scripts/train/dictation/prepare.py. */
const chance = (text: string): number =>
  Number.parseInt(createHash('sha256').update(text).digest('hex').slice(0, 8), 16) % 1_000;

/** Spoken words of a transcript; undefined where it contains more than plain words. */
function wordsOf(text: string): string[] {
  const plain = text.toLowerCase().replaceAll('’', "'").replaceAll('-', ' ');
  if (/[^a-z' .,;:!?"()]/.test(plain)) return [];
  return plain.match(/[a-z]+(?:'[a-z]+)*'?|'[a-z]+/g) ?? [];
}

/** Which half of the speakers a clip belongs to. */
export const sideOf = ({ group }: Pick<SpokenClip, 'group'>): 0 | 1 =>
  chance(`side ${group}`) % 2 === 0 ? 0 : 1;

/** Clips that training left out, by the rule of scripts/train/dictation/prepare.py, in mixed order. */
export function heldOutClips(folder: string): SpokenClip[] {
  return readFileSync(join(folder, 'clips.tsv'), 'utf8')
    .split(/\r?\n/)
    .slice(1)
    .flatMap((line) => {
      const [clip = '', source = '', speaker = '', seconds = '', text = ''] = line.split('\t');
      const words = wordsOf(text);
      const reader = source === 'dc_tts_selfread';
      const unknown = speaker === 'unknown';
      const drawn = unknown ? `sentence ${words.join(' ')}` : `speaker ${speaker}`;
      const held = reader || (source !== 'ljspeech' && chance(drawn) < 100);
      if (!held || words.length === 0 || Number(seconds) > 20) return [];
      const group = reader || unknown ? clip : speaker;
      return [{ file: join(folder, clip), source, seconds: Number(seconds), text, group, words }];
    })
    .sort((a, b) => chance(a.file.slice(folder.length)) - chance(b.file.slice(folder.length)));
}
