import { mergeTiming, NO_TIMING, type Timing } from './frequency.js';
import type { Mention, ParsedLine } from './line.js';
import type { Quantity } from './quantities.js';
import { isResolved, leastSure, type NameMatchKind, type ResolvedName } from './resolution.js';
import type { Resolver } from './resolve.js';

/** One name of a product with the words after it. */
export interface ProductPart {
  readonly words: string;
  readonly drug: ResolvedName;
  readonly quantities: readonly Quantity[];
  /** Different amounts at different times. */
  readonly split: boolean;
}

/** One product of a line; several parts where its ingredients are named individually. */
export interface ProductEntry {
  readonly parts: readonly ProductPart[];
  readonly timing: Timing;
}

export interface UnknownName {
  readonly words: string;
  readonly suggestions: readonly string[];
  /** Of a known name: the line states that it is not taken. */
  readonly denied?: true;
  /** Of an ambiguous name: the products that it can mean. */
  readonly meanings?: readonly ProductEntry[];
  /** These are all that it can mean. */
  readonly isComplete?: true;
}

export interface Entries {
  readonly entries: readonly ProductEntry[];
  readonly unknown: readonly UnknownName[];
}

export const drugsOf = ({ parts }: ProductEntry): readonly string[] => [
  ...new Set(parts.flatMap(({ drug }) => drug.ingredients)),
];

export const howOf = ({ parts }: ProductEntry): NameMatchKind =>
  leastSure(parts.map(({ drug }) => drug.how));

const within = (a: readonly string[], b: readonly string[]) => a.every((one) => b.includes(one));
const nameOf = ({ brand, ingredients }: ResolvedName) => brand ?? ingredients.join(' / ');

interface Draft {
  entries: ProductEntry[];
  unknown: UnknownName[];
  /** The last name that was required to be known, if it was not. */
  lost: Mention | undefined;
}

function addTo(
  entry: ProductEntry,
  { quantities, timing }: Mention,
  drug?: ResolvedName,
): ProductEntry {
  const last = entry.parts.at(-1);
  if (last === undefined) return entry;
  const part = {
    ...last,
    drug: drug ?? last.drug,
    quantities: [...last.quantities, ...quantities],
  };
  return { parts: [...entry.parts.slice(0, -1), part], timing: mergeTiming(entry.timing, timing) };
}

function replaceLast(draft: Draft, entry: ProductEntry): void {
  draft.entries[draft.entries.length - 1] = entry;
}

const entryOf = (
  { words, quantities, timing, split }: Mention,
  drug: ResolvedName,
): ProductEntry => ({
  parts: [{ words, drug, quantities, split }],
  timing,
});

const drugsOfMeanings = (meanings: readonly (readonly string[])[]): readonly ResolvedName[] =>
  meanings.map((ingredients) => ({ ingredients, how: 'abbreviation', salts: [] }));

/** What a name after `or` can be; nothing where it is not the name of a drug. */
function alternativesOf(mention: Mention, resolver: Resolver): readonly ResolvedName[] {
  const drug = resolver.recognise(mention.words);
  if (drug !== undefined) return [drug];
  const resolution = resolver.resolve(mention.words);
  return isResolved(resolution) ? [] : drugsOfMeanings(resolution.meanings ?? []);
}

/** A name that must be known: the first, and those joined to it. */
function required(draft: Draft, mention: Mention, resolver: Resolver): void {
  const resolution = resolver.resolve(mention.words);
  const last = draft.entries.at(-1);
  draft.lost = isResolved(resolution) ? undefined : mention;
  if (!isResolved(resolution)) {
    const { suggestions, ambiguous, meanings } = resolution;
    const named = ambiguous ? suggestions.flatMap((name) => resolver.find(name) ?? []) : [];
    const drugs = meanings === undefined ? named : drugsOfMeanings(meanings);
    draft.unknown.push({
      words: mention.words,
      suggestions,
      ...(drugs.length > 0 && { meanings: drugs.map((drug) => entryOf(mention, drug)) }),
      ...(meanings !== undefined && { isComplete: true }),
    });
  } else if (mention.joiner === 'slash' && last !== undefined) {
    const [part] = entryOf(mention, resolution).parts;
    const parts = part === undefined ? last.parts : [...last.parts, part];
    replaceLast(draft, { parts, timing: mergeTiming(last.timing, mention.timing) });
  } else draft.entries.push(entryOf(mention, resolution));
}

/** `no warfarin`, `warfarin stopped`: named, and not taken. */
function denied(draft: Draft, { words, joiner }: Mention, resolver: Resolver): void {
  const again = joiner === 'bracket' || joiner === 'brand';
  if (again && draft.unknown.at(-1)?.denied) return;
  const drug = joiner === 'first' ? resolver.resolve(words) : resolver.recognise(words);
  draft.lost = undefined;
  if (drug !== undefined && isResolved(drug)) {
    draft.unknown.push({ words, suggestions: [nameOf(drug)], denied: true });
  } else if (drug !== undefined) draft.unknown.push({ words, suggestions: drug.suggestions });
}

/** `warfarin or apixaban`: neither is certainly taken. */
function alternative(draft: Draft, mention: Mention, resolver: Resolver): void {
  const drugs = alternativesOf(mention, resolver);
  const last = draft.entries.at(-1);
  if (drugs.length === 0) return;
  const entries = drugs.map((drug) => entryOf(mention, drug));
  if (last === undefined) {
    const previous = draft.unknown.pop();
    const { words = '', suggestions = [], meanings = [], isComplete } = previous ?? {};
    const alternatives = words === '' ? mention.words : `${words} or ${mention.words}`;
    draft.unknown.push({
      words: alternatives,
      suggestions: [...suggestions, ...drugs.map(nameOf)],
      ...(isComplete && { meanings: [...meanings, ...entries], isComplete }),
    });
    return;
  }
  if (drugs.every(({ ingredients }) => within(ingredients, drugsOf(last)))) {
    replaceLast(draft, addTo(last, mention));
    return;
  }
  draft.entries.pop();
  const part = last.parts.at(-1);
  draft.unknown.push({
    words: `${part?.words ?? ''} or ${mention.words}`,
    suggestions: [...(part === undefined ? [] : [nameOf(part.drug)]), ...drugs.map(nameOf)],
    meanings: [last, ...entries],
    isComplete: true,
  });
}

/** Names of one substance that the tables separate: an element and its salts, a vitamin's forms. */
const FAMILIES = [
  /^(?:iron|ferr)/,
  /^calcium\b/,
  /^magnesium\b/,
  /^potassium\b/,
  /^zinc\b/,
  /^(?:vitamin d|cholecalciferol|ergocalciferol)\b/,
  /^penicillin g\b/,
  /^isosorbide\b/,
  /^(?:estrogens|estradiol)\b/,
  /^interferon\b/,
];
const sameFamily = (a: readonly string[], b: readonly string[]) =>
  FAMILIES.some((family) => [...a, ...b].every((name) => family.test(name)));

/** `Panadol (paracetamol)`: the same drug again, or two names that contradict each other. */
function inBrackets(draft: Draft, mention: Mention, resolver: Resolver): void {
  const drug = resolver.recognise(mention.words);
  const last = draft.entries.at(-1);
  if (drug !== undefined && draft.lost !== undefined) {
    draft.unknown.pop();
    draft.entries.push(addTo(entryOf(draft.lost, drug), mention));
    draft.lost = undefined;
  } else if (last !== undefined && drug !== undefined) {
    const drugs = drugsOf(last);
    const own = last.parts.at(-1)?.drug;
    if (within(drug.ingredients, drugs)) replaceLast(draft, addTo(last, mention));
    else if (within(drugs, drug.ingredients)) replaceLast(draft, addTo(last, mention, drug));
    else if (sameFamily(drugs, drug.ingredients)) {
      // `iron (ferrous sulfate)`: the longer name is more specific.
      const longer = drug.ingredients.join().length > drugs.join().length;
      replaceLast(draft, addTo(last, mention, longer ? drug : undefined));
    } else if (mention.joiner === 'brand') replaceLast(draft, addTo(last, mention));
    else {
      draft.entries.pop();
      const names = [...(own === undefined ? [] : [nameOf(own)]), nameOf(drug)];
      draft.unknown.push({ words: mention.words, suggestions: names });
    }
  } else if (last !== undefined) replaceLast(draft, addTo(last, mention));
}

const isDosed = ({ quantities }: Mention) =>
  quantities.some(({ unit }) => unit !== undefined && !unit.startsWith('{') && unit !== 'mL');

/** Further words: another drug if they name one, otherwise a remark. */
function farther(draft: Draft, mention: Mention, resolver: Resolver): void {
  const known = resolver.recognise(mention.words);
  // `metoprolol, tartrate 25 mg`: the name continues.
  const before = draft.entries.at(-1);
  const whole = `${before?.parts.at(-1)?.words ?? ''} ${mention.words}`;
  const longer = known === undefined ? resolver.recognise(whole) : undefined;
  if (before !== undefined && longer !== undefined) {
    replaceLast(draft, addTo(before, mention, longer));
    return;
  }
  // `warfarin 5 mg, asprn 81 mg`: an entry with its own dose in a list is a drug.
  if (known === undefined && mention.joiner === 'listed' && isDosed(mention)) {
    required(draft, mention, resolver);
    return;
  }
  const doubtful = resolver.kindOf(mention.words) === 'weak' && !isDosed(mention);
  const drug = doubtful ? undefined : known;
  const last = draft.entries.at(-1);
  const named = draft.entries.flatMap(drugsOf);
  if (drug !== undefined && !within(drug.ingredients, named)) {
    draft.entries.push(entryOf(mention, drug));
  } else if (last !== undefined) replaceLast(draft, addTo(last, mention));
}

/** `amlodipine and valsartan 5/160`: with as many numbers as names they form one product. */
function merged(entries: readonly ProductEntry[]): readonly ProductEntry[] {
  const last = entries.at(-1);
  const others = entries.slice(0, -1);
  const list = last?.parts[0]?.quantities.find(({ values }) => values.length === entries.length);
  const alone = entries.every((entry) => drugsOf(entry).length === 1);
  const silent = others.every(({ parts }) =>
    parts.every(({ quantities }) => quantities.length === 0),
  );
  if (others.length === 0 || list === undefined || !alone || !silent) return entries;
  const timing = entries.reduce((sum, entry) => mergeTiming(sum, entry.timing), NO_TIMING);
  return [{ parts: entries.flatMap(({ parts }) => parts), timing }];
}

/** The maximum number of drugs per line; further words are reported as not understood. */
const MAX_NAMES = 12;

/** Determines the drugs that the names of a line stand for. */
export function entriesOf(line: ParsedLine, resolver: Resolver): Entries {
  const draft: Draft = { entries: [], unknown: [], lost: undefined };
  for (const mention of line.mentions.slice(0, MAX_NAMES)) {
    if (mention.denied) denied(draft, mention, resolver);
    else if (mention.joiner === 'or') alternative(draft, mention, resolver);
    else if (mention.joiner === 'bracket' || mention.joiner === 'brand')
      inBrackets(draft, mention, resolver);
    else if (mention.joiner === 'apart' || mention.joiner === 'listed')
      farther(draft, mention, resolver);
    else required(draft, mention, resolver);
  }
  const rest = line.mentions[MAX_NAMES];
  if (rest !== undefined) draft.unknown.push({ words: rest.words, suggestions: [] });
  return { entries: merged(draft.entries), unknown: draft.unknown };
}
