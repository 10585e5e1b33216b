import { foldDrugName } from '../ingredients/ingredients.js';
import { type Allergen, type AllergenNames, forOneLine } from './allergen-names.js';
import type { AllergiesTable } from './schema.js';

/** An allergen, with its reaction if the same line states one. */
export interface NamedAllergen {
  readonly allergen: Allergen;
  readonly reaction?: string;
}

/** The allergens that a line names. */
export interface ReadSubstance {
  /** `NKDA`: known to have no allergy. */
  readonly none?: true;
  readonly allergens: readonly NamedAllergen[];
  /** Some of it was not understood, or is too wide to conclude anything. */
  readonly unresolved: boolean;
  readonly tooWide?: true;
}

interface AllergenList {
  readonly allergens: readonly NamedAllergen[];
  /** No words are left over. */
  readonly complete: boolean;
}

interface Words {
  readonly names: AllergenNames;
  readonly isReaction: (text: string) => boolean;
}

/** `cephalosporins (all)`. */
const ALL = /^(?:all|any|class|group|various|unspecified|drugs?|whole class)$/i;
const IN_BRACKETS = /^([^()[\]{}]+?)\s*[([{]\s*([^()[\]{}]+?)\s*[)\]}][\s.]*$/;
const AFTER_MARK =
  /^(.+?)\s*(?:\s[-–—]+>?\s|:|=+>?|->|→|\s(?:causes|caused|causing|gives|gave|gets?|got|leads to|resulted in|makes|made|upsets?|with|was)\s)\s*(.+)$/i;
/** `PCN-hives`. */
const AFTER_HYPHEN = /^([^-]+)-([^-]+)$/;
/** `rash with penicillin`. */
const REACTION_FIRST = /^(.+?)\s+(?:to|from|with|after|on|due to|caused by)\s+(.+)$/i;
/** Separators between allergens in a list; not inside brackets. */
const PARTS = /\s*(?:,|;|\/|\+|&|\band\b|\bor\b|\bplus\b)(?![^()[\]{}]*[)\]}])\s*/i;
/** The indication within a product name: `Excedrin Migraine` is not a reaction. */
const PURPOSE =
  /^(?:cough|cold|flu|sinus|migraine|headaches?|fever|pain|heartburn|reflux|indigestion|diarrh?o?ea|constipation|thrush|gout|acne|sleep|insomnia|congestion|gas|itch|anti\S*)\b/i;
/** Words of a name with its reaction, without punctuation between them. */
const MAX_WORDS_OF_ONE = 10;
/** Words of the longest name of a group that is looked for among other words. */
const MAX_WORDS_OF_GROUP = 4;

const one = (allergen: Allergen, reaction?: string): AllergenList => ({
  allergens: [{ allergen, ...(reaction !== undefined && { reaction }) }],
  complete: true,
});

/** `Bactrim (hives)`, `amoxicillin: rash`, `Bactrim (co-trimoxazole)`, `rash with penicillin`. */
function nameBesideReaction(text: string, { names, isReaction }: Words): AllergenList | undefined {
  const [, first, second] = IN_BRACKETS.exec(text) ?? AFTER_MARK.exec(text) ?? [];
  const named = first === undefined ? undefined : names.find(first);
  if (named && second !== undefined && ALL.test(second)) return one(named);
  if (named && second !== undefined) {
    const other = isReaction(second) ? undefined : names.find(second);
    if (other === undefined) return one(named, second);
    const both = [{ allergen: named }, { allergen: other }];
    return { allergens: named.title === other.title ? both.slice(0, 1) : both, complete: true };
  }
  const [, before, after] = AFTER_HYPHEN.exec(text) ?? [];
  const hyphened = after !== undefined && isReaction(after) ? names.find(before ?? '') : undefined;
  if (hyphened) return one(hyphened, after);
  const [, reaction, name] = REACTION_FIRST.exec(text) ?? [];
  if (reaction === undefined || name === undefined || !isReaction(reaction)) return undefined;
  const found = names.find(name);
  return found && one(found, reaction);
}

/** `codeine nausea`: a name followed by words for a reaction. */
function nameThenReaction(text: string, { names, isReaction }: Words): AllergenList | undefined {
  const words = text.trim().split(/\s+/);
  if (words.length > MAX_WORDS_OF_ONE) return undefined;
  for (let at = words.length - 1; at > 0; at--) {
    const reaction = words.slice(at).join(' ');
    if (!isReaction(reaction)) continue;
    const name = words.slice(0, at).join(' ');
    const found = names.find(name);
    const isGeneric = found?.title === foldDrugName(name);
    if (PURPOSE.test(reaction) && !(isGeneric && reaction.toLowerCase() === 'cough')) continue;
    if (found) return one(found, reaction);
  }
  return undefined;
}

/** Reads one name, with or without its reaction; nothing where it is ambiguous. */
function readName(text: string, words: Words): AllergenList | undefined {
  const group = words.names.substance(text);
  if (group) return one(group);
  const split = nameBesideReaction(text, words) ?? nameThenReaction(text, words);
  if (split) return split;
  const found = words.names.find(text);
  return found && one(found);
}

/** `penicillin, sulfa: rash`: each part is a name, or the reaction to those before it. */
function inParts(parts: readonly string[], words: Words): AllergenList {
  let allergens: NamedAllergen[] = [];
  let complete = true;
  for (const part of parts) {
    const isReaction = words.isReaction(part);
    const found =
      isReaction && words.names.substance(part) === undefined
        ? nameBesideReaction(part, words)
        : readName(part, words);
    if (found) allergens.push(...found.allergens);
    else if (isReaction) {
      allergens = allergens.map((named) => ({
        ...named,
        reaction: [named.reaction, part].filter(Boolean).join('; '),
      }));
    } else complete = false;
  }
  return { allergens, complete: complete && allergens.length > 0 };
}

/** Finds a group named anywhere in the text; the other words remain unresolved. */
function contained(text: string, { names }: Words): AllergenList | undefined {
  const words = foldDrugName(text).split(' ');
  for (let length = Math.min(words.length - 1, MAX_WORDS_OF_GROUP); length > 0; length--) {
    for (let at = 0; at + length <= words.length; at++) {
      const allergen = names.substance(words.slice(at, at + length).join(' '));
      if (allergen && allergen.substance?.kind !== 'environment') {
        return { allergens: [{ allergen }], complete: false };
      }
    }
  }
  return undefined;
}

function readLine(text: string, words: Words): AllergenList {
  const parts = text.split(PARTS).filter((part) => foldDrugName(part) !== '');
  const whole = words.names.substance(text);
  if (whole) return one(whole);
  const several = parts.length > 1 ? inParts(parts, words) : undefined;
  if (several?.complete) return several;
  const found = readName(text, words) ?? (several?.allergens.length ? several : undefined);
  return found ?? contained(text, words) ?? { allergens: [], complete: false };
}

/** Lists each allergen once; an intolerance stated by a line applies to all that it names. */
function tidied(allergens: readonly NamedAllergen[], text: string): NamedAllergen[] {
  const isIntolerance = /\bintoleran(?:t|ce)\b/i.test(text);
  return allergens
    .filter(
      ({ allergen, reaction }, at) =>
        reaction !== undefined ||
        allergens.findIndex((other) => other.allergen.title === allergen.title) === at,
    )
    .map(({ allergen, reaction }) => {
      const stated = reaction ?? (isIntolerance ? 'intolerance' : undefined);
      return { allergen, ...(stated !== undefined && { reaction: stated }) };
    });
}

/**
 * Reads allergies: `co-amoxiclav (rash)`, `sulfa drugs`, `cats`, `NKDA`.
 *
 * @param isReaction whether words name a reaction
 */
export function createSubstanceReader(
  table: Pick<AllergiesTable, 'none' | 'not_known'>,
  names: AllergenNames,
  isReaction: (text: string) => boolean,
): (text: string) => ReadSubstance {
  const none = new Set(table.none.map(foldDrugName));
  const notKnown = new Set(table.not_known.map(foldDrugName));
  const isNone = (text: string) => none.has(foldDrugName(text));

  return (sent) => {
    const text = sent
      .replace(/[\r\n]+/g, '; ')
      .replace(/\s+/g, ' ')
      .trim();
    const outside = IN_BRACKETS.exec(text)?.[1];
    if (isNone(text) || (outside !== undefined && isNone(outside))) {
      return { none: true, allergens: [], unresolved: false };
    }
    const folded = foldDrugName(text);
    if (folded === '' || notKnown.has(folded)) return { allergens: [], unresolved: true };
    const { allergens, complete } = readLine(text, { names: forOneLine(names), isReaction });
    const tooWide = allergens.some(({ allergen }) => allergen.substance?.kind === 'too_wide');
    return {
      allergens: tidied(allergens, text),
      unresolved: tooWide || !complete,
      ...(tooWide && { tooWide }),
    };
  };
}
