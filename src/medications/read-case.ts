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
import { withoutRepeated } from './repeated-lines.js';
import type { MedicationLine, MedicationsRequest, PatientFields } from './schema.js';
import type { RecordParts, StoredLine } from './stored-record.js';
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
  /** What the patient takes according to a stored record. */
  readonly stored?: readonly StoredLine[];
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

/** The lines of a case, and those of the record that stand for a medicine on another line. */
interface CaseLines {
  readonly lines: readonly ReadLine[];
  readonly left: readonly NotAssessed[];
}

function readLines(
  { medications: taken, stored = [], proposed }: CaseParts,
  { medications }: MedicationKnowledge,
): CaseLines {
  const ofRequest = proposed.by === 'request';
  const added = ofRequest
    ? medications.read(proposed.lines, 'proposed')
    : medications.readAdvised(proposed.names);
  const inputs = [
    ...taken.map(inputOf),
    ...(ofRequest ? proposed.lines.map(inputOf) : proposed.names),
  ];
  const sent = [...medications.read(taken, 'medications'), ...added].map((read, at): ReadLine => {
    return { input: inputs[at] ?? '', ...read };
  });
  const stated = sent.slice(0, taken.length);
  const recorded = stored.map(({ line, item, isStatement }) => {
    const read: ReadLine = { input: inputOf(line), ...medications.readStored(line, item) };
    return { read, isStatement };
  });
  const { kept, left } = withoutRepeated(stated, recorded);
  return { lines: [...stated, ...kept, ...sent.slice(taken.length)], left };
}

/** Resolves every name of a case. */
export function readCase(parts: CaseParts, { knowledge, language }: CaseReaders): ReadCase {
  const { allergies, conditions, patient: known, unknownFields = [] } = parts;
  const found = knowledge.conditions.find(conditions, known, language);
  const { notAssessed: unread, conditions: ids, shownByValues, ...stated } = found;
  // A patient who is not pregnant has no trimester, whatever an old entry states.
  const { trimester: _, ...notPregnant } = stated;
  const fromWords = known.pregnant === false ? notPregnant : stated;
  const { lines, left } = readLines(parts, knowledge);
  return {
    lines,
    taken: lines.flatMap(({ taken, possible }) => [...taken, ...possible.flatMap(supposedOf)]),
    possible: lines.flatMap((line) => line.possible),
    patient: { ...fromWords, ...known, conditions: ids, shownByValues },
    allergies,
    unknownFields,
    notAssessed: [
      ...lines.flatMap((line) => line.notAssessed),
      ...left,
      ...parts.notAssessed,
      ...unread,
    ],
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

const NO_RECORD: RecordParts = {
  chart: new Map(),
  medications: [],
  allergies: [],
  conditions: [],
  notAssessed: [],
};

/** Medicines of the record that the request excludes. */
const excluded = ({ item }: StoredLine): NotAssessed => ({
  what: item,
  reason: 'stored_medications is exclude: the list of the request stands for that of the record',
  affectsSafety: false,
});

/** That nothing is taken is never a result: nobody may have recorded it. */
const EMPTY: NotAssessed = {
  what: 'medications',
  reason: 'neither the record nor the request names a medicine',
};

/**
 * Returns the parts of a request, with those of the patient's record where one was read. Lists of both
 * count together; of the patient's values those of the request.
 *
 * @throws AppError `validation_error` when a value of the patient is impossible or contradicts
 *   another
 */
export function partsOfRequest(
  request: MedicationsRequest,
  record: RecordParts = NO_RECORD,
): CaseParts {
  const { medications = [], proposed = [], allergies = [], conditions = [] } = request;
  const fields: PatientFields = request.patient ?? { unknownFields: [] };
  const { chart, notAssessed, ...pregnancy } = readPatient(fields, record.chart);
  const { lactating, hepatic_impairment, unknownFields } = fields;
  const isExcluded = request.stored_medications === 'exclude';
  const stored = isExcluded ? [] : record.medications;
  const isEmpty = medications.length + proposed.length + stored.length === 0;
  return {
    medications,
    stored,
    allergies: [...allergies, ...record.allergies],
    unknownFields,
    notAssessed: [
      ...unknownFields.map(notUsed),
      ...notAssessed,
      ...record.notAssessed,
      ...(isExcluded ? record.medications.map(excluded) : []),
      ...(isEmpty ? [EMPTY] : []),
    ],
    proposed: { by: 'request', lines: proposed },
    conditions: [
      ...conditions.map((text, at) => ({ text, path: `conditions.${at}` })),
      ...record.conditions,
    ],
    patient: {
      chart,
      ...pregnancy,
      ...clearanceOf(chart),
      ...(lactating !== undefined && { lactating }),
      ...(hepatic_impairment && { hepaticClass: hepatic_impairment }),
    },
  };
}
