import type { NotAssessed } from '../finding.js';
import type { MedicationLine } from '../schema.js';
import { type Delivery, mergeDelivery, readDelivery } from './delivery.js';
import { mergeTiming, type Timing } from './frequency.js';
import type { Homonym, ParsedLine } from './line.js';
import type { NameIndex } from './name-at.js';
import type { Quantity } from './quantities.js';
import { readDose, readFrequency, readRoute, readUnit, wordsBeside } from './read-fields.js';
import type { RouteWord, Vocabulary } from './vocabulary.js';
import { wayBy } from './ways.js';

/** The fields of an item other than its name, merged with what its line states. */
export interface Fields {
  /** Missing where no field states it. */
  readonly dose?: readonly Quantity[];
  readonly route?: RouteWord;
  /** Of the field for the frequency. */
  readonly timing?: Timing;
  readonly count?: number;
  readonly delivery: Delivery;
  /** Words that are no direction. */
  readonly rest: string;
  readonly homonyms: readonly Homonym[];
  readonly notAssessed: readonly NotAssessed[];
}

const UNREAD = {
  unit: 'the unit is not known; the dose was not checked',
  dose: 'the dose was not understood; it was not checked',
  route: 'the route is not known; it was not taken into account',
  frequency: 'the frequency was not understood; doses a day were not checked',
};

interface FieldReading<T> {
  readonly value?: T;
  readonly problem?: keyof typeof UNREAD;
}

const times = (quantity: Quantity, count: number): Quantity => ({
  ...quantity,
  values: quantity.values.map((value) => value && Number((value * count).toPrecision(12))),
});

/** Numbers without a unit take that of the field; a dose with its own unit keeps it. */
function doseField(
  vocabulary: Vocabulary,
  { dose, unit }: MedicationLine,
): FieldReading<readonly Quantity[]> & { readonly timing?: Timing } {
  if (dose === undefined) return {};
  const one = unit === undefined ? undefined : readUnit(vocabulary, unit);
  if (unit !== undefined && one === undefined) return { value: [], problem: 'unit' };
  if (typeof dose === 'number') {
    return { value: [one === undefined ? { values: [dose] } : times(one, dose)] };
  }
  const { quantities, timing } = readDose(vocabulary, dose);
  if (quantities.length === 0) return { value: [], problem: 'dose' };
  const named = (found: readonly Quantity[]) => found.some((one) => one.unit !== undefined);
  if (one === undefined || named(quantities)) return { value: quantities, timing };
  // With a known unit, `5.000` units is read as thousands.
  const again = readDose(vocabulary, `${dose} ${unit}`).quantities;
  return { value: named(again) ? again : quantities, timing };
}

/** A unit without a dose applies to the number in the name: `aspirin 75` in `mg`. */
function unitForName(vocabulary: Vocabulary, line: ParsedLine, { dose, unit }: MedicationLine) {
  if (dose !== undefined || unit === undefined) return undefined;
  const one = readUnit(vocabulary, unit);
  const bare = line.mentions.flatMap(({ quantities }) => quantities);
  const [only] = bare;
  const number = bare.length === 1 && only?.unit === undefined ? only : undefined;
  const value = number?.values.length === 1 ? number.values[0] : undefined;
  return one === undefined || value === undefined ? undefined : [times(one, value)];
}

/** Reads the fields of one line of the request; `item` is its path. */
export function readFields(
  vocabulary: Vocabulary,
  names: NameIndex,
  request: MedicationLine,
  line: ParsedLine,
  item: string,
): Fields {
  const dose = doseField(vocabulary, request);
  const value = dose.value ?? unitForName(vocabulary, line, request);
  const route = request.route === undefined ? undefined : readRoute(vocabulary, request.route);
  const often =
    request.frequency === undefined ? undefined : readFrequency(vocabulary, request.frequency);
  const forms = (value ?? []).flatMap(({ unit }) => vocabulary.formOf(unit ?? '')?.route ?? []);
  const [form] = forms;
  const way = route ?? line.route ?? (form && wayBy(form));
  const count = often?.count ?? line.count;
  const stated = often && mergeTiming(often.timing, often.understood ? {} : { unclear: true });
  const timing = stated && dose.timing ? mergeTiming(dose.timing, stated) : (stated ?? dose.timing);
  const problems: Array<keyof typeof UNREAD> = [
    ...(dose.problem === undefined ? [] : [dose.problem]),
    ...(request.route !== undefined && route === undefined ? ['route' as const] : []),
    ...(often === undefined || often.understood ? [] : ['frequency' as const]),
  ];
  const texts = [request.route, request.frequency, request.dose, request.unit];
  const delivery = texts
    .flatMap((text) => (typeof text === 'string' ? [readDelivery(vocabulary, text)] : []))
    .reduce(mergeDelivery, line.delivery);
  // In the field for the route it is the route.
  const isNotTheRoute = (one: Homonym) => one.route === undefined || one.route !== route?.route;
  const others = texts.flatMap((text) =>
    typeof text === 'string' && text !== '' ? [wordsBeside(vocabulary, names, text)] : [],
  );
  return {
    delivery,
    rest: others.flatMap(({ rest }) => rest).join(' '),
    homonyms: others.flatMap(({ homonyms }) => homonyms).filter(isNotTheRoute),
    notAssessed: problems.map((one) => ({ what: `${item}.${one}`, reason: UNREAD[one] })),
    ...(value !== undefined && { dose: value }),
    ...(way !== undefined && { route: way }),
    ...(timing !== undefined && { timing }),
    ...(count !== undefined && { count }),
  };
}
