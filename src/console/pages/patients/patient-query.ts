import type { SearchParameters } from './fhir-search.js';

/** What a person looks for. */
export interface PatientQuery {
  readonly name: string;
  readonly birthDate: string;
  readonly identifier: string;
  readonly soundsAlike: boolean;
}

export const NO_QUERY: PatientQuery = {
  name: '',
  birthDate: '',
  identifier: '',
  soundsAlike: false,
};

export const isEmpty = ({ name, birthDate, identifier }: PatientQuery): boolean =>
  [name, birthDate, identifier].every((part) => part.trim() === '');

/** A year, a month or a day. */
export const BIRTH_DATE = /^\d{4}(?:-\d{2}(?:-\d{2})?)?$/;

/** Characters that separate values and parts in a search are meant as they stand. */
const literal = (value: string): string => value.trim().replace(/[\\,$|]/g, (sign) => `\\${sign}`);

const MAX_WORDS = 10;

/** In any order: a record may have the family name first, and so may a person. */
const wordsOf = (name: string): string[] =>
  name
    .split(/[\s,]+/)
    .filter((word) => word !== '')
    .slice(0, MAX_WORDS)
    .map(literal);

/** The search that a query stands for; all words of a name must fit. */
export function parametersOf({ name, birthDate, identifier, soundsAlike }: PatientQuery) {
  return {
    [soundsAlike ? 'phonetic' : 'name']: wordsOf(name),
    birthdate: birthDate.trim(),
    identifier: literal(identifier),
  } satisfies SearchParameters;
}
