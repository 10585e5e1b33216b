import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ClinicalLanguage } from '../../../../src/patient-record/language/create-clinical-language.js';
import type { Entity } from '../../../../src/patient-record/language/entity.js';

/** A value or a medicine as a text of the grid has it; what is left out is not compared. */
interface Value {
  readonly name: string;
  readonly value: number | string;
  readonly unit?: string;
  readonly comparator?: string;
  readonly course?: string;
}

interface Medicine {
  readonly name: string;
  /** Left out where the text gives none. */
  readonly dose?: string;
  readonly route?: string;
  readonly frequency?: string;
}

export interface GridCase {
  /** The construction that the text is an example of. */
  readonly family: string;
  readonly text: string;
  /** All values that the text has. */
  readonly values: readonly Value[];
  /** All medicines that the text has. */
  readonly medicines: readonly Medicine[];
  /** Of a family that no rule was made on. */
  readonly kept?: true;
}

export const grid: readonly GridCase[] = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../golden/values-in-text.json'), 'utf8'),
);

/** How many of the values or doses were expected, read, and read right. */
export interface Count {
  expected: number;
  read: number;
  right: number;
}

const isRight = (entity: Entity, { name, value, unit, comparator, course }: Value): boolean => {
  const { normalized } = entity;
  return (
    normalized?.name === name &&
    normalized.value === value &&
    (unit === undefined || normalized.unit === unit) &&
    normalized.comparator === comparator &&
    (course === undefined || normalized.course === course)
  );
};

const bare = (text: string | undefined) => text?.toLowerCase().replace(/\s+/g, '');

function hasAll(entity: Entity, { dose, route, frequency }: Medicine): boolean {
  const { normalized } = entity;
  return (
    bare(normalized?.dose) === bare(dose) &&
    (route === undefined || normalized?.route === route) &&
    (frequency === undefined || normalized?.frequency === frequency)
  );
}

/** What one text of the grid comes to; `faults` are told for the eye. */
export function scoreOf(language: ClinicalLanguage, one: GridCase) {
  const { entities } = language.read(one.text);
  const measured = entities.filter(({ normalized }) => normalized?.value !== undefined);
  const values: Count = {
    expected: one.values.length,
    read: measured.length,
    right: one.values.filter((value) => measured.some((entity) => isRight(entity, value))).length,
  };
  const medicines = entities.filter(({ type }) => type === 'medication');
  const of = ({ name }: Medicine) =>
    medicines.find(({ text }) => bare(text)?.includes(bare(name) ?? ''));
  const dosed = one.medicines.filter(({ dose }) => dose !== undefined);
  const rightly = (medicine: Medicine) => {
    const entity = of(medicine);
    return entity !== undefined && hasAll(entity, medicine);
  };
  const doses: Count = {
    expected: dosed.length,
    read: medicines.filter(({ normalized }) => normalized?.dose !== undefined).length,
    right: dosed.filter(rightly).length,
  };
  const whole =
    values.right === values.expected &&
    values.read === values.expected &&
    doses.read === doses.expected &&
    one.medicines.every(rightly);
  return { values, doses, whole, entities };
}

/** The sums over some texts of the grid. */
export function sumOf(language: ClinicalLanguage, cases: readonly GridCase[]) {
  const values: Count = { expected: 0, read: 0, right: 0 };
  const doses: Count = { expected: 0, read: 0, right: 0 };
  let whole = 0;
  for (const one of cases) {
    const score = scoreOf(language, one);
    for (const key of ['expected', 'read', 'right'] as const) {
      values[key] += score.values[key];
      doses[key] += score.doses[key];
    }
    if (score.whole) whole += 1;
  }
  return { cases: cases.length, whole, values, doses };
}
