import { CONDITIONS, COUNTABLE, MEDICINES, PROCEDURES, SYMPTOMS } from './findings.js';
import { NEIGHBOURS } from './neighbours.js';
import { spoken } from './spoken.js';
import { type Family, type Kind, SLOTS, type Slot, type Template, type Truth } from './template.js';

/**
 * How a template is put into words: as written; without capitals and punctuation; and each of both
 * before and after a neutral sentence that affirms something.
 */
export const VARIANTS = [
  'written',
  'unpunctuated',
  'followed',
  'followed unpunctuated',
  'preceded',
  'preceded unpunctuated',
] as const;
export type Variant =
  | 'written'
  | 'unpunctuated'
  | 'followed'
  | 'followed unpunctuated'
  | 'preceded'
  | 'preceded unpunctuated';

/** A name at its place in a sentence; UTF-16 code units. */
export interface Mention {
  readonly slot: Slot;
  readonly name: string;
  readonly start: number;
  readonly end: number;
  readonly truth: Truth;
  /** It belongs to the neutral sentence next to the template. */
  readonly beside: boolean;
}

export interface Sentence {
  readonly text: string;
  readonly template: Template;
  readonly family: Family;
  readonly variant: Variant;
  readonly mentions: readonly Mention[];
}

/** How often each template is filled. */
const FILLINGS = 4;
const GAP = /\{([a-e])\}/;

type Names = Readonly<Partial<Record<Slot, string>>>;
interface Filled {
  readonly text: string;
  readonly mentions: readonly Mention[];
}

const kindOf = (template: Template, slot: 'a' | 'b' | 'c', round: number): Kind =>
  template.kinds?.[slot] ?? template.kind ?? (round % 2 === 0 ? 'symptom' : 'condition');

function choices(template: Template, slot: Slot, round: number): readonly string[] {
  if (slot === 'd') return MEDICINES;
  if (slot === 'e') return PROCEDURES;
  const all = kindOf(template, slot, round) === 'symptom' ? SYMPTOMS : CONDITIONS;
  const counted = new RegExp(`\\ban? \\{${slot}\\}`, 'i').test(template.text);
  return counted ? all.filter((name) => COUNTABLE.has(name)) : all;
}

/** Names for the gaps of a template, none of them twice; the same for the same numbers. */
function chooseNames(template: Template, index: number, round: number): Names {
  const taken = new Set<string>();
  const names: Partial<Record<Slot, string>> = {};
  for (const [place, slot] of SLOTS.entries()) {
    if (!template.text.includes(`{${slot}}`)) continue;
    const from = choices(template, slot, round);
    const first = index * 7 + round * 5 + place * 3;
    const turn = from.findIndex((_, i) => !taken.has(from[(first + i) % from.length] ?? ''));
    const name = from[(first + turn) % from.length] ?? '';
    taken.add(name);
    names[slot] = name;
  }
  return names;
}

const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

/** The template with its names, and where they are. */
function fill(template: Template, names: Names, unpunctuated: boolean, beside = false): Filled {
  const mentions: Mention[] = [];
  let text = '';
  const pieces = template.text.split(GAP);
  for (const [i, piece] of pieces.entries()) {
    if (i % 2 === 0) {
      const words = unpunctuated ? spoken(piece, i === 0) : piece;
      text += text === '' || text.endsWith(' ') ? words.trimStart() : words;
      continue;
    }
    const slot = piece as Slot;
    const name = names[slot] ?? '';
    if (/^([aeiou]|MRI)/i.test(name)) text = text.replace(/(^|\s)(a) $/i, '$1$2n ');
    const opens = text === '' || /[.!?\n]\s*$/.test(text);
    const shown = unpunctuated ? name.toLowerCase() : opens ? capital(name) : name;
    const truth = template.truth[slot];
    if (truth !== undefined) {
      const start = text.length;
      mentions.push({ slot, name, start, end: start + shown.length, truth, beside });
    }
    text += shown;
  }
  return { text: unpunctuated ? text.trimEnd() : text, mentions };
}

/** Two texts one after the other; where there is punctuation, the first ends with some. */
function join(first: Filled, second: Filled, unpunctuated: boolean, lines: boolean): Filled {
  const end = unpunctuated || /[.!?]$/.test(first.text) ? '' : '.';
  const between = lines && !unpunctuated ? `${end}\n` : `${end} `;
  const offset = first.text.length + between.length;
  const moved = second.mentions.map((one) => ({
    ...one,
    start: one.start + offset,
    end: one.end + offset,
  }));
  return { text: first.text + between + second.text, mentions: [...first.mentions, ...moved] };
}

/** A neutral sentence about something that the template does not name. */
function neighbour(index: number, round: number, names: Names, plain: boolean, kind: string) {
  const own = NEIGHBOURS.filter((one) => one.place === kind || one.place === 'any');
  const chosen = own[(index + round * 3) % own.length] ?? NEIGHBOURS[0];
  if (chosen === undefined) throw new RangeError('no neighbours');
  const template: Template = { ...chosen, truth: { a: 'present' }, family: 'affirmed' };
  const used = new Set(Object.values(names));
  const free = choices(template, 'a', round).filter((name) => !used.has(name));
  const a = free[(index * 3 + round) % free.length] ?? '';
  return fill(template, { a }, plain, true);
}

/** A question mark after a name, a sign in brackets or a box says everything there, and is not heard. */
const sayable = ({ text }: Template): boolean => !/\}\s*\?+\s*[).]?$|\([-–+]\)|\[[ x]\]/.test(text);
/** A list below a heading would take in a sentence after it. */
const opensSection = ({ text }: Template): boolean => /(^|\n)[A-Z]+\n/.test(text);

/** All sentences of some templates. */
export function* generate(all: readonly Template[]): Generator<Sentence> {
  for (const [index, template] of all.entries()) {
    for (let round = 0; round < FILLINGS; round += 1) {
      const names = chooseNames(template, index, round);
      const made = (variant: Variant, { text, mentions }: Filled): Sentence => ({
        text,
        mentions,
        template,
        variant,
        family: template.family,
      });
      if (template.family === 'speech') {
        yield made('unpunctuated', fill(template, names, true));
        continue;
      }
      const lines = template.text.includes('\n');
      for (const plain of [false, true]) {
        if (plain && !sayable(template)) continue;
        const own = fill(template, names, plain);
        yield made(plain ? 'unpunctuated' : 'written', own);
        const before = neighbour(index, round, names, plain, 'before');
        yield made(plain ? 'preceded unpunctuated' : 'preceded', join(before, own, plain, lines));
        if (opensSection(template)) continue;
        const after = neighbour(index + 1, round, names, plain, 'after');
        yield made(plain ? 'followed unpunctuated' : 'followed', join(own, after, plain, lines));
      }
    }
  }
}
