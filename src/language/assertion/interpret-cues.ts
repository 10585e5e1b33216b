import { lower, POSSESSIVES } from '../clauses/grammar.js';
import { GAP, SENTENCE_END, type Word } from '../text/words.js';
import type { Cue, CueKind } from './cues.js';
import { keptByNo, negatedVerbAt } from './negated-verbs.js';

const kinds = (...all: CueKind[]): ReadonlySet<CueKind> => new Set(all);

/** Negations of a verb: what that does decides what they deny. */
const OF_A_VERB =
  /^(?:not|cant|cannot|couldnt|wont|wouldnt|doesnt|dont|didnt|isnt|arent|wasnt|werent|hasnt|havent|hadnt|never|nor)$/;
/** Nouns after `without` that name no finding: `with and without contrast`. */
const WITHOUT_MATTER =
  /^(?:contrast|difficulty|incident|complication|complications|problem|problems|event|issue|issues|further|improvement|relief|delay|success|benefit|effect|help|assistance|gadolinium|sedation|treatment|explanation)$/;
/** Passives that look back: `cannot be excluded`. */
const PASSIVE = /^(?:be|been|being)$/;

/** Participles of what is looked for: `could not be demonstrated` denies what stands before it. */
const SEEN =
  /^(?:seen|identified|detected|found|noted|appreciated|demonstrated|visualised|visualized|evident|present|palpable|palpated|elicited|reported|observed|felt|heard|there|suspected|diagnosed|apparent|reproduced|reproducible|shown|confirmed|proven|established|obvious|visible|noticed|audible|recognised|recognized)$/;

/** `not found to have` goes on; `was not found` looks back. */
const withBackward = (cue: Cue): Cue => ({
  ...cue,
  kinds: new Set<CueKind>([...cue.kinds, 'absent after']),
});

function verbOf(words: readonly Word[], cue: Cue, isName: (at: number) => boolean): Cue {
  const { kind, at } = negatedVerbAt(words, cue.to, isName);
  if (kind === 'denies') return SEEN.test(lower(words[at])) ? withBackward(cue) : cue;
  if (kind === 'keeps') return { from: cue.from, to: cue.to, kinds: kinds('pseudo') };
  const passive = words.slice(cue.to, at).some((word) => PASSIVE.test(lower(word)));
  const ruled = lower(words[at]).startsWith('rul') && lower(words[at + 1]) === 'out';
  const to = ruled ? at + 2 : at + 1;
  const back = passive || /(?:ed|ruled)$/.test(lower(words[at]));
  return { from: cue.from, to, kinds: kinds(back ? 'possible after' : 'possible before') };
}

/** `never been without`, `cannot walk without`: it is there. */
function isNegatedBefore(words: readonly Word[], at: number): boolean {
  for (let i = at - 1; i >= at - 4 && i >= 0; i -= 1) {
    if (((words[i + 1]?.gap ?? 0) & (SENTENCE_END | GAP.comma)) !== 0) return false;
    if (OF_A_VERB.test(lower(words[i])) || lower(words[i]) === 'unable') return true;
  }
  return false;
}

/** What a cue of the tables means where it stands. */
function interpret(words: readonly Word[], cue: Cue, isName: (at: number) => boolean): Cue {
  if (cue.from === cue.to) return cue;
  const last = lower(words[cue.to - 1]);
  if (last === 'about' && POSSESSIVES.has(lower(words[cue.to]))) {
    // `worried about her chest pain`: she has it.
    return { ...cue, kinds: kinds('pseudo') };
  }
  if (!cue.kinds.has('absent before')) {
    const negates = cue.kinds.has('absent after') && OF_A_VERB.test(lower(words[cue.from]));
    const onward = isName(cue.to) || /^(?:to|any|the|a|an)$/.test(lower(words[cue.to]));
    return negates && onward
      ? { ...cue, kinds: new Set<CueKind>([...cue.kinds, 'absent before']) }
      : cue;
  }
  if (OF_A_VERB.test(last)) {
    // `no fever nor cough`, `neither`: joined names and no verb.
    return last === 'nor' ? cue : verbOf(words, cue, isName);
  }
  if (last === 'nil' && /^(?:by|orally|via|regular)$/.test(lower(words[cue.to]))) {
    return { ...cue, kinds: kinds('pseudo') };
  }
  if (last === 'no' && keptByNo(words, cue.to, isName)) {
    return { ...cue, kinds: kinds('pseudo') };
  }
  if (last === 'without') {
    const before = lower(words[cue.from - 1]);
    if (isNegatedBefore(words, cue.from)) return { ...cue, kinds: kinds('stop') };
    const both = lower(words[cue.from - 2]) === 'with' && /^(?:and|or)$/.test(before);
    const matter = !isName(cue.to) && WITHOUT_MATTER.test(lower(words[cue.to]));
    if (both || matter) return { ...cue, kinds: kinds('pseudo') };
  }
  return cue;
}

/**
 * The cues of a text as the construction around each has them: `does not show` denies what it shows,
 * `did not relieve` denies nothing, `cannot be excluded` leaves open what stands before it.
 */
export function interpretCues(
  words: readonly Word[],
  cues: readonly Cue[],
  isName: (at: number) => boolean,
): readonly Cue[] {
  const read: Cue[] = [];
  for (const cue of cues) {
    if (cue.from < (read.at(-1)?.to ?? 0)) continue;
    read.push(interpret(words, cue, isName));
  }
  return read;
}

/** `for her chest pain`: why something was done, and no part of what was not. */
export const saysWhy = (words: readonly Word[], at: number): boolean => {
  if (lower(words[at]) !== 'for') return false;
  const next = lower(words[at + 1]);
  return POSSESSIVES.has(next) || next === 'the' || next === 'this' || next === 'known';
};
