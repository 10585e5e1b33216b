import type { Ingredients } from '../ingredients/ingredients.js';
import type { Combinations } from './combinations.js';
import type { Fields } from './fields.js';
import { mergeTiming, NO_TIMING, type Timing } from './frequency.js';
import type { Homonym, Mention, ParsedLine } from './line.js';
import { isCounted, type Quantity } from './quantities.js';
import type { Remarks } from './remarks.js';
import {
  isResolved,
  leastSure,
  type NameMatchKind,
  type Resolution,
  type ResolvedName,
} from './resolution.js';
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
  /** It stands beside a drug to which amounts and directions of the line belong. */
  readonly isBeside?: true;
}

export interface Entries {
  readonly entries: readonly ProductEntry[];
  readonly unknown: readonly UnknownName[];
  /** Known drugs that the line names only to state that they are not taken. */
  readonly notTaken: readonly string[];
}

/** What decides which drugs the words of a line stand for. */
export interface NameReaders {
  readonly resolver: Resolver;
  readonly remarks: Remarks;
  readonly combinations: Combinations;
  readonly ingredients: Pick<Ingredients, 'isProduct' | 'isLocal'>;
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

/** What a name after `or` can be; nothing where that is not known, or it names no drug. */
function alternativesOf(mention: Mention, { resolver, remarks }: NameReaders) {
  const drug = resolver.recognise(mention.words);
  if (drug !== undefined) return [drug];
  const resolution = resolver.resolve(mention.words);
  if (!isResolved(resolution)) return drugsOfMeanings(resolution.meanings ?? []);
  return remarks.unread(mention.words, false).length > 0 ? [resolution] : [];
}

/** A name that is not understood, or has several meanings. */
function unknownName(
  mention: Mention,
  { suggestions, ambiguous, meanings }: Exclude<Resolution, ResolvedName>,
  resolver: Resolver,
): UnknownName {
  const named = ambiguous ? suggestions.flatMap((name) => resolver.find(name) ?? []) : [];
  const drugs = meanings === undefined ? named : drugsOfMeanings(meanings);
  return {
    words: mention.words,
    suggestions,
    ...(drugs.length > 0 && { meanings: drugs.map((drug) => entryOf(mention, drug)) }),
    ...(meanings !== undefined && { isComplete: true }),
  };
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

/** Reports the words beside known drugs that may name another one. */
function reportUnread(draft: Draft, mention: Mention, { resolver, remarks }: NameReaders): void {
  const words = remarks.unread(mention.words, mention.reason === true).join(' ');
  const before = draft.unknown.at(-1);
  // Of a line with an unknown drug the other words are reported with it.
  if (words === '' || (draft.entries.length === 0 && before && !before.meanings)) return;
  const name = { ...mention, words, quantities: [], timing: NO_TIMING };
  const resolution = resolver.resolve(words);
  const named = draft.entries.flatMap(drugsOf);
  if (!isResolved(resolution)) {
    // `omeprazole, PPI cover`: the group of a drug of the line.
    if (
      resolver.kindOf(words) === 'group' &&
      resolution.suggestions.some((one) => named.includes(one))
    ) {
      return;
    }
    draft.unknown.push({ ...unknownName(name, resolution, resolver), isBeside: true });
    return;
  }
  if (draft.entries.some((entry) => sameFamily(drugsOf(entry), resolution.ingredients))) return;
  const isCertain = resolution.how !== 'spelling' && resolution.unread === undefined;
  draft.unknown.push({
    words,
    suggestions: [nameOf(resolution)],
    isBeside: true,
    ...(isCertain && { meanings: [entryOf(name, resolution)], isComplete: true }),
  });
}

/** A name that must be known: the first, and those joined to it. */
function required(draft: Draft, mention: Mention, { resolver, remarks }: NameReaders): void {
  const isReason = mention.reason && draft.entries.length > 0;
  if (isReason && remarks.unread(mention.words, true).length === 0) return;
  const resolution = resolver.resolve(mention.words);
  const last = draft.entries.at(-1);
  draft.lost = isResolved(resolution) ? undefined : mention;
  if (!isResolved(resolution)) draft.unknown.push(unknownName(mention, resolution, resolver));
  else if (mention.joiner === 'slash' && last !== undefined) {
    const [part] = entryOf(mention, resolution).parts;
    const parts = part === undefined ? last.parts : [...last.parts, part];
    replaceLast(draft, { parts, timing: mergeTiming(last.timing, mention.timing) });
  } else draft.entries.push(entryOf(mention, resolution));
}

/** `no warfarin`, `warfarin stopped`: named, and not taken. */
function denied(draft: Draft, { words, joiner }: Mention, { resolver }: NameReaders): void {
  const again = joiner === 'bracket' || joiner === 'brand';
  if (again && draft.unknown.at(-1)?.denied) return;
  const drug = joiner === 'first' ? resolver.resolve(words) : resolver.recognise(words);
  draft.lost = undefined;
  if (drug !== undefined && isResolved(drug)) {
    draft.unknown.push({ words, suggestions: [nameOf(drug)], denied: true });
  } else if (drug !== undefined) draft.unknown.push({ words, suggestions: drug.suggestions });
}

/** `warfarin or apixaban`: neither is certainly taken. */
function alternative(draft: Draft, mention: Mention, readers: NameReaders): void {
  const drugs = alternativesOf(mention, readers);
  const last = draft.entries.at(-1);
  if (drugs.length === 0) {
    reportUnread(draft, mention, readers);
    return;
  }
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

/** `Panadol (paracetamol)`: the same drug again, or two names that contradict each other. */
function inBrackets(draft: Draft, mention: Mention, readers: NameReaders): void {
  const { resolver } = readers;
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
    } else if (mention.joiner === 'brand' && drug.ingredients.some((one) => drugs.includes(one))) {
      replaceLast(draft, addTo(last, mention));
    } else {
      draft.entries.pop();
      const names = [...(own === undefined ? [] : [nameOf(own)]), nameOf(drug)];
      draft.unknown.push({ words: mention.words, suggestions: names });
    }
  } else if (last !== undefined) {
    replaceLast(draft, addTo(last, mention));
    reportUnread(draft, mention, readers);
  }
}

const isDosed = ({ quantities }: Mention) =>
  quantities.some(({ unit }) => unit !== undefined && !unit.startsWith('{') && unit !== 'mL');

/** Further words: another drug if they name one, otherwise a remark. */
function farther(draft: Draft, mention: Mention, readers: NameReaders): void {
  const { resolver } = readers;
  const known = resolver.recognise(mention.words);
  // `metoprolol, tartrate 25 mg`: the name continues.
  const before = draft.entries.at(-1);
  const whole = `${before?.parts.at(-1)?.words ?? ''} ${mention.words}`;
  const isDrug = resolver.kindOf(mention.words) !== undefined;
  const isDosedBefore = before?.parts.some(({ quantities }) => quantities.length > 0);
  const mayContinue = known === undefined && !(isDrug && isDosedBefore);
  const longer = mayContinue ? resolver.recognise(whole) : undefined;
  if (before !== undefined && longer !== undefined) {
    replaceLast(draft, addTo(before, mention, longer));
    return;
  }
  // `warfarin 5 mg, asprn 81 mg`: an entry with its own dose in a list is a drug.
  if (known === undefined && mention.joiner === 'listed' && isDosed(mention)) {
    required(draft, mention, readers);
    return;
  }
  const doubtful = resolver.kindOf(mention.words) === 'weak' && !isDosed(mention);
  const drug = doubtful ? undefined : known;
  const last = draft.entries.at(-1);
  const named = draft.entries.flatMap(drugsOf);
  if (drug !== undefined && !within(drug.ingredients, named)) {
    draft.entries.push(entryOf(mention, drug));
    return;
  }
  if (last !== undefined) replaceLast(draft, addTo(last, mention));
  if (known === undefined || !within(known.ingredients, named))
    reportUnread(draft, mention, readers);
}

/**
 * `amlodipine and valsartan 5/160`, `piperacillin with tazobactam 4.5 g`: with as many numbers as
 * names, or an amount of a product of all of them, they form one product.
 */
function merged(
  entries: readonly ProductEntry[],
  { combinations }: NameReaders,
): readonly ProductEntry[] {
  const last = entries.at(-1);
  const others = entries.slice(0, -1);
  const list = last?.parts[0]?.quantities.find(({ values }) => values.length === entries.length);
  const alone = entries.every((entry) => drugsOf(entry).length === 1);
  const silent = others.every(({ parts }) =>
    parts.every(({ quantities }) => quantities.length === 0),
  );
  if (others.length === 0 || !alone || !silent) return entries;
  const amounts = last?.parts[0]?.quantities ?? [];
  const isProduct = list ?? combinations.divide(entries.flatMap(drugsOf), amounts);
  if (isProduct === undefined) return entries;
  const timing = entries.reduce((sum, entry) => mergeTiming(sum, entry.timing), NO_TIMING);
  return [{ parts: entries.flatMap(({ parts }) => parts), timing }];
}

/** Whether the amounts of an entry are those of its ingredients: `5/160`, `4 g/0.5 g`. */
function hasStrengths({ parts }: ProductEntry, count: number): boolean {
  const listed = parts.some(({ quantities }) =>
    quantities.some(({ values }) => values.length === count),
  );
  return (
    listed || parts.every(({ quantities }) => quantities.some(({ unit }) => unit !== undefined))
  );
}

/** `ibuprofen/naproxen`: of names with a slash that are no product either may be meant. */
function withoutAlternatives(draft: Draft, { ingredients }: NameReaders): readonly ProductEntry[] {
  return draft.entries.flatMap((entry): readonly ProductEntry[] => {
    const { parts, timing } = entry;
    const drugs = drugsOf(entry);
    if (parts.length < 2 || drugs.length < 2) return [entry];
    if (hasStrengths(entry, drugs.length) || ingredients.isProduct(drugs)) return [entry];
    draft.unknown.push({
      words: parts.map(({ words }) => words).join('/'),
      suggestions: parts.map(({ drug }) => nameOf(drug)),
      meanings: parts.map((part) => ({ parts: [part], timing })),
      isComplete: true,
    });
    return [];
  });
}

/** Names beside an amount that is stated again: of the same substance, or not understood. */
function restated(draft: Draft, words: string, readers: NameReaders): void {
  const drug = readers.resolver.recognise(words);
  const named = draft.entries.flatMap(drugsOf);
  if (
    drug !== undefined &&
    (within(drug.ingredients, named) || sameFamily(named, drug.ingredients))
  )
    return;
  const mention = { joiner: 'bracket', quantities: [], timing: NO_TIMING, split: false } as const;
  reportUnread(draft, { ...mention, words }, readers);
}

/** Whether a drug of the line is given in this way, or puffs of it are counted. */
function isExplained(draft: Draft, { route }: Homonym, { ingredients }: NameReaders): boolean {
  if (route === undefined) return false;
  return draft.entries.some(
    (entry) =>
      drugsOf(entry).some((one) => ingredients.isLocal(one)) ||
      entry.parts.some(
        ({ drug, quantities }) => drug.route === route || quantities.some(isCounted),
      ),
  );
}

/** Reads the words of other fields of a line, and those that may be a direction or a drug. */
function besideDirections(
  draft: Draft,
  line: ParsedLine,
  { rest, homonyms }: Pick<Fields, 'rest' | 'homonyms'>,
  readers: NameReaders,
): void {
  const mention = { joiner: 'apart', quantities: [], timing: NO_TIMING, split: false } as const;
  if (rest !== '') reportUnread(draft, { ...mention, words: rest }, readers);
  for (const homonym of [...line.homonyms, ...homonyms]) {
    const resolution = readers.resolver.resolve(homonym.words);
    // Words like `cream` stand for no drug in particular.
    const isForm = !isResolved(resolution) && resolution.suggestions.length === 0;
    if (isForm || draft.entries.length === 0 || isExplained(draft, homonym, readers)) continue;
    reportUnread(draft, { ...mention, words: homonym.words }, readers);
  }
}

/** The maximum number of drugs per line; further words are reported as not understood. */
const MAX_NAMES = 12;

/**
 * Determines the drugs that the names of a line stand for.
 *
 * @param beside words of its other fields that may name drugs
 */
export function entriesOf(
  line: ParsedLine,
  beside: Pick<Fields, 'rest' | 'homonyms'>,
  readers: NameReaders,
): Entries {
  const draft: Draft = { entries: [], unknown: [], lost: undefined };
  for (const mention of line.mentions.slice(0, MAX_NAMES)) {
    if (mention.denied) denied(draft, mention, readers);
    else if (mention.joiner === 'or') alternative(draft, mention, readers);
    else if (mention.joiner === 'bracket' || mention.joiner === 'brand')
      inBrackets(draft, mention, readers);
    else if (mention.joiner === 'apart' || mention.joiner === 'listed')
      farther(draft, mention, readers);
    else required(draft, mention, readers);
  }
  for (const words of line.restated) restated(draft, words, readers);
  besideDirections(draft, line, beside, readers);
  const rest = line.mentions[MAX_NAMES];
  if (rest !== undefined) draft.unknown.push({ words: rest.words, suggestions: [] });
  const named = draft.entries.flatMap(drugsOf);
  const skipped = line.skipped.flatMap((words) => readers.resolver.recognise(words) ?? []);
  return {
    entries: merged(withoutAlternatives(draft, readers), readers),
    unknown: draft.unknown,
    notTaken: skipped.filter(({ ingredients }) => !within(ingredients, named)).map(nameOf),
  };
}
