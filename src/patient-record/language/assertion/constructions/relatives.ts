import { lower } from '../../clauses/grammar.js';
import { isRelative } from '../../clauses/relatives.js';
import { GAP, SENTENCE_END } from '../../text/words.js';
import type { Cue } from '../cues.js';
import { type ConstructionText, cue } from './text.js';

const BEFORE_RELATIVE =
  /^(?:his|her|my|the|their|both|a|an|one|two|three|several|multiple|maternal|paternal|older|younger|elder|first|degree|second|close|many|some|all|other|half|great|twin|late|eldest|youngest|only|own|and|or)$/;

/** `asthma in two brothers`, `stroke in his maternal grandfather`. */
export function inRelative({ words, isName }: ConstructionText, at: number): Cue | undefined {
  if (!/^(?:in|of|affecting)$/.test(lower(words[at])) || !isName(at - 1)) return undefined;
  let to = at + 1;
  while (to < at + 6 && (BEFORE_RELATIVE.test(lower(words[to])) || words[to]?.number === true))
    to += 1;
  const gap = words[to]?.gap ?? SENTENCE_END;
  if (!isRelative(lower(words[to])) || (gap & SENTENCE_END) !== 0) return undefined;
  if (lower(words[at]) === 'of') return undefined;
  return cue(at, to + 1, 'family after');
}

/** `asthma (sister)`, `stroke: paternal grandfather`, `cancer - mother`. */
export function relativeAfter({ words, isName }: ConstructionText, at: number): Cue | undefined {
  const gap = words[at]?.gap ?? 0;
  if ((gap & (GAP.open | GAP.colon | GAP.dash)) === 0 || !isName(at - 1)) return undefined;
  let to = at;
  while (to < at + 3 && BEFORE_RELATIVE.test(lower(words[to]))) to += 1;
  const next = words[to + 1];
  const ends = next === undefined || (next.gap & (SENTENCE_END | GAP.comma | GAP.close)) !== 0;
  return isRelative(lower(words[to])) && ends ? cue(at, to + 1, 'family after') : undefined;
}

/** `it was cancer that killed his father`. */
export function killed({ words }: ConstructionText, at: number): Cue | undefined {
  if (!/^(?:killed|claimed|affected|took|affects)$/.test(lower(words[at]))) return undefined;
  let to = at + 1;
  while (
    to < at + 7 &&
    (BEFORE_RELATIVE.test(lower(words[to])) || /^(?:life|lives|of)$/.test(lower(words[to])))
  )
    to += 1;
  return isRelative(lower(words[to])) ? cue(at, to + 1, 'family after') : undefined;
}
