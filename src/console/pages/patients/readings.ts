import type {
  CodeableConcept,
  Observation,
  ObservationComponent,
  ObservationReferenceRange,
  Quantity,
} from 'fhir/r4';
import { codeOf, conceptText, isAiAsserted, mainCoding } from './concepts.js';
import { millisecondsOf } from './fhir-time.js';

export type ReadingValue =
  | {
      readonly kind: 'number';
      readonly value: number;
      /** As it is written; '' for a value without a unit. */
      readonly unit: string;
      /** The same for all spellings of one unit: its code, where it has one. */
      readonly unitCode: string;
      /** `<`, `<=`, `>` or `>=`: the value is only a limit. */
      readonly comparator: string;
    }
  | { readonly kind: 'text'; readonly text: string }
  /** There is no value, and why; '' where no reason is stated. */
  | { readonly kind: 'absent'; readonly reason: string };

/** The usual range of a value, in the unit of the value. */
export interface ReferenceRange {
  readonly low: number | undefined;
  readonly high: number | undefined;
  /** As it is written, with whom it is for. */
  readonly text: string;
}

export type Category = 'vital-signs' | 'laboratory' | 'other';

/** One value of one quantity: an Observation, or a component of one. */
export interface Reading {
  /** `Observation/7` */
  readonly resource: string;
  /** The same for all readings of one quantity. */
  readonly quantity: string;
  readonly title: string;
  readonly category: Category;
  /** ms since 1970; undefined where it is not stated. */
  readonly at: number | undefined;
  /** The time as it was stated. */
  readonly time: string | undefined;
  readonly value: ReadingValue;
  readonly ranges: readonly ReferenceRange[];
  /** Codes such as `H`, or their words. */
  readonly interpretations: readonly string[];
  /** `final`, `preliminary`, `amended` … */
  readonly status: string;
  /** Asserted by software and not confirmed. */
  readonly isAi: boolean;
}

/** What is no result, or none any more. */
const NOT_DATA: ReadonlySet<string> = new Set(['entered-in-error', 'cancelled']);

const unitOf = ({ unit, code }: Quantity): string => unit ?? code ?? '';

function valueOfQuantity(quantity: Quantity): ReadingValue {
  const { value, comparator = '' } = quantity;
  if (value === undefined) return { kind: 'absent', reason: '' };
  const unit = unitOf(quantity);
  return { kind: 'number', value, unit, unitCode: quantity.code ?? unit, comparator };
}

function quantityText(quantity: Quantity | undefined): string {
  if (quantity?.value === undefined) return '';
  return `${quantity.comparator ?? ''}${formatNumber(quantity.value)} ${unitOf(quantity)}`.trim();
}

/** A number for people: whole numbers in full, others with three decimals or digits. */
export function formatNumber(value: number): string {
  if (Number.isInteger(value)) return String(value);
  return String(Math.abs(value) < 1 ? Number(value.toPrecision(3)) : Number(value.toFixed(3)));
}

type Valued = Pick<
  Observation | ObservationComponent,
  | 'valueQuantity'
  | 'valueCodeableConcept'
  | 'valueString'
  | 'valueBoolean'
  | 'valueInteger'
  | 'valueRange'
  | 'valueRatio'
  | 'valueSampledData'
  | 'valueTime'
  | 'valueDateTime'
  | 'valuePeriod'
  | 'dataAbsentReason'
>;

function textOf(one: Valued): string | undefined {
  const { valueCodeableConcept, valueRange, valueRatio, valuePeriod, valueSampledData } = one;
  if (valueCodeableConcept !== undefined) return conceptText(valueCodeableConcept);
  if (one.valueBoolean !== undefined) return one.valueBoolean ? 'yes' : 'no';
  if (valueRange !== undefined) {
    return `${quantityText(valueRange.low)} – ${quantityText(valueRange.high)}`;
  }
  if (valueRatio !== undefined) {
    return `${quantityText(valueRatio.numerator)} : ${quantityText(valueRatio.denominator)}`;
  }
  if (valuePeriod !== undefined) return `${valuePeriod.start ?? ''} – ${valuePeriod.end ?? ''}`;
  if (valueSampledData !== undefined) return `waveform (${valueSampledData.dimensions})`;
  return one.valueString ?? one.valueTime ?? one.valueDateTime;
}

/** The value; undefined where the element states neither a value nor why it has none. */
export function readValue(one: Valued): ReadingValue | undefined {
  if (one.valueQuantity !== undefined) return valueOfQuantity(one.valueQuantity);
  if (one.valueInteger !== undefined) {
    return { kind: 'number', value: one.valueInteger, unit: '', unitCode: '', comparator: '' };
  }
  const text = textOf(one);
  if (text !== undefined) return { kind: 'text', text };
  if (one.dataAbsentReason === undefined) return undefined;
  return { kind: 'absent', reason: conceptText(one.dataAbsentReason) };
}

/** A limit of a range; undefined where it is in another unit than the value. */
function limitOf(limit: Quantity | undefined, value: ReadingValue): number | undefined {
  if (limit?.value === undefined || value.kind !== 'number') return undefined;
  const own = limit.code ?? unitOf(limit);
  return ['', value.unit, value.unitCode].includes(own) ? limit.value : undefined;
}

/** Types of reference ranges that say what is usual; others state what is aimed at or deadly. */
const isUsual = ({ type }: ObservationReferenceRange): boolean =>
  type === undefined || codeOf(type) === '' || codeOf(type) === 'normal';

function rangeOf(range: ObservationReferenceRange, value: ReadingValue): ReferenceRange {
  const { low, high, appliesTo = [] } = range;
  const bounds =
    low !== undefined && high !== undefined
      ? `${quantityText({ ...low, unit: '' })} – ${quantityText(high)}`
      : low !== undefined
        ? `≥ ${quantityText(low)}`
        : high !== undefined
          ? `≤ ${quantityText(high)}`
          : '';
  const groups = appliesTo.map(conceptText).filter((text) => text !== '');
  const text = [range.text ?? bounds, ...groups].filter((part) => part !== '').join(', ');
  return { low: limitOf(low, value), high: limitOf(high, value), text };
}

/** Identifies a quantity by its code; by its words where it has none. */
export function quantityKey(code: CodeableConcept | undefined): string {
  const coding = mainCoding(code);
  if (coding?.code !== undefined) return `${coding.system ?? ''}|${coding.code}`;
  return `text ${conceptText(code).toLowerCase()}`;
}

function categoryOf({ category = [] }: Observation): Category {
  const codes = category.flatMap(({ coding = [] }) => coding.map(({ code }) => code));
  if (codes.includes('vital-signs')) return 'vital-signs';
  return codes.includes('laboratory') ? 'laboratory' : 'other';
}

const timeOf = (one: Observation): string | undefined =>
  one.effectiveDateTime ??
  one.effectiveInstant ??
  one.effectivePeriod?.end ??
  one.effectivePeriod?.start;

const interpretationsOf = (concepts: readonly CodeableConcept[] | undefined): string[] =>
  (concepts ?? []).map((one) => codeOf(one) || conceptText(one)).filter((code) => code !== '');

/** The values that an Observation states, those of its components included; none of one in error. */
export function readingsOf(observation: Observation): Reading[] {
  if (NOT_DATA.has(observation.status)) return [];
  const time = timeOf(observation);
  const base = {
    resource: `Observation/${observation.id ?? ''}`,
    category: categoryOf(observation),
    at: millisecondsOf(time),
    time,
    status: observation.status,
    isAi: isAiAsserted(observation),
  };
  return [observation, ...(observation.component ?? [])].flatMap((one) => {
    const value = readValue(one);
    if (value === undefined) return [];
    const ranges = (one.referenceRange ?? []).filter(isUsual).map((range) => rangeOf(range, value));
    return {
      ...base,
      quantity: quantityKey(one.code),
      title: conceptText(one.code),
      value,
      ranges,
      interpretations: interpretationsOf(one.interpretation),
    };
  });
}

/** All readings of one quantity, newest first; those without a time last. */
export interface QuantityReadings {
  readonly quantity: string;
  readonly title: string;
  readonly category: Category;
  readonly readings: readonly Reading[];
}

const newestFirst = (a: Reading, b: Reading): number =>
  (b.at ?? Number.NEGATIVE_INFINITY) - (a.at ?? Number.NEGATIVE_INFINITY) || 0;

/** Sorts readings by quantity: vital signs, laboratory values, others; each by title. */
export function byQuantity(readings: readonly Reading[]): QuantityReadings[] {
  const groups = new Map<string, Reading[]>();
  for (const reading of readings) {
    const group = groups.get(reading.quantity);
    if (group === undefined) groups.set(reading.quantity, [reading]);
    else group.push(reading);
  }
  const order: readonly Category[] = ['vital-signs', 'laboratory', 'other'];
  return [...groups]
    .map(([quantity, all]) => {
      const sorted = [...all].sort(newestFirst);
      const { title = '', category = 'other' } = sorted[0] ?? {};
      return { quantity, title: title || quantity, category, readings: sorted };
    })
    .sort(
      (a, b) =>
        order.indexOf(a.category) - order.indexOf(b.category) ||
        a.title.localeCompare(b.title, 'en'),
    );
}

export type Position = 'below' | 'within' | 'above' | 'unknown';

/** Where a value lies against its range, as far as it is certain: `< 5` may lie anywhere below 5. */
export function positionOf({ value, ranges }: Reading): Position {
  const [range] = ranges;
  if (value.kind !== 'number' || range === undefined || ranges.length > 1) return 'unknown';
  const { low, high } = range;
  const below = value.comparator.startsWith('<');
  const above = value.comparator.startsWith('>');
  if (high !== undefined && value.value > high && !below) return 'above';
  if (low !== undefined && value.value < low && !above) return 'below';
  if (low === undefined && high === undefined) return 'unknown';
  if ((above && high !== undefined) || (below && low !== undefined)) return 'unknown';
  return 'within';
}
