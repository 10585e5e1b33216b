import { creatinineClearance } from '../chart/kidney-function.js';
import type { NotAssessed } from './finding.js';
import type { Case, MedicationKnowledge } from './knowledge/knowledge.js';
import type { ReadMedication } from './names/read-request.js';
import type { Patient } from './patient.js';
import { readPatient } from './read-patient.js';
import type { MedicationLine, MedicationsRequest } from './schema.js';

/** One line of the request and what was made of it. */
export interface ReadLine extends ReadMedication {
  /** As it was sent. */
  readonly input: string;
}

/** A request in the terms of the knowledge. */
export interface ReadCase extends Case {
  readonly lines: readonly ReadLine[];
  readonly notAssessed: readonly NotAssessed[];
}

function readLines(
  lines: readonly MedicationLine[],
  list: 'medications' | 'proposed',
  { medications }: MedicationKnowledge,
): ReadLine[] {
  const inputs = lines.map(({ name, rxcui }) => name ?? rxcui ?? '');
  return medications.read(lines, list).map((read, at) => ({ ...read, input: inputs[at] ?? '' }));
}

interface ReadPatientFacts {
  readonly patient: Patient;
  readonly notAssessed: readonly NotAssessed[];
}

/** The patient of the fields and of the list of conditions; where both speak, the fields count. */
function readPerson(
  { patient: fields = {}, conditions = [] }: MedicationsRequest,
  { conditions: finder }: MedicationKnowledge,
): ReadPatientFacts {
  const { chart, notAssessed, ...pregnancy } = readPatient(fields);
  const clearance = creatinineClearance(chart);
  const { lactating, hepatic_impairment } = fields;
  const known = {
    chart,
    ...pregnancy,
    ...(clearance && { crclMlPerMin: clearance.mlPerMin }),
    ...(lactating !== undefined && { lactating }),
    ...(hepatic_impairment && { hepaticClass: hepatic_impairment }),
  };
  const texts = conditions.map((text, at) => ({ text, path: `conditions.${at}` }));
  const { notAssessed: unread, conditions: ids, ...said } = finder.find(texts, known);
  // Whoever is not pregnant is in no trimester, whatever an old entry says.
  const { trimester: _, ...notPregnant } = said;
  const fromWords = known.pregnant === false ? notPregnant : said;
  return {
    patient: { ...fromWords, ...known, conditions: ids },
    notAssessed: [...notAssessed, ...unread],
  };
}

/**
 * Reads every part of a request.
 *
 * @throws AppError `validation_error` when a value of the patient cannot be, or contradicts another
 */
export function readCase(request: MedicationsRequest, knowledge: MedicationKnowledge): ReadCase {
  const { medications = [], proposed = [], allergies = [] } = request;
  const { patient, notAssessed } = readPerson(request, knowledge);
  const lines = [
    ...readLines(medications, 'medications', knowledge),
    ...readLines(proposed, 'proposed', knowledge),
  ];
  return {
    lines,
    taken: lines.flatMap((line) => line.taken),
    patient,
    allergies,
    notAssessed: [...lines.flatMap((line) => line.notAssessed), ...notAssessed],
  };
}
