import type { NotAssessed } from '../finding.js';
import { foldDrugName, type Ingredients } from '../ingredients/ingredients.js';
import type { Amount, Frequency, Release, Route, TakenIngredient } from '../taken-ingredient.js';
import type { Combinations } from './combinations.js';
import { doseOf, dosesOf, type LineDose, largestOf, type NoDose, type Strengths } from './doses.js';
import { drugsOf, type ProductEntry } from './entries.js';
import type { Fields } from './fields.js';
import {
  contradictsItself,
  frequencyOf,
  mergeTiming,
  NO_TIMING,
  type Timing,
} from './frequency.js';
import type { ParsedLine } from './line.js';
import { isCounted, type Quantity } from './quantities.js';
import type { SaltMatter, SaltWords } from './salt-words.js';
import type { RouteWord } from './vocabulary.js';
import { wayBy } from './ways.js';

/** Properties of drugs that a line does not state. */
export interface DrugFacts {
  readonly salts: SaltWords;
  readonly ingredients: Ingredients;
  readonly strengths: Strengths;
  readonly combinations: Combinations;
  /** The route of a form in the name of a product: `Voltarol Emulgel`. */
  readonly routeInName: (words: string) => Route | undefined;
  /** Drugs with systemic absorption by routes that are otherwise local. */
  readonly systemic: ReadonlyMap<string, readonly Route[]>;
}

export interface LineOfList {
  readonly item: string;
  readonly proposed: boolean;
  readonly line: ParsedLine;
  readonly fields: Fields;
}

const REASONS: Readonly<Record<NoDose, string>> = {
  'two readings': 'the number can be read two ways; the dose was not checked',
  'no unit': 'the dose has no unit; it was not checked',
  'several ingredients': 'one number for several ingredients; their doses were not checked',
  'several doses': 'several doses are written; the dose was not checked',
};

const UNREAD_NAME = 'a part of the name is not known: it may change what is meant';
const CONTRADICTION = 'the frequency contradicts itself; doses a day were not checked';

/** Or a number that may be one. */
const isMass = (one: Quantity) => !isCount(one) && one.unit !== '%';
const isCount = (one: Quantity) => isCounted(one) || one.unit === 'mL';

/**
 * A dose of the field takes precedence over that of the name; a count of the field multiplies the
 * name's.
 */
function quantitiesOf(written: readonly Quantity[], dose: readonly Quantity[] | undefined) {
  if (dose === undefined) return written;
  if (dose.length > 0 && dose.every(isCount))
    return [...written.filter((one) => !isCount(one)), ...dose];
  const [bare] = dose;
  const same = written.find((one) => one.unit !== undefined && one.values[0] === bare?.values[0]);
  // `dose: 50` beside `metoprolol 50 mg`: the unit is that of the name.
  if (dose.length === 1 && bare?.unit === undefined && same !== undefined) return [same];
  return dose;
}

/** One for each ingredient of an entry, in their order. */
function dosesOfEntry(
  entry: ProductEntry,
  { line, fields }: LineOfList,
  first: boolean,
  facts: DrugFacts,
) {
  const drugs = drugsOf(entry);
  const { parts } = entry;
  const written = [...(first ? line.before : []), ...parts.flatMap(({ quantities }) => quantities)];
  const { dose, count } = fields;
  const split = dose === undefined && parts.some((part) => part.split);
  if (drugs.length === 1 && split) return [largestOf(written)];
  if (drugs.length === 1) return [doseOf(quantitiesOf(written, dose), count)];
  const apiece = parts.length > 1 && parts.every(({ quantities }) => quantities.some(isMass));
  if (apiece && (dose === undefined || dose.every(isCount))) {
    const counts = dose ?? written.filter(isCount);
    return parts.flatMap(({ drug, quantities }): LineDose[] =>
      drug.ingredients.length === 1
        ? [doseOf([...quantities.filter(isMass), ...counts], count)]
        : drug.ingredients.map(() => ({ why: 'several ingredients' })),
    );
  }
  const quantities = quantitiesOf(written, dose);
  const divided = facts.combinations.divide(drugs, quantities, fields.route?.route);
  if (divided !== undefined) return divided.map((own) => doseOf(own, count));
  const named = parts.every(({ drug }) => drug.how !== 'brand');
  return dosesOf(drugs, quantities, facts.strengths, named, count);
}

/** Divides daily or weekly amounts by the number of doses. */
function atOneTime({ amount, ofDays }: LineDose, frequency: Frequency | undefined) {
  if (amount === undefined || ofDays === undefined) return { amount, frequency };
  if (frequency?.unclear || frequency?.asNeeded) return { amount: undefined, frequency };
  if (frequency?.perDay === undefined) {
    const every = ofDays > 1 ? { everyDays: ofDays } : {};
    return { amount, frequency: { perDay: Number((1 / ofDays).toPrecision(9)), ...every } };
  }
  const doses = ofDays * frequency.perDay;
  if (Math.abs(doses - 1) < 1e-6) return { amount, frequency };
  const value: Amount = {
    value: Number((amount.value / doses).toPrecision(9)),
    unit: amount.unit,
  };
  return { amount: value, frequency };
}

function timingOf({ timing }: ProductEntry, { line, fields }: LineOfList): Timing {
  const own = frequencyOf(timing) === undefined ? line.timing : timing;
  return mergeTiming(own, fields.timing ?? NO_TIMING);
}

function reaches(drug: string, way: RouteWord | undefined, facts: DrugFacts): boolean {
  if (way === undefined) return !facts.ingredients.isLocal(drug);
  if (way.systemic || way.route === undefined) return way.systemic;
  return facts.systemic.get(drug)?.includes(way.route) ?? false;
}

/** Salts and words like XL in the names of an entry. */
function saltOf(entry: ProductEntry, drug: string, facts: DrugFacts): SaltMatter | undefined {
  return facts.salts.matter(
    drug,
    entry.parts.flatMap(({ words, drug: { salts } }) => [...salts, ...facts.salts.saltsOf(words)]),
    entry.parts.flatMap(({ drug: { brand } }) =>
      brand === undefined ? [] : [foldDrugName(brand)],
    ),
  );
}

/** The only route of the product, where its name states one. */
const routeOf = ({ parts }: ProductEntry): Route | undefined =>
  parts.find(({ drug }) => drug.route !== undefined)?.drug.route;

function releaseOf(
  entry: ProductEntry,
  { line }: LineOfList,
  facts: DrugFacts,
): Release | undefined {
  const inName = entry.parts.flatMap(({ words }) => facts.salts.releaseOf(words) ?? []);
  return line.release ?? inName[0];
}

/** What is stated of its administration beside dose, route and frequency. */
function givenAs(
  { rate, concentration, volumeMl }: LineDose,
  entry: ProductEntry,
  { line, fields }: LineOfList,
) {
  const brand = entry.parts.find(({ drug }) => drug.brand !== undefined)?.drug.brand;
  return {
    ...fields.delivery,
    ...(rate !== undefined && { rate }),
    ...(concentration !== undefined && { concentration }),
    ...(volumeMl !== undefined && { volumeMl }),
    ...(line.madeFor !== undefined && { madeFor: line.madeFor }),
    ...(brand !== undefined && { brand }),
  };
}

/**
 * Converts one product of a line to the form of the checks, with what could not be determined of
 * its doses.
 */
export function takenIngredients(
  entry: ProductEntry,
  first: boolean,
  source: LineOfList,
  facts: DrugFacts,
) {
  const { item, proposed, fields } = source;
  const drugs = drugsOf(entry);
  const doses = dosesOfEntry(entry, source, first, facts);
  // `15 mg a week` implies weekly; next to `daily` it is a contradiction.
  const weekly = doses.some(({ ofDays }) => ofDays === 7) ? { daysAWeek: [1] } : {};
  const timing = mergeTiming(timingOf(entry, source), weekly);
  const split = fields.dose === undefined && entry.parts.some((part) => part.split);
  const frequency = split ? { unclear: true } : frequencyOf(timing);
  const release = releaseOf(entry, source, facts);
  const [ofName] = entry.parts.flatMap(({ words }) => facts.routeInName(words) ?? []);
  const taken = drugs.map((ingredient, n): TakenIngredient => {
    const salt = saltOf(entry, ingredient, facts);
    const only = salt?.route ?? routeOf(entry) ?? ofName;
    const way = fields.route ?? (only && wayBy(only));
    const once = atOneTime(doses[n] ?? {}, frequency);
    const letOut = release ?? salt?.release;
    return {
      ingredient,
      item,
      proposed,
      systemic: reaches(ingredient, way, facts),
      together: drugs.filter((one) => one !== ingredient),
      ...(way?.route !== undefined && { route: way.route }),
      ...(letOut !== undefined && { release: letOut }),
      ...(salt !== undefined && { salt: salt.salt }),
      ...(once.amount !== undefined && { dose: once.amount }),
      ...(once.frequency !== undefined && { frequency: once.frequency }),
      ...givenAs(doses[n] ?? {}, entry, source),
    };
  });
  const whys = new Set(doses.flatMap(({ why }) => why ?? []));
  const what = `${item}.${fields.dose === undefined ? 'name' : 'dose'}`;
  const notAssessed: NotAssessed[] = [...whys].map((why) => ({ what, reason: REASONS[why] }));
  if (entry.parts.some(({ drug }) => drug.unread !== undefined)) {
    notAssessed.push({ what: `${item}.name`, reason: UNREAD_NAME });
  }
  if (contradictsItself(timing)) {
    const field = fields.timing === undefined ? 'name' : 'frequency';
    notAssessed.push({ what: `${item}.${field}`, reason: CONTRADICTION });
  }
  return { taken, notAssessed };
}
