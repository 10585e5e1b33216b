import { BODY_WORDS } from './body-words.js';
import {
  BEFORE,
  CAPITALS,
  formsOf,
  type ShorthandExpansion,
  SINGLE,
  spread,
} from './shorthand-forms.js';
import { IN_CAPITALS_TOO, SHORT_AFTER_PART } from './shorthand-table.js';
import { UNCLASSIFIED } from './word-classes.js';
import { goesOn, makeWord, type Word, withGap } from './words.js';

const HASH = '#'.charCodeAt(0);
const BONES = new Set(
  'nof neck femur femoral hip wrist ankle tibia tibial fibula radius radial ulna ulnar humerus humeral clavicle rib ribs finger thumb toe metatarsal metacarpal skull mandible pelvis patella scaphoid vertebra vertebral nose nasal elbow shoulder hand foot arm leg knee forearm distal proximal left right l r lt rt spiral closed open'.split(
    ' ',
  ),
);

const NO_BONE = new Set('proximal distal left right l r lt rt spiral closed open neck'.split(' '));

/** The one word that says which bone it is. */
const isWholeBone = (words: readonly Word[], at: number): boolean => {
  const next = words[at + 1];
  const folded = words[at]?.folded ?? '';
  const more = goesOn(next) && BONES.has(next?.folded ?? '');
  return folded !== 'nof' && !NO_BONE.has(folded) && !more;
};

const fractureOf = (start: number, end: number): readonly Word[] =>
  formsOf('fracture').map((form) => makeWord(start, end, form, 0));

/** `hip #`, `wrist # ?scaphoid`: the sign behind the bone. */
export function fracturedAt(
  text: string,
  words: readonly Word[],
  at: number,
): ShorthandExpansion | undefined {
  const word = words[at];
  if (word === undefined || !BONES.has(word.folded) || NO_BONE.has(word.folded)) return undefined;
  const sign = /^ ?#(?![\p{L}\d])/u.exec(text.slice(word.end, word.end + 3));
  if (sign === null) return undefined;
  const end = word.end + sign[0].length;
  // `# wrist # ankle`: the second sign belongs to what follows it.
  const next = words[at + 1];
  if (next !== undefined && next.start - end < 2 && BONES.has(next.folded)) return undefined;
  return { taken: 1, words: [word, ...fractureOf(word.end, end)] };
}

/** `#NOF`, `# wrist`: a fracture. */
export function fractureAt(
  text: string,
  words: readonly Word[],
  at: number,
): ShorthandExpansion | undefined {
  const word = words[at];
  if (word === undefined || word.number || !BONES.has(word.folded)) return undefined;
  const sign = text.charCodeAt(word.start - 1) === HASH ? 1 : 2;
  if (text.charCodeAt(word.start - sign) !== HASH) return undefined;
  const forms = formsOf(word.folded === 'nof' ? 'femoral neck fracture' : 'fractured');
  const marked = { ...word, start: word.start - sign };
  const { words: read } = spread([marked], 0, 1, forms);
  if (isWholeBone(words, at)) {
    const [whole] = read;
    if (whole === undefined) return undefined;
    const bone = makeWord(whole.start, word.end, word, whole.gap);
    return { taken: 1, words: [bone, ...fractureOf(whole.start, word.end)] };
  }
  return { taken: 1, words: word.folded === 'nof' ? read : [...read, withGap(word, 0)] };
}

const COMPLAINT_ENDINGS = [
  'pain',
  'injury',
  'swelling',
  'bleeding',
  'infection',
  'fracture',
  'throat',
];

const LAST_LETTERS = new Set(COMPLAINT_ENDINGS.map((ending) => ending.slice(-4)));

/** Whether a folded word may consist of two words, the second a complaint. */
export const endsInComplaint = (folded: string): boolean =>
  folded.length >= 7 && LAST_LETTERS.has(folded.slice(-4));

/** `chestpain`, `sorethroat`: two words that were typed as one. */
export function gluedAt(words: readonly Word[], at: number): ShorthandExpansion | undefined {
  const word = words[at];
  if (word === undefined) return undefined;
  const { folded, written, start, end, gap } = word;
  if (written.length !== folded.length || !endsInComplaint(folded)) return undefined;
  const ending = COMPLAINT_ENDINGS.find((one) => folded.endsWith(one));
  if (ending === undefined) return undefined;
  const head = folded.slice(0, -ending.length);
  const known = ending === 'throat' ? head === 'sore' : BODY_WORDS.has(head);
  const short = SINGLE.get(head);
  if (!known && !(short !== undefined && head.startsWith('abd'))) return undefined;
  const cut = start + head.length;
  const bare = { number: false, classes: UNCLASSIFIED };
  const form = short?.[0] ?? { ...bare, written: head, folded: head, plain: head };
  const second = { ...bare, written: ending, folded: ending, plain: ending };
  return {
    taken: 1,
    words: [makeWord(start, cut, form, gap), makeWord(cut, end, second, 0)],
  };
}

const isLoud = ({ written }: Word) => written === written.toUpperCase();

const AILS_AFTER_ABDOMEN =
  /^(?:pain|ache|discomfort|cramp|cramping|distension|distention|tender|tenderness|bloating|swelling|mass|surgery|wall|aortic|xray|xr|ct|us|ultrasound|exam|trauma|wound|injury|hernia|fullness|girth|symptom|sx|guarding|examination)$/;

/** Whether a word in capitals is meant as shorthand: it usually is, or all is in capitals. */
function saysShort(words: readonly Word[], at: number): boolean {
  if (IN_CAPITALS_TOO.has(words[at]?.written ?? '')) return true;
  return [words[at - 1], words[at + 1]].some(
    (one) => one !== undefined && one.written.length > 3 && isLoud(one),
  );
}

/** `inj ankle`, `crush inj`, `ankle inversion inj`; otherwise an injection. */
function isInjury(words: readonly Word[], at: number): boolean {
  const before = words[at - 1]?.folded ?? '';
  const next = words[at + 1];
  if (BODY_WORDS.has(before) || INJURIES.test(before)) return true;
  return (
    goesOn(next) && (BODY_WORDS.has(next?.folded ?? '') || /^[lr]t?$/.test(next?.folded ?? ''))
  );
}
const INJURIES =
  /^(?:crush|inversion|eversion|needle|stick|sport|burn|soft|tissue|crushing|penetrating|blunt|work|degloving|whiplash|inhalation)$/;

export function singleAt(words: readonly Word[], at: number): ShorthandExpansion | undefined {
  const word = words[at];
  if (word === undefined) return undefined;
  const next = words[at + 1];
  const contextual = BEFORE.get(word.folded);
  if (contextual !== undefined) {
    const fits = goesOn(next) && contextual.before.has(next?.folded ?? '');
    return fits ? spread(words, at, at + 1, contextual.forms) : undefined;
  }
  const forms = SINGLE.get(word.folded) ?? CAPITALS.get(word.written);
  if (forms === undefined) return undefined;
  if (!CAPITALS.has(word.written) && isLoud(word) && !saysShort(words, at)) return undefined;
  if (
    word.folded.startsWith('abd') &&
    !(goesOn(next) && AILS_AFTER_ABDOMEN.test(next?.folded ?? ''))
  )
    return spread(words, at, at + 1, formsOf('abdomen'));
  if (word.folded === 'inj' && !isInjury(words, at)) return undefined;
  return spread(words, at, at + 1, forms);
}

/** `knee pn`, `ear d/c`, `leg wk`: what ails the part that was just named. */
export function afterPartAt(
  text: string,
  words: readonly Word[],
  at: number,
): ShorthandExpansion | undefined {
  const word = words[at];
  if (word === undefined || !goesOn(word) || !endsName(words, at)) return undefined;
  const next = words[at + 1];
  const stroked =
    word.folded === 'd' && next?.folded === 'c' && text.slice(word.end, next.start) === '/';
  const phrase = stroked ? 'discharge' : SHORT_AFTER_PART.get(word.folded);
  if (phrase === undefined) return undefined;
  return spread(words, at, stroked ? at + 2 : at + 1, formsOf(phrase));
}

/** A part of the body right before, or before its side: `knee pn`, `ankle R inj`. */
function endsName(words: readonly Word[], at: number): boolean {
  const before = words[at - 1]?.folded ?? '';
  if (BODY_WORDS.has(before) || before.startsWith('abd')) return true;
  return /^(?:l|r|left|right|lt|rt)$/.test(before) && BODY_WORDS.has(words[at - 2]?.folded ?? '');
}
