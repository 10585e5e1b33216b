import { creatinineClearance } from '../chart/kidney-function.js';
import type { NameAsserter } from '../patient-record/asserted-names.js';
import type { AllergyLine } from './allergies/allergies.js';
import type { ConditionText } from './conditions/find-conditions.js';
import type { NotAssessed } from './finding.js';
import type { Case, MedicationKnowledge } from './knowledge/knowledge.js';
import type { ReadMedication } from './names/read-request.js';
import type { Patient } from './patient.js';
import { readPatient } from './read-patient.js';
import type { MedicationLine, MedicationsRequest } from './schema.js';

/** One line of a list and what was made of it. */
export interface ReadLine extends ReadMedication {
  /** As it was sent. */
  readonly input: string;
}

/** A patient and a list in the terms of the knowledge. */
export interface ReadCase extends Case {
  readonly lines: readonly ReadLine[];
  readonly notAssessed: readonly NotAssessed[];
}

/** What a check is about, before names are looked up. */
export interface CaseParts {
  readonly medications: readonly MedicationLine[];
  /** Lines that the patient or a prescriber wrote, or names out of a package of knowledge. */
  readonly proposed:
    | { readonly by: 'request'; readonly lines: readonly MedicationLine[] }
    | { readonly by: 'knowledge'; readonly names: readonly string[] };
  readonly allergies: readonly AllergyLine[];
  readonly conditions: readonly ConditionText[];
  /** What is known without the conditions; where both speak, this counts. */
  readonly patient: Omit<Patient, 'conditions'>;
  readonly notAssessed: readonly NotAssessed[];
}

/** What a check reads with. */
export interface CaseReaders {
  readonly knowledge: MedicationKnowledge;
  /** Nothing where no package of clinical language is open. */
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

/** Looks up every name of a case. */
export function readCase(parts: CaseParts, { knowledge, language }: CaseReaders): ReadCase {
  const { allergies, conditions, patient: known } = parts;
  const found = knowledge.conditions.find(conditions, known, language);
  const { notAssessed: unread, conditions: ids, ...said } = found;
  // Whoever is not pregnant is in no trimester, whatever an old entry says.
  const { trimester: _, ...notPregnant } = said;
  const fromWords = known.pregnant === false ? notPregnant : said;
  const lines = readLines(parts, knowledge);
  return {
    lines,
    taken: lines.flatMap((line) => line.taken),
    patient: { ...fromWords, ...known, conditions: ids },
    allergies,
    notAssessed: [...lines.flatMap((line) => line.notAssessed), ...parts.notAssessed, ...unread],
  };
}

/** The kidneys' clearance as far as the chart gives it. */
export function clearanceOf(chart: Patient['chart']): Pick<Patient, 'crclMlPerMin'> {
  const clearance = creatinineClearance(chart);
  return clearance === undefined ? {} : { crclMlPerMin: clearance.mlPerMin };
}

/**
 * The parts of a request.
 *
 * @throws AppError `validation_error` when a value of the patient cannot be, or contradicts another
 */
export function partsOfRequest(request: MedicationsRequest): CaseParts {
  const { medications = [], proposed = [], allergies = [], conditions = [] } = request;
  const fields = request.patient ?? {};
  const { chart, notAssessed, ...pregnancy } = readPatient(fields);
  const { lactating, hepatic_impairment } = fields;
  return {
    ...{ medications, allergies, notAssessed },
    proposed: { by: 'request', lines: proposed },
    conditions: conditions.map((text, at) => ({ text, path: `conditions.${at}` })),
    patient: {
      ...{ chart, ...pregnancy, ...clearanceOf(chart) },
      ...(lactating !== undefined && { lactating }),
      ...(hepatic_impairment && { hepaticClass: hepatic_impairment }),
    },
  };
}
