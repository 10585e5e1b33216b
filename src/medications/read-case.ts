import type { NameAsserter } from '../patient-record/asserted-names.js';
import { creatinineClearance } from '../patient-record/chart/kidney-function.js';
import type { AllergyLine } from './allergies/allergies.js';
import { supposedOf } from './ambiguous-names.js';
import type { ConditionText } from './conditions/find-conditions.js';
import type { NotAssessed } from './finding.js';
import type { Case } from './knowledge/checks.js';
import type { MedicationKnowledge } from './knowledge/knowledge.js';
import type { ReadMedication } from './names/read-request.js';
import type { Patient } from './patient.js';
import { readPatient } from './read-patient.js';
import type { MedicationLine, MedicationsRequest, PatientFields } from './schema.js';
import type { UnknownField } from './unknown-fields.js';

/** One line of a list with its interpretation. */
export interface ReadLine extends ReadMedication {
  /** As it was sent. */
  readonly input: string;
}

/** A patient and a list in the terms of the knowledge. */
export interface ReadCase extends Case {
  readonly lines: readonly ReadLine[];
  readonly notAssessed: readonly NotAssessed[];
  readonly unknownFields: readonly UnknownField[];
}

/** The input of a check, before names are resolved. */
export interface CaseParts {
  readonly medications: readonly MedicationLine[];
  /** Lines written by the patient or a prescriber, or names from a knowledge package. */
  readonly proposed:
    | { readonly by: 'request'; readonly lines: readonly MedicationLine[] }
    | { readonly by: 'knowledge'; readonly names: readonly string[] };
  readonly allergies: readonly AllergyLine[];
  readonly conditions: readonly ConditionText[];
  /** Facts known apart from the conditions; they take precedence. */
  readonly patient: Omit<Patient, 'conditions'>;
  readonly notAssessed: readonly NotAssessed[];
  /** Fields of the patient that no check uses. */
  readonly unknownFields?: readonly UnknownField[];
}

/** The readers of a check. */
export interface CaseReaders {
  readonly knowledge: MedicationKnowledge;
  /** Absent where no clinical language package is open. */
  readonly language: NameAsserter | undefined;
}

const inputOf = ({ name, rxcui }: MedicationLine) => name ?? rxcui ?? '';

function readLines(
  { medications: taken, proposed }: CaseParts,
  { medications }: MedicationKnowledge,
): ReadLine[] {
  const ofRequest = proposed.by === 'request';
  const added = ofRequest
    ? medications.read(proposed.lines, 'proposed')
    : medications.readAdvised(proposed.names);
  const inputs = [
    ...taken.map(inputOf),
    ...(ofRequest ? proposed.lines.map(inputOf) : proposed.names),
  ];
  return [...medications.read(taken, 'medications'), ...added].map((read, at) => {
    return { input: inputs[at] ?? '', ...read };
  });
}

/** Resolves every name of a case. */
export function readCase(parts: CaseParts, { knowledge, language }: CaseReaders): ReadCase {
  const { allergies, conditions, patient: known, unknownFields = [] } = parts;
  const found = knowledge.conditions.find(conditions, known, language);
  const { notAssessed: unread, conditions: ids, ...stated } = found;
  // A patient who is not pregnant has no trimester, whatever an old entry states.
  const { trimester: _, ...notPregnant } = stated;
  const fromWords = known.pregnant === false ? notPregnant : stated;
  const lines = readLines(parts, knowledge);
  return {
    lines,
    taken: lines.flatMap(({ taken, possible }) => [...taken, ...possible.flatMap(supposedOf)]),
    possible: lines.flatMap((line) => line.possible),
    patient: { ...fromWords, ...known, conditions: ids },
    allergies,
    unknownFields,
    notAssessed: [...lines.flatMap((line) => line.notAssessed), ...parts.notAssessed, ...unread],
  };
}

/** Creatinine clearance as far as the chart allows it. */
export function clearanceOf(chart: Patient['chart']): Pick<Patient, 'crclMlPerMin'> {
  const clearance = creatinineClearance(chart);
  return clearance === undefined ? {} : { crclMlPerMin: clearance.mlPerMin };
}

const notUsed = ({ name }: UnknownField): NotAssessed => ({
  what: `patient.${name}`,
  reason: 'it is not a known field and was not used',
});

/**
 * Returns the parts of a request.
 *
 * @throws AppError `validation_error` when a value of the patient is impossible or contradicts
 *   another
 */
export function partsOfRequest(request: MedicationsRequest): CaseParts {
  const { medications = [], proposed = [], allergies = [], conditions = [] } = request;
  const fields: PatientFields = request.patient ?? { unknownFields: [] };
  const { chart, notAssessed, ...pregnancy } = readPatient(fields);
  const { lactating, hepatic_impairment, unknownFields } = fields;
  return {
    medications,
    allergies,
    unknownFields,
    notAssessed: [...unknownFields.map(notUsed), ...notAssessed],
    proposed: { by: 'request', lines: proposed },
    conditions: conditions.map((text, at) => ({ text, path: `conditions.${at}` })),
    patient: {
      chart,
      ...pregnancy,
      ...clearanceOf(chart),
      ...(lactating !== undefined && { lactating }),
      ...(hepatic_impairment && { hepaticClass: hepatic_impairment }),
    },
  };
}
