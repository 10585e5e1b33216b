import type { HumanName, Identifier, Patient } from 'fhir/r4';
import { conceptText } from './concepts.js';
import { millisecondsOf } from './fhir-time.js';

/** Names by how well they say who a patient is today. */
const USES: readonly (string | undefined)[] = ['official', 'usual', undefined, 'temp', 'nickname'];

/** A name as text; '' for one without content. */
export function nameText({ text, prefix, given, family, suffix }: HumanName): string {
  const parts = [...(prefix ?? []), ...(given ?? []), family ?? '', ...(suffix ?? [])];
  return (text ?? parts.join(' ')).trim();
}

export interface PatientNames {
  /** '' where the record has none. */
  readonly main: string;
  /** Such as the name before a marriage. */
  readonly others: readonly string[];
}

/** The name of a patient, and others under which the patient may be known. */
export function namesOf({ name = [] }: Pick<Patient, 'name'>): PatientNames {
  const rank = ({ use }: HumanName) => {
    const at = USES.indexOf(use);
    return at < 0 ? USES.length : at;
  };
  const texts = [...name].sort((a, b) => rank(a) - rank(b)).map(nameText);
  const [main = '', ...others] = [...new Set(texts.filter((text) => text !== ''))];
  return { main, others };
}

export interface Age {
  readonly value: number;
  readonly unit: 'years' | 'months' | 'weeks' | 'days';
  /** The day of birth is not stated: the age may be one less. */
  readonly approximate: boolean;
}

const DAY_MS = 86_400_000;

/** Whole months from one local day to another. */
function monthsBetween(from: Date, to: Date): number {
  const months = (to.getFullYear() - from.getFullYear()) * 12 + to.getMonth() - from.getMonth();
  return to.getDate() < from.getDate() ? months - 1 : months;
}

/**
 * The completed age: in days up to four weeks, in weeks up to three months, in months up to two years, then in
 * years. Undefined for a birth date that is missing, no date, or later than `at`.
 *
 * @param at ms since 1970: now, or the time of death
 */
export function ageAt(birthDate: string | undefined, at: number): Age | undefined {
  const born = millisecondsOf(birthDate);
  if (birthDate === undefined || born === undefined || born > at) return undefined;
  const months = monthsBetween(new Date(born), new Date(at));
  const years = Math.floor(months / 12);
  if (birthDate.length < 10) return { value: years, unit: 'years', approximate: true };
  const days = Math.round((new Date(at).setHours(0, 0, 0, 0) - born) / DAY_MS);
  const exact = { approximate: false } as const;
  if (days < 28) return { value: days, unit: 'days', ...exact };
  if (months < 3) return { value: Math.floor(days / 7), unit: 'weeks', ...exact };
  if (months < 24) return { value: months, unit: 'months', ...exact };
  return { value: years, unit: 'years', ...exact };
}

export interface Death {
  readonly deceased: boolean;
  /** As it was stated. */
  readonly at?: string;
}

export function deathOf({
  deceasedBoolean,
  deceasedDateTime,
}: Pick<Patient, 'deceasedBoolean' | 'deceasedDateTime'>): Death {
  if (deceasedDateTime !== undefined) return { deceased: true, at: deceasedDateTime };
  return { deceased: deceasedBoolean === true };
}

/** The age of a patient today, or at death where its time is known; none where only the death is. */
export function ageOf(patient: Patient, now: number): Age | undefined {
  const { deceased, at } = deathOf(patient);
  const end = deceased ? millisecondsOf(at) : now;
  return end === undefined ? undefined : ageAt(patient.birthDate, end);
}

export interface IdentifierText {
  /** What kind of number it is; '' where it is not stated. */
  readonly kind: string;
  readonly value: string;
}

/** Identifiers in use, those of the medical record first. */
export function identifiersOf({ identifier = [] }: Pick<Patient, 'identifier'>): IdentifierText[] {
  const isRecord = ({ type }: Identifier) =>
    type?.coding?.some(({ code }) => code === 'MR') === true ? 0 : 1;
  return identifier
    .filter(({ use, value }) => use !== 'old' && value !== undefined)
    .sort((a, b) => isRecord(a) - isRecord(b))
    .map(({ type, system = '', value = '' }) => ({ kind: conceptText(type) || system, value }));
}
