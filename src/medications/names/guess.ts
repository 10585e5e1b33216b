import { editDistance } from '../../core/edit-distance.js';
import { foldDrugName, type Ingredients, type NameMeaning } from '../ingredients/ingredients.js';
import { sameSet } from './exact-names.js';
import type { ResolvedName } from './resolution.js';
import type { LookAlikesTable } from './schema.js';
import {
  createSpellingIndex,
  internationalKey,
  type Near,
  type SpellingIndex,
} from './spelling.js';

/** Candidates for a misspelt name. */
export interface Guesses {
  /** The only plausible drug; nothing where another is equally or nearly as close. */
  accept(folded: string): ResolvedName | undefined;
  /** Whether a name of another drug is one edit away. */
  isNearOther(folded: string, drugs: readonly string[]): boolean;
  /** Similar names, nearest first. */
  suggest(folded: string): readonly string[];
}

const SHORTEST = 5;
/** Tolerated edits by length of the name. */
const forgiven = (letters: number) =>
  letters < SHORTEST ? 0 : letters < 8 ? 1 : letters < 12 ? 2 : 3;
const MAX_EDITS_SHOWN = 4;
/** Extra distance required to a name with which this one has been confused. */
const MARGIN = { high: 2, ordinary: 1 };
/** Names that share this many initial letters are confused as easily as those of high risk. */
const LIKE_START = 4;
/** From this length on a more distant product does not compete with a product ... */
const LONG = 8;
/** ... or with an ingredient. */
const LONG_FOR_INGREDIENT = 6;
const SHORT_WORD = 3;
/** From this length on a misspelt product may contain two errors. */
const LONG_PRODUCT = 9;

const lettersIn = (name: string) => name.replaceAll(' ', '').length;
const digitsIn = (name: string) => name.replace(/\D+/g, ' ').trim();

/** `interferon beta 1a` is not `interferon beta 1b`, nor vitamin E vitamin K. */
function differsWhereItMatters(a: string, b: string): boolean {
  if (digitsIn(a) !== digitsIn(b)) return true;
  const [first, second] = [a.split(' '), b.split(' ')];
  // `Canesten HC` is not `Canesten`; `nor epinephrine` is `norepinephrine`.
  if (first.length !== second.length) return lettersIn(a) !== lettersIn(b);
  return first.some((word, n) => word !== second[n] && word.length <= SHORT_WORD);
}

/** Endings by which WHO names whole classes of drugs: exchanging them gives another drug. */
const STEM =
  /(?:pril|sartan|statin|tide|mab|tinib|triptan|gliptin|gliflozin|floxacin|grel|xaban|setron|lukast|ciclib)$/;

/** `tolazatide` is unlikely to be tolazamide. */
function hasOtherStem(a: string, b: string): boolean {
  const stem = STEM.exec(a)?.[0];
  return stem !== undefined && !b.endsWith(stem);
}

const firstKey = (name: string) => internationalKey(name.split(' ')[0] ?? '')[0];
const sameStart = (a: string, b: string) => a[0] === b[0] || firstKey(a) === firstKey(b);

interface Partner {
  readonly other: string;
  readonly risk: LookAlikesTable[number]['risk'];
}

/** Names with which a name has been mixed up. */
function partnersOf(lookAlikes: LookAlikesTable): ReadonlyMap<string, readonly Partner[]> {
  const partners = new Map<string, Partner[]>();
  const add = (name: string, other: string, risk: Partner['risk']) => {
    const known = partners.get(name);
    if (known === undefined) partners.set(name, [{ other, risk }]);
    else known.push({ other, risk });
  };
  for (const { names, risk } of lookAlikes) {
    const [a, b] = [foldDrugName(names[0]), foldDrugName(names[1])];
    add(a, b, risk);
    add(b, a, risk);
  }
  return partners;
}

interface Lookup {
  readonly index: SpellingIndex;
  readonly partners: ReadonlyMap<string, readonly Partner[]>;
  drugsOf(name: string): readonly NameMeaning[];
  /** Everyday words that resemble names. */
  readonly ordinary: ReadonlySet<string>;
  /** An unlikely meaning. */
  isRare(meaning: NameMeaning): boolean;
}

/** The identity of a name: a product by its own name, other names by that of the ingredient. */
function suggestionOf({ drugsOf }: Lookup, name: string): readonly [key: string, name: string] {
  const [meaning] = drugsOf(name);
  const drugs = meaning?.ingredients ?? [];
  const shown = meaning?.how === 'product' ? meaning.name : (drugs[0] ?? name);
  return [drugs.join(), shown];
}

/**
 * Smaller is more likely: fewer edits, then the same beginning, then an ingredient before a
 * product.
 */
function plausibility({ drugsOf }: Lookup, folded: string, { name, distance }: Near): number {
  const product = drugsOf(name)[0]?.how === 'product' ? 1 : 0;
  return distance * 4 + (sameStart(folded, name) ? 0 : 2) + product;
}

/** A name with which it has been confused, and which is nearly as close. */
function mixedUp({ drugsOf, partners }: Lookup, folded: string, { name, distance }: Near): boolean {
  const own = [name, ...drugsOf(name).flatMap((one) => one.ingredients.map(foldDrugName))];
  const others = own.flatMap((one) => partners.get(one) ?? []);
  return others.some(({ other, risk }) => {
    const like = other.slice(0, LIKE_START) === name.slice(0, LIKE_START);
    const max = distance + MARGIN[like ? 'high' : risk];
    return editDistance(folded, other, max) <= max;
  });
}

/** The nearest names worth suggesting, and those one edit further. */
const nearest = ({ index }: Lookup, folded: string): readonly Near[] =>
  index.nearest(folded, Math.min(MAX_EDITS_SHOWN, forgiven(lettersIn(folded)) + 1));

/** Whether another drug has a name equally close, or one edit further and as plausible. */
function isRival({ drugsOf, isRare }: Lookup, folded: string, near: Near, best: Near): boolean {
  const drugs = drugsOf(best.name)[0]?.ingredients ?? [];
  const others = drugsOf(near.name).filter((one) => !sameSet(one.ingredients, drugs));
  if (near.distance <= best.distance) return others.length > 0;
  if (!sameStart(folded, near.name)) return false;
  const product = drugsOf(best.name)[0]?.how === 'product';
  const short = lettersIn(folded) < (product ? LONG : LONG_FOR_INGREDIENT);
  return others.some((one) => !isRare(one) && (short || one.how !== 'product'));
}

/**
 * A product two letters off is unlikely: there are many products, and ordinary words are as close.
 */
function isFarFromProduct({ drugsOf }: Lookup, folded: string, { name, distance }: Near): boolean {
  const [meaning] = drugsOf(name);
  if (meaning?.how !== 'product' || distance < 2) return false;
  return meaning.ingredients.length > 1 || lettersIn(folded) < LONG_PRODUCT;
}

function accept(lookup: Lookup, folded: string): ResolvedName | undefined {
  if (lookup.ordinary.has(folded)) return undefined;
  const max = forgiven(lettersIn(folded));
  const around = max === 0 ? [] : nearest(lookup, folded);
  const [best] = around;
  if (best === undefined || best.distance > max) return undefined;
  if (differsWhereItMatters(folded, best.name)) return undefined;
  if (!sameStart(folded, best.name) || mixedUp(lookup, folded, best)) return undefined;
  if (isFarFromProduct(lookup, folded, best) || hasOtherStem(folded, best.name)) return undefined;
  if (around.some((near) => isRival(lookup, folded, near, best))) return undefined;
  const [meaning] = lookup.drugsOf(best.name);
  return {
    ingredients: meaning?.ingredients ?? [],
    how: 'spelling',
    salts: [],
    ...(meaning?.how === 'product' && { brand: meaning.name }),
  };
}

function suggest(lookup: Lookup, folded: string): readonly string[] {
  const around = [...nearest(lookup, folded)];
  around.sort((a, b) => plausibility(lookup, folded, a) - plausibility(lookup, folded, b));
  const shown = new Map<string, string>();
  for (const { name } of around) {
    const [key, text] = suggestionOf(lookup, name);
    if (!shown.has(key)) shown.set(key, text);
  }
  return [...shown.values()];
}

function createLookup(
  ingredients: Ingredients,
  lookAlikes: LookAlikesTable,
  ordinary: ReadonlySet<string>,
): Lookup {
  const longEnough = [...ingredients.names()].filter((name) => lettersIn(name) >= SHORTEST - 1);
  return {
    index: createSpellingIndex(longEnough),
    ordinary,
    partners: partnersOf(lookAlikes),
    drugsOf: (name) => ingredients.byName(name),
    isRare: (meaning) => meaning.ingredients.every((name) => ingredients.get(name)?.rare),
  };
}

/** The index is built at the first unknown name. */
export function createGuesses(
  ingredients: Ingredients,
  lookAlikes: LookAlikesTable,
  ordinary: ReadonlySet<string>,
): Guesses {
  let built: Lookup | undefined;
  const lookup = () => {
    built ??= createLookup(ingredients, lookAlikes, ordinary);
    return built;
  };
  return {
    accept: (folded) => accept(lookup(), folded),
    suggest: (folded) => suggest(lookup(), folded),
    isNearOther: (folded, drugs) =>
      lookup()
        .index.near(folded, 1)
        .some(({ name }) => {
          const [meaning] = lookup().drugsOf(name);
          return meaning?.how !== 'product' && !sameSet(meaning?.ingredients ?? [], drugs);
        }),
  };
}
