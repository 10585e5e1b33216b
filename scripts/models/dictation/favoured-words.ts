import type { CtcDecoder } from '../../../src/dictation/recognition/ctc/decoder.js';
import type { LanguageModel } from '../../../src/dictation/recognition/language-model/language-model.js';
import type { HeldOutClip } from './heldout.js';
import { decodeClips, errorRate, type Outcome } from './measure.js';

/** ln-probability below which a word is one that a hospital might list. */
const RARE = -11.5;

/** Rare words of the spoken text: those that a client would list as favoured. */
function rareWords(clips: readonly HeldOutClip[], model: LanguageModel): string[] {
  const words = new Set(clips.flatMap((clip) => clip.words));
  return [...words].filter((word) => word.length > 3 && model.unigram(model.wordId(word)) < RARE);
}

/** How often the words of a list were said, heard where they were said, and heard where not. */
function countWords(outcomes: readonly Outcome[], listed: ReadonlySet<string>) {
  let [said, found, invented] = [0, 0, 0];
  for (const { clip, heard, right } of outcomes) {
    said += clip.words.filter((word) => listed.has(word)).length;
    for (const [index, { word }] of heard.entries()) {
      if (!listed.has(word)) continue;
      if (right[index]) found += 1;
      else invented += 1;
    }
  }
  return { said, found, invented };
}

/**
 * The effect of favouring the rare words of all clips, of which each clip contains few: in clips
 * that contain one, and in those that contain none.
 */
export function favourRareWords(
  decoder: CtcDecoder,
  model: LanguageModel,
  clips: readonly HeldOutClip[],
): string[] {
  const vocabulary = rareWords(clips, model).slice(0, 1_000);
  const listed = new Set(vocabulary);
  const says = (clip: HeldOutClip) => clip.words.some((word) => listed.has(word));
  return [[], vocabulary].map((asked) => {
    const { outcomes } = decodeClips(decoder.listen({ vocabulary: asked }), clips);
    const { said, found, invented } = countWords(outcomes, listed);
    const percent = (some: readonly Outcome[]) => (100 * errorRate(some)).toFixed(1);
    const [having, lacking] = [true, false].map((has) =>
      percent(outcomes.filter(({ clip }) => says(clip) === has)),
    );
    const words = `found ${found} of ${said}, invented ${invented}`;
    return `${asked.length} phrases: ${words}; errors ${having} % where said, ${lacking} % elsewhere`;
  });
}
