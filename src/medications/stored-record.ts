import type { Chart } from '../patient-record/chart/fact.js';
import { conditionState } from '../patient-record/chart/record/conditions.js';
import { codingsOf, observedVariables } from '../patient-record/chart/record/observations.js';
import type { FhirResource, PatientData } from '../patient-record/chart/schema.js';
import { readPatientRecord } from '../patient-record/read-record.js';
import type { AllergyLine } from './allergies/allergies.js';
import type { ConditionText } from './conditions/find-conditions.js';
import type { NotAssessed } from './finding.js';
import { allergyLine, lineOf, MAX_OF_RECORD as MAX } from './record-lines.js';
import type { MedicationLine } from './schema.js';

/** The patient's data in the FHIR store, as they are read for a request. */
export interface StoredRecord {
  /** A FHIR Bundle of what describes the patient now. */
  readonly data: PatientData;
  /** Resources that were left out of it and could hide an alert. */
  readonly leftOut: readonly NotAssessed[];
}

/** A medicine of the record. */
export interface StoredLine {
  readonly line: MedicationLine;
  /** Path of the resource. */
  readonly item: string;
  /** Reported by or about the patient (MedicationStatement), and not ordered. */
  readonly isStatement: boolean;
}

/** A stored record in the terms of a check. */
export interface RecordParts {
  readonly chart: Chart;
  readonly medications: readonly StoredLine[];
  readonly allergies: readonly AllergyLine[];
  readonly conditions: readonly ConditionText[];
  readonly notAssessed: readonly NotAssessed[];
}

const PATH = 'patient_data';
const ICD10 = /icd-10/;
const NO_NAME = 'it has no name that can be read';
const LISTED = [
  'MedicationStatement',
  'MedicationRequest',
  'AllergyIntolerance',
  'Condition',
] as const;
type Listed = (typeof LISTED)[number];

interface Entry {
  readonly resource: FhirResource;
  readonly path: string;
}

function entriesOf(data: PatientData): Entry[] {
  if (data.resourceType !== 'Bundle') return [];
  return data.entry.flatMap(({ resource }, at) =>
    resource === undefined ? [] : [{ resource, path: `${PATH}.entry.${at}.resource` }],
  );
}

const hasPassed = ({ resource }: Entry): boolean =>
  resource.resourceType === 'Condition' && conditionState(resource) === 'passed';

/** A condition without words by its ICD-10 code, which a list of conditions accepts as well. */
function codedCondition({ resource, path }: Entry): ConditionText | undefined {
  // A code alone would say that the patient has it now.
  if (hasPassed({ resource, path })) return undefined;
  const code = codingsOf(resource.code).find(({ system }) => ICD10.test(system))?.code;
  return code === undefined ? undefined : { text: code, path };
}

/** The first of a list, and what is beyond the limit. */
function limited<T>(
  all: readonly T[],
  max: number,
  pathOf: (one: T) => string,
): { readonly kept: readonly T[]; readonly left: readonly NotAssessed[] } {
  const reason = `only the first ${max} of the record are checked`;
  const left = all.slice(max).map((one) => ({ what: pathOf(one), reason }));
  return { kept: all.slice(0, max), left };
}

/** Values of Observations that the chart knows and that could not be read. */
function unreadValues(
  notAssessed: ReadonlyArray<{ readonly what: string; readonly reason: string }>,
  entries: readonly Entry[],
): NotAssessed[] {
  const measured = entries.filter(
    ({ resource }) =>
      resource.resourceType === 'Observation' && observedVariables(resource).length > 0,
  );
  return notAssessed.filter(({ what }) =>
    measured.some(({ path }) => what === path || what.startsWith(`${path}.`)),
  );
}

/**
 * Reads a stored record for a check. Whatever it names that cannot be read is listed as not
 * assessed.
 *
 * @param now ms since 1970
 */
export function partsOfRecord({ data, leftOut }: StoredRecord, now: number): RecordParts {
  const record = readPatientRecord(data, { path: PATH, language: undefined, now });
  const entries = entriesOf(data);
  const taken = record.medicines.filter(({ assertion }) => assertion === 'present');
  const allergic = record.allergies.filter(({ assertion }) => assertion === 'present');
  const past = new Set(entries.filter(hasPassed).map(({ path }) => path));
  const inWords = record.lines
    .filter(({ kind }) => kind === 'history')
    .map(({ text, field }) => {
      const words = past.has(field) ? `history of ${text}` : text;
      return { text: words.slice(0, MAX.characters), path: field };
    });
  const named = new Set([...record.medicines, ...record.allergies].map(({ field }) => field));
  for (const { path } of inWords) named.add(path);
  const unnamed = entries.filter(
    ({ resource, path }) => LISTED.includes(resource.resourceType as Listed) && !named.has(path),
  );
  const coded = unnamed.flatMap((one) =>
    one.resource.resourceType === 'Condition' ? (codedCondition(one) ?? []) : [],
  );
  const isCoded = ({ path }: Entry) => coded.some((one) => one.path === path);
  const typeAt = new Map(entries.map(({ resource, path }) => [path, resource.resourceType]));
  const medications = limited(taken, MAX.medicines, ({ field }) => field);
  const allergies = limited(allergic, MAX.lines, ({ field }) => field);
  const conditions = limited([...inWords, ...coded], MAX.lines, ({ path }) => path);
  return {
    chart: record.chart,
    medications: medications.kept.map((one) => ({
      line: lineOf(one),
      item: one.field,
      isStatement: typeAt.get(one.field) === 'MedicationStatement',
    })),
    allergies: allergies.kept.map((one) => ({ ...allergyLine(one), path: one.field })),
    conditions: conditions.kept,
    notAssessed: [
      ...leftOut,
      ...unnamed
        .filter((one) => !isCoded(one))
        .map(({ path }) => ({ what: path, reason: NO_NAME })),
      ...[medications, allergies, conditions].flatMap(({ left }) => left),
      ...unreadValues(record.notAssessed, entries),
    ],
  };
}
