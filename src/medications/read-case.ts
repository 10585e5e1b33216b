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

/** Whose words the proposed medicines are: of a request, or of a package of knowledge. */
export type ProposedBy = 'request' | 'knowledge';

const inputOf = ({ name, rxcui }: MedicationLine) => name ?? rxcui ?? '';

function readLines(
  { medications: taken = [], proposed = [] }: MedicationsRequest,
  { medications }: MedicationKnowledge,
  proposedBy: ProposedBy,
): ReadLine[] {
  const added =
    proposedBy === 'knowledge'
      ? medications.readAdvised(proposed.map(inputOf))
      : medications.read(proposed, 'proposed');
  const inputs = [...taken, ...proposed].map(inputOf);
  return [...medications.read(taken, 'medications'), ...added].map((read, at) => {
    return { ...read, input: inputs[at] ?? '' };
  });
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
 * @param proposedBy `knowledge` where each of the proposed is a name out of a package, and no more
 * @throws AppError `validation_error` when a value of the patient cannot be, or contradicts another
 */
export function readCase(
  request: MedicationsRequest,
  knowledge: MedicationKnowledge,
  proposedBy: ProposedBy = 'request',
): ReadCase {
  const { allergies = [] } = request;
  const { patient, notAssessed } = readPerson(request, knowledge);
  const lines = readLines(request, knowledge, proposedBy);
  return {
    lines,
    taken: lines.flatMap((line) => line.taken),
    patient,
    allergies,
    notAssessed: [...lines.flatMap((line) => line.notAssessed), ...notAssessed],
  };
}
