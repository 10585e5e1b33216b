import { inUnit } from '../gate.js';
import type { Amount } from '../taken-ingredient.js';
import { isCounted, type Per, type Quantity } from './quantities.js';

/** Why a dose could not be determined. */
export type NoDose = 'two readings' | 'no unit' | 'several ingredients' | 'several doses';

export interface LineDose {
  readonly amount?: Amount;
  /** The amount is per day instead of per dose; or per week. */
  readonly ofDays?: number;
  readonly why?: NoDose;
  /** Of a continuous infusion; in mL where the concentration is not stated. */
  readonly rate?: Amount;
  /** Per mL. */
  readonly concentration?: Amount;
  readonly volumeMl?: number;
}

/** Strengths, in mg, of single ingredients that are sold in combinations. */
export type Strengths = ReadonlyMap<string, readonly [least: number, largest: number]>;

const LARGEST_COUNT = 20;
const round = (value: number) => Number(value.toPrecision(10));
/** Counted things of which several do not multiply the strength. */
const UNCOUNTED = new Set(['{drop}', '{application}']);
const perOf = (quantity: Quantity, kind: Per['kind']) =>
  quantity.per?.find((one) => one.kind === kind);

/** The largest of a range: 2 of `1-2 tablets`. */
function largest({ values, separator }: Quantity): number | undefined {
  if (values.length > 1 && separator !== '-') return undefined;
  return values.includes(undefined) ? undefined : Math.max(...values.map((value) => value ?? 0));
}

interface QuantityKinds {
  readonly counts: readonly Quantity[];
  readonly volumes: readonly Quantity[];
  /** Per mL, per puff. */
  readonly contents: readonly Quantity[];
  /** Per kilogram, per hour, per day. */
  readonly rates: readonly Quantity[];
  readonly plain: readonly Quantity[];
  readonly bare: readonly Quantity[];
  /** In which a plain amount is diluted. */
  readonly diluents: readonly Quantity[];
}

const MG_PER_ML = 10;

/** `1 %` of a solution is 10 mg/mL. */
function asContent(quantity: Quantity): Quantity {
  const values = quantity.values.map((value) => value && value * MG_PER_ML);
  return { ...quantity, values, unit: 'mg', per: [{ kind: 'volume', value: 1, unit: 'mL' }] };
}

const isVolume = ({ unit, per }: Quantity) =>
  (unit === 'mL' || unit === 'L') &&
  (per === undefined || per.some(({ kind }) => kind === 'time' || kind === 'body'));

const inMl = (quantity: Quantity): Quantity =>
  quantity.unit === 'L'
    ? { ...quantity, unit: 'mL', values: quantity.values.map((value) => value && value * 1_000) }
    : quantity;

function sort(written: readonly Quantity[]): QuantityKinds {
  // A percentage is a content only where a volume of the solution is given.
  const isSolution = written.some(isVolume);
  const quantities = written.map((one) =>
    isSolution && one.unit === '%' && one.per === undefined ? asContent(one) : inMl(one),
  );
  const known = quantities.filter(
    ({ unit, diluent }) => unit !== undefined && unit !== '%' && !diluent,
  );
  const content = (one: Quantity) => perOf(one, 'volume') ?? perOf(one, 'item');
  const rate = (one: Quantity) => perOf(one, 'body') ?? perOf(one, 'time');
  const rest = known.filter((one) => content(one) === undefined && rate(one) === undefined);
  return {
    counts: rest.filter(isCounted),
    volumes: rest.filter(({ unit }) => unit === 'mL'),
    contents: known.filter((one) => content(one) !== undefined && rate(one) === undefined),
    rates: known.filter((one) => rate(one) !== undefined),
    plain: rest.filter((one) => !isCounted(one) && one.unit !== 'mL'),
    bare: quantities.filter(({ unit }) => unit === undefined),
    diluents: quantities.filter(({ diluent }) => diluent),
  };
}

/** `5 mg/kg`, `25 ug/h`, `800 mg/day`. */
function ofRate(quantity: Quantity, count: number): LineDose {
  const value = largest(quantity);
  const { unit = '' } = quantity;
  if (value === undefined) return { why: 'two readings' };
  const [body, time] = [perOf(quantity, 'body'), perOf(quantity, 'time')];
  const perBody = body === undefined ? unit : `${unit}/${body.unit}`;
  if (time === undefined) return { amount: { value, unit: perBody } };
  if (time.unit === 'd' || time.unit === 'wk') {
    return { amount: { value, unit: perBody }, ofDays: time.unit === 'd' ? 1 : 7 };
  }
  return { amount: { value: round(value * count), unit: `${perBody}/${time.unit}` } };
}

/** `250 mg/5 mL` with 10 mL taken, `100 ug/puff` with two puffs. */
function ofContent(
  content: Quantity,
  { volumes }: QuantityKinds,
  count: number | undefined,
): LineDose {
  const value = largest(content);
  const per = content.per?.find(({ kind }) => kind === 'volume' || kind === 'item');
  const [volume] = volumes;
  const taken = per?.kind === 'volume' ? volume && largest(volume) : count;
  if (value === undefined) return { why: 'two readings' };
  // `40 mg/0.4 mL`: the content of a syringe, which is given completely.
  const syringe = per?.kind === 'volume' && per.value < 5 && per.value !== 1;
  if (taken === undefined && syringe) return { amount: { value, unit: content.unit ?? '' } };
  if (taken === undefined || per === undefined) return {};
  return { amount: { value: round((value / per.value) * taken), unit: content.unit ?? '' } };
}

/** The amount in a mL: of the mixture where one is made, otherwise of the product. */
function concentrationOf({ contents, diluents, plain }: QuantityKinds): Amount | undefined {
  const [diluent] = diluents;
  const [dissolved] = plain;
  const mL = diluent && largest(diluent);
  const amount = dissolved && largest(dissolved);
  if (mL !== undefined && amount !== undefined) {
    return { value: round(amount / mL), unit: dissolved?.unit ?? '' };
  }
  const content = contents.find((one) => perOf(one, 'volume') !== undefined);
  const value = content && largest(content);
  const per = content && perOf(content, 'volume');
  if (content === undefined || value === undefined || per === undefined) return undefined;
  return { value: round(value / per.value), unit: content.unit ?? '' };
}

/** A rate per minute or hour. */
const isContinuous = (quantity: Quantity) => {
  const time = perOf(quantity, 'time')?.unit;
  return time === 'h' || time === 'min';
};

/** `5 mL/h` of a known concentration is an amount per hour. */
function rateOf({ rates }: QuantityKinds, concentration: Amount | undefined): Amount | undefined {
  const written = rates.filter(isContinuous).at(-1);
  const { amount } = written ? ofRate(written, 1) : {};
  if (written?.unit !== 'mL' || amount === undefined || concentration === undefined) return amount;
  const unit = amount.unit.replace('mL', concentration.unit);
  return { value: round(amount.value * concentration.value), unit };
}

/** `500 mg`, `500 mg 2 tablets`, `500 mg tablets, take 1000 mg`. */
function ofPlain(plain: readonly Quantity[], count: number | undefined): LineDose {
  const last = plain.at(-1);
  const [first] = plain;
  const value = last && largest(last);
  if (last === undefined || first === undefined) return {};
  if (last.values.length > 1 && last.separator === '/') return { why: 'several doses' };
  if (value === undefined) return { why: 'two readings' };
  const unit = last.unit ?? '';
  if (plain.length === 1) return { amount: { value: round(value * (count ?? 1)), unit } };
  const strength = largest(first);
  const total = inUnit((strength ?? 0) * (count ?? 1), first.unit ?? '', unit);
  const agrees = count === undefined || count === 1 || total === value;
  return agrees ? { amount: { value, unit } } : { why: 'several doses' };
}

/** Number per dose: `2 tablets`, the 2 of `500 mg 2 qds`, of a scheme like 2-0-2. */
function countOf({ counts }: QuantityKinds, scheme: number | undefined) {
  const counted = counts.at(-1);
  return counted === undefined ? scheme : largest(counted);
}

/** `2 mL/kg` of a known concentration is an amount per kg. */
function dissolved(dose: LineDose, concentration: Amount | undefined): LineDose {
  const { amount } = dose;
  if (amount === undefined || concentration === undefined) return dose;
  if (!amount.unit.startsWith('mL/')) return dose;
  const unit = amount.unit.replace('mL', concentration.unit);
  return { ...dose, amount: { value: round(amount.value * concentration.value), unit } };
}

/**
 * Returns the amount of one ingredient per dose, with its rate and concentration.
 *
 * @param quantities as they are written, in order
 * @param scheme number per dose, from a scheme like 1-0-1
 */
export function doseOf(quantities: readonly Quantity[], scheme?: number): LineDose {
  const sorted = sort(quantities);
  const concentration = concentrationOf(sorted);
  const rate = rateOf(sorted, concentration);
  const [volume] = sorted.volumes;
  const volumeMl = volume && largest(volume);
  const isPatch = sorted.counts.some(({ unit }) => unit === '{patch}');
  // Of a mixture that runs at so many mL/h the amount in the bag is no dose.
  const isBag = rate !== undefined && sorted.diluents.length > 0;
  const isRateAlone = rate !== undefined && !isPatch && (isBag || sorted.plain.length === 0);
  const others = isPatch ? sorted.rates : sorted.rates.filter((one) => !isContinuous(one));
  const own = isRateAlone ? { amount: rate } : amountOf({ ...sorted, rates: others }, scheme);
  return {
    ...dissolved(own, concentration),
    ...(rate !== undefined && !isPatch && { rate }),
    ...(concentration !== undefined && { concentration }),
    ...(volumeMl !== undefined && { volumeMl }),
  };
}

function amountOf(sorted: QuantityKinds, scheme: number | undefined): LineDose {
  const { counts, volumes, contents, rates, plain, bare } = sorted;
  const count = countOf(sorted, scheme);
  const drops = counts.find(({ unit }) => UNCOUNTED.has(unit ?? ''));
  const number = drops && largest(drops);
  if (number !== undefined) return { amount: { value: number, unit: drops?.unit ?? '' } };
  const rate = rates.at(-1);
  if (rate !== undefined) return ofRate(rate, count ?? 1);
  const [content] = contents;
  if (plain.length > 0) return ofPlain(plain, content === undefined ? count : undefined);
  if (content !== undefined) return ofContent(content, sorted, count);
  const [volume] = volumes;
  const value = volume && largest(volume);
  if (value !== undefined) return { amount: { value, unit: 'mL' } };
  const counted = counts.at(-1);
  if (counted?.unit !== undefined && count !== undefined) {
    return { amount: { value: count, unit: counted.unit } };
  }
  return bare.length > 0 ? { why: 'no unit' } : {};
}

/** `100 mg mane 200 mg nocte`: the largest, marked as one of several. */
export function largestOf(quantities: readonly Quantity[]): LineDose {
  const { plain, counts } = sort(quantities);
  const [first] = plain;
  const values = plain.map((one) => {
    const value = largest(one);
    return value && inUnit(value, one.unit ?? '', first?.unit ?? '');
  });
  const known = values.flatMap((value) => value ?? []);
  if (first?.unit === undefined || known.length < values.length) return { why: 'several doses' };
  const count = Math.max(1, ...counts.map((one) => largest(one) ?? 1));
  const value = round(Math.max(...known) * (plain.length === 1 ? count : 1));
  return { amount: { value, unit: first.unit }, why: 'several doses' };
}

function permutations(count: number): number[][] {
  if (count === 0) return [[]];
  return permutations(count - 1).flatMap((rest) =>
    Array.from({ length: count }, (_, n) => [...rest.slice(0, n), count - 1, ...rest.slice(n)]),
  );
}

const MAX_PARTS = 4;

/** Assigns the numbers to the ingredients; nothing where that is ambiguous. */
function orderOf(
  drugs: readonly string[],
  values: readonly number[],
  strengths: Strengths,
  written: boolean,
): readonly number[] | undefined {
  const fits = (drug: string, mg: number) => {
    const range = strengths.get(drug);
    return range && mg >= range[0] * 0.99 && mg <= range[1] * 1.01;
  };
  const verdicts = (order: readonly number[]) =>
    order.map((place, n) => fits(drugs[n] ?? '', values[place] ?? 0));
  const asWritten = drugs.map((_, n) => n);
  if (written) return verdicts(asWritten).includes(false) ? undefined : asWritten;
  if (drugs.length > MAX_PARTS) return undefined;
  const possible = permutations(drugs.length).filter((one) => verdicts(one).every((fit) => fit));
  const distinct = new Set(possible.map((one) => one.map((place) => values[place]).join()));
  return distinct.size === 1 ? possible[0] : undefined;
}

/**
 * Returns the amounts of the ingredients of a combination: `5/160`, `20-12.5 mg`.
 *
 * @param drugs in the order of the name
 * @param written the order is that of the written names rather than that of a table
 */
export function dosesOf(
  drugs: readonly string[],
  quantities: readonly Quantity[],
  strengths: Strengths,
  written: boolean,
  scheme?: number,
): readonly LineDose[] {
  const sorted = sort(quantities);
  const list = quantities.find((one) => one.values.length === drugs.length && !isCounted(one));
  const values = list?.values.flatMap((value) => value ?? []) ?? [];
  const single = quantities.some(
    (one) =>
      !isCounted(one) &&
      one.unit !== 'mL' &&
      (one.unit !== undefined || (largest(one) ?? LARGEST_COUNT) >= LARGEST_COUNT),
  );
  const unknown = drugs.map((): LineDose => (single ? { why: 'several ingredients' } : {}));
  if (list === undefined || values.length !== drugs.length) return unknown;
  const unit = list.unit ?? 'mg';
  const mg = values.map((value) => inUnit(value, unit, 'mg') ?? Number.NaN);
  const order = orderOf(drugs, mg, strengths, written && list.unit !== undefined);
  const chosen = order ?? (written ? orderIfPlausible(drugs, mg, strengths) : undefined);
  if (chosen === undefined) return unknown;
  const count = countOf(sorted, scheme);
  return chosen.map((place): LineDose => {
    const one: Quantity = { ...list, values: [values[place]], unit };
    return list.per === undefined ? ofPlain([one], count) : ofContent(one, sorted, count);
  });
}

/**
 * Assigns numbers without a unit in the order of names: only where each is a strength of its drug
 * in mg.
 */
function orderIfPlausible(drugs: readonly string[], mg: readonly number[], strengths: Strengths) {
  const fits = drugs.every((drug, n) => {
    const range = strengths.get(drug);
    return (
      range !== undefined && (mg[n] ?? 0) >= range[0] * 0.99 && (mg[n] ?? 0) <= range[1] * 1.01
    );
  });
  return fits ? drugs.map((_, n) => n) : undefined;
}
