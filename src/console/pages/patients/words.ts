import { formatUnit } from '../../components/answers/figures.js';
import { text } from '../../text/en.js';
import { formatTime } from './fhir-time.js';
import type { Age } from './person.js';
import { formatNumber, positionOf, type Reading, type ReadingValue } from './readings.js';
import { TIMES } from './style-of-times.js';

// What the page says about values of a record.

export function ageText(age: Age | undefined): string {
  if (age === undefined) return '';
  const words = text.patients.age(age.value, age.unit);
  return age.approximate ? text.patients.aboutAge(words) : words;
}

export const bornText = (birthDate: string | undefined): string =>
  birthDate === undefined
    ? text.patients.noBirthDate
    : text.patients.born(formatTime(birthDate, TIMES));

export function genderText(gender: string | undefined): string {
  const { genders, genderUnstated } = text.patients;
  return gender === undefined
    ? genderUnstated
    : ((genders as Readonly<Record<string, string>>)[gender] ?? gender);
}

/** A value with its unit; a number without one says so. */
export function valueText(value: ReadingValue): string {
  if (value.kind === 'text') return value.text;
  if (value.kind === 'absent') {
    return value.reason === '' ? text.patients.absent : text.patients.absentBecause(value.reason);
  }
  return `${numberText(value)} ${unitText(value)}`.trim();
}

type NumberValue = Extract<ReadingValue, { readonly kind: 'number' }>;

const numberText = ({ comparator, value }: NumberValue): string =>
  comparator === '' ? formatNumber(value) : `${comparator} ${formatNumber(value)}`;

/** A unit as it is written on a ward; a number that has none says so. */
export function unitText({ unit, unitCode }: Pick<NumberValue, 'unit' | 'unitCode'>): string {
  if (unitCode === '') return `(${text.patients.noUnit})`;
  return unit === unitCode ? formatUnit(unitCode) : unit;
}

/** Values that are read together: `104 / 62 mmHg`. */
export function valuesText(values: readonly ReadingValue[]): string {
  const numbers = values.filter((value) => value.kind === 'number');
  const [first] = numbers;
  const isOneUnit = numbers.every(({ unitCode }) => unitCode === first?.unitCode);
  if (first === undefined || numbers.length < values.length || !isOneUnit) {
    return values.map(valueText).join(' / ');
  }
  return `${numbers.map(numberText).join(' / ')} ${unitText(first)}`.trim();
}

/** What is said beside a value: the interpretation as sent, else where it lies; and its status. */
export function remarksOf(reading: Reading): string[] {
  const { interpretations, positions, statuses, aiMark } = text.patients;
  const stated = reading.interpretations.map((code) => interpretations[code] ?? code);
  const position = positionOf(reading);
  const isOutside = position === 'below' || position === 'above';
  return [
    ...stated,
    ...(stated.length === 0 && isOutside ? [positions[position]] : []),
    ...(statuses[reading.status] === undefined ? [] : [statuses[reading.status] ?? '']),
    ...(reading.isAi ? [aiMark] : []),
  ];
}

/** Whether a value needs attention, by its interpretation or its range. */
export function isNotable(reading: Reading): boolean {
  const { interpretations } = reading;
  if (interpretations.length > 0) return interpretations.some((code) => /^(?:H|L|A)/.test(code));
  return ['below', 'above'].includes(positionOf(reading));
}
