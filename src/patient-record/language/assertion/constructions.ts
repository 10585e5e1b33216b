import { MONTH_NAMES } from '../clauses/grammar.js';
import { TIME_BEGINNINGS } from '../clauses/past-times.js';
import { anyMay, CLASS, may } from '../text/word-classes.js';
import type { Form, Word } from '../text/words.js';
import { notADay, onceSuspected, turnedOut } from './constructions/affirming.js';
import { emptyBox } from './constructions/answers.js';
import {
  against,
  onceItComes,
  returnFor,
  watchFor,
  wereItNotFor,
} from './constructions/conditions.js';
import {
  aroundName,
  guessIs,
  hedgesFor,
  isPossibility,
  leansTo,
  notImprobable,
  worryingFor,
} from './constructions/conjectures.js';
import { DENIALS } from './constructions/denial-grammar.js';
import {
  askedAny,
  likeThat,
  misheardNo,
  nonName,
  nothingToSuggest,
  signAfter,
  signedVe,
  ticked,
} from './constructions/denials.js';
import { asks, lookingFor, query } from './constructions/doubts.js';
import { ellipsis, neverHad } from './constructions/elisions.js';
import { GUESS_BEGINNINGS, guesses } from './constructions/hedges.js';
import { inMind, juryOut, leftOpen, lineOf, modalGuess } from './constructions/left-open.js';
import { OPINIONS } from './constructions/opinions.js';
import { PERSONS, takenUp } from './constructions/persons.js';
import { inRelative, killed, relativeAfter } from './constructions/relatives.js';
import { REVERSALS } from './constructions/reversals.js';
import { RISKS } from './constructions/risks.js';
import type { ConstructionText, FindCue } from './constructions/text.js';
import {
  atAge,
  complicated,
  earlierStay,
  hadBefore,
  inYear,
  lastIn,
  longAgo,
  pastFront,
  pastTime,
  timeOver,
  yearsSince,
} from './constructions/times.js';
import { UNSETTLED } from './constructions/unsettled.js';
import type { Cue } from './cues.js';

const MONTHS = `${MONTH_NAMES.replaceAll('|', ' ')} jan feb mar apr jun jul aug sep sept oct nov dec`;
const COUNTS =
  'a one two three four five six seven eight nine ten eleven twelve fifteen twenty thirty forty few several many ' +
  'some couple around about over of';

/**
 * The constructions in the order in which they are looked for, each with all words that it can begin
 * with. For one that begins with any word, the gap before it decides whether it may begin there.
 */
const CONSTRUCTIONS: readonly (readonly [find: FindCue, first: string | 'number' | 'gap'])[] = [
  [returnFor, 'return reattend seek safety safetynetted netted attend ring call contact back'],
  [likeThat, 'nothing anything'],
  [nothingToSuggest, 'nothing none no insufficient little without'],
  [inYear, 'number'],
  [pastTime, 'last previous latest when'],
  [longAgo, `from between before until till circa ${MONTHS} ${COUNTS}`],
  [longAgo, 'number'],
  [lastIn, 'last latest recently'],
  [earlierStay, 'in during on at with after'],
  [inRelative, 'in of affecting'],
  [relativeAfter, 'gap'],
  [killed, 'killed claimed affected took affects'],
  [pastFront, 'gap'],
  [wereItNotFor, 'if were was had but'],
  [onceItComes, 'once should were if when as unless until'],
  [watchFor, 'observe observed watch monitor monitored check report'],
  [
    lookingFor,
    'screen screening test testing evaluating assessing investigating checking evaluate assess investigate',
  ],
  ...REVERSALS,
  ...UNSETTLED,
  ...OPINIONS,
  [against, 'against for'],
  [asks, 'gap'],
  [atAge, 'at aged when in'],
  [signedVe, 've'],
  [ticked, 'n'],
  [misheardNo, 'know null'],
  [complicated, 'complicated'],
  [askedAny, 'no nope none yes yeah yep'],
  [neverHad, 'which that'],
  [guesses, GUESS_BEGINNINGS],
  [notADay, 'not hardly scarcely rarely barely never no'],
  [onceSuspected, 'what'],
  [turnedOut, 'shown proven proved proves turned confirmed established known revealed ruled'],
  [
    ellipsis,
    'has have had is was are were does did do could can cannot hasnt havent isnt wasnt werent doesnt didnt couldnt cant not',
  ],
  [
    guessIs,
    'worry worries concern concerns hunch suspicion suspicions guess bet hypothesis theory assumption contention ' +
      'instinct conjecture inkling feeling impression',
  ],
  [inMind, 'is was are were remains remained stays sits lurks lies'],
  [isPossibility, 'is was are were remains remained seems seemed be being been becomes became'],
  [modalGuess, 'may might could'],
  [leftOpen, 'but though although however yet'],
  [juryOut, 'jury'],
  [lineOf, 'line lines route path'],
  [notImprobable, 'not nor isnt hardly never'],
  [
    leansTo,
    'thought thinking leaning veering inclined tempted edging swaying drifting steering gravitating lean veer point points',
  ],
  [
    hedgesFor,
    'equivocal inconclusive borderline indeterminate nondiagnostic ambiguous worrying worrisome suspicious concerning ' +
      'suggestive tentative',
  ],
  [aroundName, 'if then keep keeping bear bearing excluded ruled investigated checked'],
  ...DENIALS,
  ...PERSONS,
  ...RISKS,
  [timeOver, `${TIME_BEGINNINGS} ${MONTHS}`],
  [timeOver, 'number'],
  [hadBefore, 'before'],
  [yearsSince, 'from year years yr yrs decade decades'],
];

const finding = (begins: (first: string) => boolean): readonly FindCue[] =>
  CONSTRUCTIONS.filter(([, first]) => begins(first)).map(([find]) => find);

const KINDS: readonly string[] = ['gap', 'number'];
const AFTER_GAP = finding((first) => first === 'gap');
const AT_NUMBER = finding((first) => KINDS.includes(first));
/** By the first word, those that can begin with it; in their order. */
const BY_FIRST: ReadonlyMap<string, readonly FindCue[]> = new Map(
  [
    ...new Set(
      CONSTRUCTIONS.flatMap(([, first]) => (KINDS.includes(first) ? [] : first.split(' '))),
    ),
  ].map((word) => [
    word,
    finding((first) => first === 'gap' || (first !== 'number' && first.split(' ').includes(word))),
  ]),
);

/** The construction that begins at a word outside names. */
function constructionAt(text: ConstructionText, at: number): Cue | undefined {
  const word = text.words[at];
  if (word === undefined) return undefined;
  const finds = word.number
    ? AT_NUMBER
    : ((may(word, CLASS.construction) ? BY_FIRST.get(word.plain) : undefined) ??
      (word.gap === 0 ? undefined : AFTER_GAP));
  if (finds === undefined) return undefined;
  for (const find of finds) {
    const found = find(text, at);
    if (found !== undefined) return found;
  }
  return undefined;
}

const LETTERS = /^[A-Za-z ]+$/;
/** What `takenUp` and names that deny begin with. */
const LOOKED_AT = /^(?:he|she|his|her|my|non.*)$/;

/** Whether a construction may begin with a word. */
const mayBeginOne = ({ plain }: Form): boolean => BY_FIRST.has(plain) || LOOKED_AT.test(plain);

/** Whether no construction can begin anywhere in a text: most lines of a list of conditions are so. */
export const holdsNoConstruction = (text: string, words: readonly Word[]): boolean =>
  LETTERS.test(text) &&
  words.every((word) => !word.number && !(may(word, CLASS.construction) && mayBeginOne(word)));

/** Signs of a text that constructions consist of. */
interface Signs {
  readonly asked: boolean;
  readonly dashed: boolean;
  /** A box that is empty says something only where others are marked. */
  readonly boxed: boolean;
}

const signsIn = (text: string): Signs => ({
  asked: text.includes('?'),
  dashed: /[-–−]/.test(text),
  boxed: /\[[xX✓]\]|[☑☒]/u.test(text),
});

/** Words of names that `nonName` reads, besides those that a construction begins with. */
const IN_NAMES = /^(?:childhood|fhx?)$/;

/** The construction that a word of a name is part of. */
function ofName(text: ConstructionText, at: number, { dashed, boxed }: Signs): Cue | undefined {
  const worded = may(text.words[at], CLASS.construction);
  return (
    (dashed ? signAfter(text, at) : undefined) ??
    (worded ? (nonName(text, at) ?? worryingFor(text, at)) : undefined) ??
    (boxed ? emptyBox(text, at) : undefined)
  );
}

/** Whether a word may begin a construction or be part of one inside a name. */
export const mayBeOfConstruction = (form: Form): boolean =>
  mayBeginOne(form) || IN_NAMES.test(form.plain);

/**
 * Finds cues that no list of phrases can contain, since they include other words. In order; they
 * precede those of the tables that begin at the same word.
 */
export function findConstructions(text: ConstructionText): readonly Cue[] {
  const found: Cue[] = [];
  const signs = signsIn(text.text);
  for (let at = 0; at < text.words.length; at += 1) {
    if (signs.asked) found.push(...query(text, at));
    const one = text.isName(at) ? ofName(text, at, signs) : constructionAt(text, at);
    if (one !== undefined) found.push(one);
  }
  if (anyMay(text.words, CLASS.construction)) found.push(...takenUp(text));
  return found.length > 1 ? found.sort((a, b) => a.from - b.from) : found;
}
