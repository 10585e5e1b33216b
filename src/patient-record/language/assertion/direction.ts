import { AILMENTS, type Assertion, type EntityType } from '../entity.js';
import { GAP, type Word } from '../text/words.js';
import { type Cue, kindBits } from './cues.js';

/** The meaning of a cue; `done` only for procedures, `affirmed` against the usual assertion of the section. */
export type Direction =
  | 'absent'
  | 'possible'
  | 'historical'
  | 'family'
  | 'hypothetical'
  | 'affirmed'
  | 'done';

export const ASSERTIONS = {
  absent: 'absent',
  possible: 'possible',
  historical: 'historical',
  family: 'family',
  hypothetical: 'hypothetical',
  affirmed: 'present',
  done: 'historical',
} as const satisfies Record<Direction, Assertion>;

/** Of several things that were read, the first of these decides. */
export const WEIGHT: readonly Direction[] = [
  'absent',
  'family',
  'hypothetical',
  'possible',
  'historical',
  'done',
  'affirmed',
];

const AFTER: Readonly<Record<Direction, number>> = {
  absent: kindBits('absent after'),
  possible: kindBits('possible after'),
  historical: kindBits('historical after'),
  family: kindBits('family after'),
  hypothetical: kindBits('hypothetical after'),
  affirmed: 0,
  done: 0,
};

/** Whether a cue says something of a direction of what precedes it. */
export const governsBack = ({ kinds }: Cue, direction: Direction): boolean =>
  (kinds & AFTER[direction]) !== 0;

/** A cue that is in force. */
export interface Active {
  readonly cue: Cue;
  /** Its folded words. */
  readonly text: string;
}

/** Farthest that a cue speaks, in words, where no sentence ends. */
const REACH: Readonly<Record<Direction, number>> = {
  absent: 40,
  possible: 14,
  historical: 40,
  family: 25,
  hypothetical: 12,
  affirmed: 4,
  done: 6,
};
/** Adjectives and verbs that refer only to adjacent words. */
const SHORT_REACH: ReadonlyMap<string, number> = new Map(
  (
    'previous prior past remote former formerly healed childhood post possible probable likely suspected suspect ' +
    'presumed previously presumably potential questionable differential apparent zero non negative absent sp seem ' +
    'perhaps maybe off earlier ex'
  )
    .split(' ')
    .map((word): readonly [string, number] => [word, 6])
    .concat([
      ['after', 2],
      ['following', 2],
      ['post op', 6],
    ]),
);
const OF_SOMETHING_ELSE = new Set(['with', 'has', 'had', 'who', 'presents', 'present', 'for']);
const OF_TIMES = /^(?:episodes?|attacks?|events?|admissions?|problems?|operations?|surgery)$/;
const OF_DRUGS_OR_TESTS = 4;
/** Without full stops a clause is not seen to end. */
const IF_IN_TALK = 5;

/** What can be planned, and what no sign shows. */
const PLANNED: ReadonlySet<EntityType> = new Set(['procedure', 'lab_test']);
const PLANNING =
  /^(?:would|consider|plan|schedul|recommend|refer|order|obtain|will |need|discuss|candidate|proceed|wait|await|pending|going to|gonna|wanna|want to|i.?d like|let.?s|we c|in the future|might need|may need|may requ|requir|could try|can try|can consider|switch|step up|escalate|start|commence|begin|initiate|offer|advise$|advised$|suggest$|book|listed|due|arrange|request|organise|would|to start|to commence|to continue|eligible)/;
const DRUG_IS_PAST =
  /^(?:previous|prior|former|past|used to|no longer|stopped|discontinued|off$|came off|has stopped)/;
const REFUSES =
  /^(?:refuse|refused|refusing|decline|declined|declining|avoid|avoided|avoiding|not taking|not on)/;
/** `hemiplegia after stroke`: about events alone, and only what follows directly. */
const AFTER_AN_EVENT = /^(?:after|following)$/;
const OF_DRUGS =
  /^(?:off|came off|stopped|stopped taking|discontinued|has stopped|no longer on|no longer take|no longer taking)$/;
const PLAIN_HISTORY = /^(?:history of|hx of|h o|hx|history)$/;
const LEADS_AWAY = new Set(['on', 'by', 'with', 'from', 'via', 'after', 'for']);

/** Whether the meaning of a cue applies to a type of entity. */
export function speaksOf(direction: Direction, text: string, type: EntityType): boolean {
  const planning = PLANNING.test(text);
  switch (direction) {
    case 'possible':
      return AILMENTS.has(type);
    case 'done':
      return type === 'procedure';
    case 'hypothetical':
      return PLANNED.has(type) || (type === 'medication' ? planning : !planning);
    case 'historical':
      if (type === 'medication') return DRUG_IS_PAST.test(text);
      if (OF_DRUGS.test(text)) return type === 'procedure';
      if (AFTER_AN_EVENT.test(text)) return type === 'condition' || type === 'procedure';
      // `reports a history of intermittent aches`: they continue.
      return type !== 'symptom' || !PLAIN_HISTORY.test(text);
    default:
      return true;
  }
}

/** `non-diabetic`, as one name. */
const isNon = (word: Word | undefined): boolean => word?.plain === 'non';

/** Whether a cue before a name still reaches it. */
export function reaches(
  words: readonly Word[],
  direction: Direction,
  { cue, text }: Active,
  at: number,
  type: EntityType,
  dialogue: boolean,
): boolean {
  const distance = at - cue.to;
  // `non-alcoholic fatty liver`: of the word that it is joined to.
  if ((text === 'non' || (cue.from === cue.to && isNon(words[cue.to]))) && distance > 0)
    return false;
  // Who refuses aspirin for the pain still has the pain; who refuses dialysis has none.
  if (direction === 'absent' && AILMENTS.has(type) && REFUSES.test(text) && distance > 0) {
    return text.endsWith(' any');
  }
  const usual = SHORT_REACH.get(text) ?? REACH[direction];
  if (distance > (dialogue && text.startsWith('if') ? IF_IN_TALK : usual)) return false;
  // `ex-nurse with asthma`: the adjective belongs to the word between.
  if (direction === 'historical' && SHORT_REACH.has(text)) {
    const between = words.slice(cue.to, at);
    // `no previous episodes, first seizure today`: the adjective has its noun.
    const comma = ((words[at]?.gap ?? 0) & GAP.comma) !== 0;
    if (comma && OF_TIMES.test(between[0]?.plain ?? '')) return false;
    const stay = between.some(({ folded }) =>
      /^(?:admission|episode|attendance|visit|hospital|stay|presentation)$/.test(folded),
    );
    if (!stay && between.some(({ folded }) => OF_SOMETHING_ELSE.has(folded))) return false;
  }
  // `?pneumonia, asthma`: the mark doubts one thing.
  if (cue.from === cue.to && direction === 'possible') {
    if (words.slice(cue.to + 1, at + 1).some(({ gap }) => (gap & GAP.comma) !== 0)) return false;
  }
  if (direction !== 'absent' || AILMENTS.has(type)) return true;
  // `no haemorrhage on CT`, `negative for malignancy on biopsy`: the test was done.
  if (distance > OF_DRUGS_OR_TESTS && PLANNED.has(type)) return false;
  // `never been on warfarin`: the word belongs to the verb.
  let from = cue.to;
  while (/^(?:yet|currently|been|ever|now)$/.test(words[from]?.folded ?? '')) from += 1;
  if (words[from]?.folded === 'on') from += 1;
  return !words.slice(from, at).some(({ folded }) => LEADS_AWAY.has(folded));
}

const NOT_DONE = /done|perform|obtain|declin|refus|defer|need|required|indicated|taken/;

/** Whether a cue after a name can refer to a type: a negative test is not absent. */
export function canFollow(direction: Direction, text: string, type: EntityType): boolean {
  if (direction === 'possible') return AILMENTS.has(type);
  // Symptoms of six months ago may continue.
  if (direction === 'historical' && /month/.test(text) && type === 'symptom') return false;
  if (direction === 'absent' && PLANNED.has(type)) return NOT_DONE.test(text);
  if (direction === 'hypothetical' && type === 'medication') {
    return /need|recommend|planned|consider|necessary|tried|started|due|booked|arranged/.test(text);
  }
  if (direction === 'hypothetical' && AILMENTS.has(type)) {
    return !/order|obtain|perform|done|planned|schedul|recommend|needed|indicated|considered|referral|pending|booked|request|arrang|await|listed|due$|organis|tomorrow|next week/.test(
      text,
    );
  }
  return true;
}
