import { groupBy } from '../../core/group.js';
import { inUnit } from '../gate.js';
import type { Route } from '../taken-ingredient.js';
import { isCounted, type Quantity } from './quantities.js';
import type { Combination } from './schema.js';

/** The strengths of products with several ingredients. */
export interface Combinations {
  /**
   * Divides the amounts of a product among its ingredients.
   *
   * @param drugs the ingredients of a product
   * @param quantities of the product, as they are written
   * @param route by which it is given, as far as it is known
   * @returns the quantities of each ingredient; nothing where no known product explains an amount
   */
  divide(
    drugs: readonly string[],
    quantities: readonly Quantity[],
    route?: Route,
  ): ReadonlyArray<readonly Quantity[]> | undefined;
}

/** Tolerance for rounded numbers: `250/62` of 62.5 mg. */
const SLACK = 0.02;
/** Tablets or vials whose sum may be written as one amount. */
const MAX_ITEMS = 4;

/** What a tablet, vial or puff contains of each drug, in their order. */
type Strength = readonly number[];

interface Product {
  readonly combination: Combination;
  readonly strengths: readonly Strength[];
  /** The position of the drug after which it is named. */
  readonly namedBy?: number;
}

const isSame = (a: number, b: number): boolean => Math.abs(a - b) <= SLACK * b;
const sumOf = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0);
const round = (value: number): number => Number(value.toPrecision(6));

/** Positions of `strength` in the order of the written numbers, where they are a multiple of it. */
function orderOf(strength: Strength, values: readonly number[]): readonly number[] | undefined {
  for (let items = 1; items <= MAX_ITEMS; items += 1) {
    const left = new Map(values.entries());
    const order = strength.map((own) => {
      const found = [...left].find(([, value]) => isSame(value, own * items));
      if (found !== undefined) left.delete(found[0]);
      return found?.[0];
    });
    if (order.every((at) => at !== undefined)) return order;
  }
  return undefined;
}

/** `500/125`, `800/160`: the amounts of each drug. */
function ofList(products: readonly Product[], values: readonly number[]): Strength | undefined {
  const found = products.flatMap(({ strengths }) =>
    strengths.flatMap((strength) => {
      const order = orderOf(strength, values);
      return order === undefined ? [] : [order.map((at) => values[at] ?? 0)];
    }),
  );
  const distinct = new Map(found.map((amounts) => [amounts.join(), amounts]));
  return distinct.size === 1 ? found[0] : undefined;
}

/** A total amount that the strengths of the products add up to. */
function ofTotal(products: readonly Product[], value: number): readonly Strength[] {
  const exact = products.flatMap(({ strengths }) =>
    strengths.filter((strength) => isSame(sumOf(strength), value)),
  );
  if (exact.length > 0) return exact;
  return products.flatMap(({ combination, strengths: [first] }): readonly Strength[] => {
    if (!combination.any_amount || first === undefined) return [];
    return [first.map((one) => (one * value) / sumOf(first))];
  });
}

/** An amount of the drug after which a product is named. */
const ofNamed = (products: readonly Product[], value: number): readonly Strength[] =>
  products.flatMap(({ strengths, namedBy }) =>
    namedBy === undefined
      ? []
      : strengths.filter((strength) => isSame(strength[namedBy] ?? 0, value)),
  );

/**
 * The amounts of one written number; nothing where several products differ in them. Tenfold, a
 * hundredfold or a thousandfold of a product is a slip, to be assessed as it is written.
 */
function ofOne(
  products: readonly Product[],
  value: number,
  isTotal: boolean,
  items: number | undefined,
): Strength | undefined {
  for (const slip of [1, 10, 100, 1_000]) {
    const found = ofProduct(products, value / slip, isTotal, items);
    if (found !== undefined) return found.map((one) => one * slip);
  }
  return undefined;
}

function ofProduct(
  products: readonly Product[],
  value: number,
  isTotal: boolean,
  items: number | undefined,
): Strength | undefined {
  const fit = products.filter(({ combination }) => combination.items === items);
  const devices = items === undefined || fit.length === 0 ? products : fit;
  // A part is the more usual name where a product is named after it: `Primaxin 500 mg`.
  const named = ofNamed(devices, value);
  const [first, ...others] = named.length > 0 || !isTotal ? named : ofTotal(devices, value);
  if (first === undefined) return undefined;
  // Of products that are named alike the largest amounts are assessed.
  if (named.length > 0) return first.map((_, n) => Math.max(...named.map((one) => one[n] ?? 0)));
  const agree = others.every((other) => other.every((one, n) => isSame(one, first[n] ?? 0)));
  return agree ? first : undefined;
}

const isAmount = (quantity: Quantity): boolean =>
  !isCounted(quantity) && quantity.unit !== 'mL' && quantity.unit !== '%';

/** A quantity of a product for each of its drugs; nothing where it is not explained. */
function divideOne(
  products: readonly Product[],
  quantity: Quantity,
  drugs: number,
  items: number | undefined,
): readonly Quantity[] | undefined {
  if (!isAmount(quantity)) {
    return Array.from({ length: drugs }, () => quantity);
  }
  const unit = products[0]?.combination.unit ?? 'mg';
  const factor = inUnit(1, quantity.unit ?? unit, unit);
  const values = quantity.values.map((value) => value && value * (factor ?? Number.NaN));
  const known = values.filter((value) => value !== undefined && Number.isFinite(value));
  if (known.length < values.length || factor === undefined) return undefined;
  const [value] = known;
  const amounts =
    known.length === 1 && value !== undefined
      ? ofOne(products, value, quantity.unit !== undefined, items)
      : known.length === drugs
        ? ofList(
            products,
            known.flatMap((one) => one ?? []),
          )
        : undefined;
  const { separator: _, ...rest } = quantity;
  return amounts?.map((amount) => ({ ...rest, values: [round(amount)], unit }));
}

/** The count of a dose: 2 of `2 puffs`. */
function itemsOf(quantities: readonly Quantity[]): number | undefined {
  const [count] = quantities.filter(isCounted).flatMap(({ values }) => values);
  return count;
}

export function createCombinations(table: readonly Combination[]): Combinations {
  const keyOf = (names: readonly string[]) => [...names].sort().join('/');
  const byDrugs = groupBy(table, ({ ingredients }) => keyOf(ingredients));

  function productOf(combination: Combination, drugs: readonly string[]): Product {
    const { ingredients, strengths, named_by } = combination;
    const places = drugs.map((drug) => ingredients.indexOf(drug));
    return {
      combination,
      strengths: strengths.map((row) => places.map((at) => row[at] ?? 0)),
      ...(named_by !== undefined && { namedBy: drugs.indexOf(named_by) }),
    };
  }

  function divideBy(
    rows: readonly Combination[],
    drugs: readonly string[],
    quantities: readonly Quantity[],
  ) {
    const products = rows.map((row) => productOf(row, drugs));
    const items = itemsOf(quantities);
    const divided = quantities.map((one) => divideOne(products, one, drugs.length, items));
    if (divided.some((one) => one === undefined)) return undefined;
    return drugs.map((_, n) => divided.flatMap((one) => one?.[n] ?? []));
  }

  return {
    divide(drugs, quantities, route) {
      const rows = byDrugs.get(keyOf(drugs)) ?? [];
      if (rows.length === 0 || !quantities.some(isAmount)) return undefined;
      // Without a route it is swallowed, if there is such a product.
      const likely = rows.filter(({ routes }) => routes?.includes(route ?? 'oral') ?? true);
      return divideBy(likely, drugs, quantities) ?? divideBy(rows, drugs, quantities);
    },
  };
}
