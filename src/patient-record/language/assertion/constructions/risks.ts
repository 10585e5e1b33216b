import { lower } from '../../clauses/grammar.js';
import { GAP, SENTENCE_END } from '../../text/words.js';
import type { Cue } from '../cues.js';
import { ahead, type ConstructionText, cue } from './text.js';

/** Nouns for future risks; the others count only where the text says that they were discussed. */
const FEARED = /^(?:risks?|hazards?|dangers?|flags|precautions|advice)$/;
const SPOKEN_OF =
  /^(?:consent|consented|discussed|discuss|explained|explain|warned|counsell?ed|aware|understands|understood|informed|material|recogni[sz]ed|potential|known|common|rare|gone|went|listed|accepts|accepted)$/;
const BEFORE_LIST =
  /^(?:including|include|includes|included|incl|inc|namely|such|like|especially|esp|eg|ie|among|amongst|particularly)$/;
const FARTHEST = 10;

/** Whether words nearby say that something was spoken of and not seen. */
export const isSpokenOf = ({ words }: ConstructionText, at: number): boolean =>
  words.slice(Math.max(0, at - 12), at + 8).some((word) => SPOKEN_OF.test(lower(word)));

/**
 * `risks of surgery including bleeding`, `return precautions given: fever`, `the hazards are stroke`:
 * a list after a noun for future risks.
 */
export function listOfRisks(text: ConstructionText, at: number): Cue | undefined {
  const { words, isName, isAilment } = text;
  const feared = FEARED.test(lower(words[at]));
  for (let i = at + 1; i < at + FARTHEST; i += 1) {
    const word = words[i];
    if (word === undefined || (word.gap & SENTENCE_END) !== 0) return undefined;
    const plain = lower(word);
    if (isAilment(i)) {
      const opened = (word.gap & (GAP.colon | GAP.open)) !== 0;
      return opened && (feared || isSpokenOf(text, at))
        ? cue(i, i, 'hypothetical before')
        : undefined;
    }
    if (isName(i)) continue;
    if (BEFORE_LIST.test(plain)) {
      const two = /^(?:as|them|these|g|e)$/.test(lower(words[i + 1])) ? 2 : 1;
      return cue(i, i + two, 'hypothetical before');
    }
    if (/^(?:are|were)$/.test(plain) && isAilment(i + 1) && (feared || isSpokenOf(text, at))) {
      return cue(i, i + 1, 'hypothetical before');
    }
  }
  return undefined;
}

const MODAL = /^(?:will|would|may|might|could|ll|should)$/;
const GETTING = /^(?:getting|having|developing|catching|suffering|contracting)$/;

/** `worries that she will get`, `frightened of getting`, `the thought of one day having`. */
export function fearOf(text: ConstructionText, at: number): Cue | undefined {
  const { words } = text;
  const link = lower(words[at + 1]);
  if (/^(?:of|about)$/.test(link)) {
    const verb = ahead(text, at + 2, GETTING, 3);
    return verb === undefined ? undefined : cue(at, verb + 1, 'hypothetical before');
  }
  const subject = link === 'that' ? at + 2 : at + 1;
  // `afraid the pain will get worse`: it is there.
  if (/^(?:the|his|her|my|this|these)$/.test(lower(words[subject])) && text.isAilment(subject + 1))
    return undefined;
  const modal = ahead(text, subject + 1, MODAL, 2);
  if (modal === undefined) return undefined;
  // `worried that he might have`: a doubt about what is present.
  const sure = /^(?:will|would|ll)$/.test(lower(words[modal]));
  const comes = /^(?:get|develop|catch|suffer|end)$/.test(lower(words[modal + 1]));
  return sure || comes ? cue(at, modal + 1, 'hypothetical before') : undefined;
}

const ONE_OF_A_KIND =
  /^(?:the|these|those|our|my|his|her|two|three|several|both|other|of|numerous|he|she|is|was|are|and)$/;

/** `patients with gout should`, `people who have asthma`: about no particular person. */
export function peopleWith({ words, isName }: ConstructionText, at: number): Cue | undefined {
  if (isName(at) || ONE_OF_A_KIND.test(lower(words[at - 1]))) return undefined;
  const [next, second] = [lower(words[at + 1]), lower(words[at + 2])];
  let to = 0;
  if (next === 'with') to = at + 2;
  else if (next === 'who' && /^(?:have|suffer|get|develop)$/.test(second)) to = at + 3;
  else if (/^(?:suffering|living)$/.test(next) && /^(?:from|with)$/.test(second)) to = at + 3;
  return to > 0 && isName(to) ? cue(at, to, 'hypothetical before') : undefined;
}

/** `Had she pneumonia, penicillin would be`: a condition by the order of its words. */
export function inverted({ words, limits }: ConstructionText, at: number): Cue | undefined {
  const begins = ((words[at]?.gap ?? 0) & SENTENCE_END) !== 0 || (limits[at] ?? 0) !== 0;
  if (!begins || !/^(?:i|he|she|they|there|it)$/.test(lower(words[at + 1]))) return undefined;
  for (let i = at + 2; i < at + 16; i += 1) {
    const word = words[i];
    if (word === undefined || (word.gap & (SENTENCE_END | GAP.question)) !== 0) return undefined;
    if (/^(?:would|could|might)$/.test(lower(word))) return cue(at, at + 2, 'hypothetical before');
  }
  return undefined;
}

/** The constructions of future risks, with the words that they begin with. */
export const RISKS: readonly (readonly [typeof listOfRisks, string])[] = [
  [
    listOfRisks,
    'risk risks hazard hazards danger dangers flags precautions advice complications effects reactions',
  ],
  [
    fearOf,
    'worries worried worry fears feared fear afraid frightened scared anxious concerned terrified thought idea dread dreads',
  ],
  [
    peopleWith,
    'patients people individuals those adults persons women men children anyone someone',
  ],
  [inverted, 'had were should'],
];
