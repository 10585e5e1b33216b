import type { Cue } from '../cues.js';
import { answersInTurn, deniesIt, markedBox, neitherOf, noneOfFollowing, zero } from './answers.js';
import { alsoNot } from './denials.js';
import {
  cannotBe,
  falselySaid,
  frontedDenial,
  hasExcluded,
  provedFalse,
  takenOff,
} from './exclusions.js';
import { asIs, predicateAfter } from './predicates.js';
import type { ConstructionText } from './text.js';

const AUXILIARIES = 'is are was were has have had having be been could can does do did';
const NEGATIONS =
  'not never cannot cant couldnt isnt arent wasnt werent hasnt havent hadnt doesnt dont didnt';

/** Denials of several words, in the order in which they are looked for, each with all words that it begins with. */
export const DENIALS: ReadonlyArray<
  readonly [
    find: (text: ConstructionText, at: number) => Cue | undefined,
    first: string | 'number' | 'gap',
  ]
> = [
  [
    answersInTurn,
    'no nil none negative neg absent denied excluded n nope yes yeah present positive y not also grade score never',
  ],
  [
    deniesIt,
    `${AUXILIARIES} ${NEGATIONS} and but to which he she they i we it patient pt mum mother the there denied denies ` +
      'denying says said states stated reports reported tells told claims claimed insists insisted replies replied ' +
      'answers answered got',
  ],
  [takenOff, 'out off from'],
  [provedFalse, 'which but this that'],
  [
    predicateAfter,
    `${AUXILIARIES} ${NEGATIONS} absent negative neg excluded denied refuted disproved disproven discounted dismissed ` +
      'discarded rejected lacking unfounded groundless missing nil nonexistent undetectable erroneous false wrong ' +
      'incorrect mistaken untrue none out nowhere ruled in',
  ],
  [asIs, 'as'],
  [
    hasExcluded,
    'rule exclude dismiss discount refute disprove eliminate reject discard negate disregard abandon',
  ],
  [
    falselySaid,
    'far wrong incorrect untrue false inaccurate misleading mistaken erroneous mistake error',
  ],
  [frontedDenial, 'at on in under by during not never nowhere neither'],
  [cannotBe, 'cant couldnt'],
  [alsoNot, 'either'],
  [neitherOf, 'neither none'],
  [noneOfFollowing, 'none following'],
  [zero, 'number'],
  [markedBox, 'x'],
];
