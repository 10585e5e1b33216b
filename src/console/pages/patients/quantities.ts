import type { PlotSource } from './plot-data.js';
import type { Category, QuantityReadings, Reading } from './readings.js';

/** A row of the list of values: one quantity, or several that are read together. */
export interface ListedQuantity {
  readonly id: string;
  readonly title: string;
  readonly category: Category;
  readonly sources: readonly PlotSource[];
  /** The searches that find all its values: `system|code`; empty for what has no code. */
  readonly codes: readonly string[];
  /** The newest value of each source. */
  readonly newest: readonly Reading[];
}

const SYSTOLIC = 'http://loinc.org|8480-6';
const DIASTOLIC = 'http://loinc.org|8462-4';
const PRESSURE = 'blood-pressure';

/** Vital signs in the order in which they are read at the bedside, by LOINC code. */
const BEDSIDE: readonly string[] = [
  '8867-4',
  PRESSURE,
  '9279-1',
  '59408-5',
  '2708-6',
  '8310-5',
  '29463-7',
  '8302-2',
  '39156-5',
];

const rankOf = (id: string): number => {
  const at = BEDSIDE.indexOf(id.replace('http://loinc.org|', ''));
  return at < 0 ? BEDSIDE.length : at;
};

const codesOf = (quantity: string): string[] => (quantity.startsWith('text ') ? [] : [quantity]);

function listed(
  id: string,
  title: string,
  all: readonly QuantityReadings[],
): ListedQuantity | undefined {
  const [first] = all;
  if (first === undefined) return undefined;
  return {
    id,
    title,
    category: first.category,
    sources: all.map(({ title: part, readings }) => ({ title: part, readings })),
    codes: all.flatMap(({ quantity }) => codesOf(quantity)),
    newest: all.flatMap(({ readings }) => readings[0] ?? []),
  };
}

/**
 * Quantities as they are listed: both blood pressures as one, vital signs in the order of the bedside.
 *
 * @param pressure the title of the blood pressures
 */
export function listQuantities(
  quantities: readonly QuantityReadings[],
  pressure: string,
): ListedQuantity[] {
  const isPressure = ({ quantity }: QuantityReadings) =>
    quantity === SYSTOLIC || quantity === DIASTOLIC;
  const pressures = quantities
    .filter(isPressure)
    .sort((a, b) => Number(b.quantity === SYSTOLIC) - Number(a.quantity === SYSTOLIC));
  const together = listed(PRESSURE, pressure, pressures);
  const others = quantities
    .filter((one) => !isPressure(one))
    .flatMap((one) => listed(one.quantity, one.title, [one]) ?? []);
  const order: readonly Category[] = ['vital-signs', 'laboratory', 'other'];
  return [...(together === undefined ? [] : [together]), ...others].sort(
    (a, b) => order.indexOf(a.category) - order.indexOf(b.category) || rankOf(a.id) - rankOf(b.id),
  );
}

/** Quantities that are open at first: the vital signs that have a course. */
export function openAtFirst(quantities: readonly ListedQuantity[]): string[] {
  const withCourse = quantities.filter(
    ({ category, sources }) =>
      category === 'vital-signs' &&
      sources.some(
        ({ readings }) => readings.filter(({ value }) => value.kind === 'number').length > 1,
      ),
  );
  return withCourse.slice(0, 2).map(({ id }) => id);
}
