import { text } from '../../text/en.js';
import type { Age } from './person.js';
import { formatNumber, positionOf, type Reading, type ReadingValue } from './readings.js';

// What the page says about values of a record.

export function ageText(age: Age | undefined): string {
  if (age === undefined) return '';
  const words = text.patients.age(age.value, age.unit);
  return age.approximate ? text.patients.aboutAge(words) : words;
}

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
  const { comparator, unit } = value;
  const sign = comparator === '' ? '' : `${comparator} `;
  return `${sign}${formatNumber(value.value)} ${unit || `(${text.patients.noUnit})`}`;
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
