import type { Colleagues, MedicineObjection, MedicineQuestion } from './analyze/colleagues.js';
import { AppError } from './core/errors.js';
import { check } from './core/schema.js';
import type { ComparableReading } from './imaging/comparison/readings.js';
import { type MedicationsResult, medicationsRequest } from './medications/schema.js';
import type { MedicationsService } from './medications/service.js';
import { riskRequest } from './risk/schema.js';
import type { RiskService } from './risk/service.js';
import type { ReadingRepository } from './storage/reading-repository.js';

const NUMBER = /^proposed\.(\d+)$/;

const proposedOf = (items: readonly string[]): number[] =>
  items.flatMap((item) => {
    const number = NUMBER.exec(item)?.[1];
    return number === undefined ? [] : [Number(number)];
  });

/** What is said of two medicines together. */
const MEETINGS = ['interaction', 'duplicate_therapy'];

function objectionsOf({ alerts }: MedicationsResult): MedicineObjection[] {
  return alerts.flatMap(({ kind, items, severity, title, management }) => {
    const all = proposedOf(items);
    const among = MEETINGS.includes(kind) && all.length > 1 && all.length === items.length;
    return all.map((proposed) => {
      const besides = among ? all.filter((other) => other !== proposed) : [];
      return { proposed, severity, title, management, besides };
    });
  });
}

/** A list that the medication room cannot read is no reason to say nothing of the patient. */
function askMedications(service: MedicationsService, question: MedicineQuestion) {
  const asked = check(medicationsRequest, {
    ...question,
    proposed: question.proposed.map((name) => ({ name })),
  });
  if (!asked.ok) {
    const all = question.proposed.map((_, n) => n);
    const unresolved = asked.issues.map(({ field, issue }) => `${field} ${issue}`);
    return { objections: [], unchecked: all, unresolved, models: [] };
  }
  const result = service.check(asked.value, 'knowledge');
  return {
    objections: objectionsOf(result),
    unchecked: proposedOf(result.unresolved.map(({ item }) => item)),
    unresolved: result.unresolved
      .filter(({ item }) => !NUMBER.test(item))
      .map(({ input }) => input),
    models: result.models ?? [],
  };
}

const CANNOT_BE_ASKED = ['model_unavailable', 'validation_error'];

/** What decides about urgency even while values are missing. */
const BOUNDED = new Set(['news2', 'qsofa']);

/** What earlier analyses of images said, out of the database. */
export const readingFinder =
  (readings: Pick<ReadingRepository, 'find'>): Colleagues['findReading'] =>
  (analysisId, mode) => {
    const record = readings.find(analysisId, mode);
    if (record === undefined) return undefined;
    const { imageType, findings } = JSON.parse(record.reading) as ComparableReading;
    return { imageType, verdicts: findings?.verdicts ?? {} };
  };

/** The risk and medication rooms as the analysis asks them. */
export function createColleagues(
  risk: RiskService,
  medications: MedicationsService,
  findReading: Colleagues['findReading'],
): Colleagues {
  return {
    async assessRisk(patientData, signal) {
      const asked = check(riskRequest, { patient_data: patientData });
      if (!asked.ok) return { scores: [], predictions: [] };
      return risk.assess(asked.value, signal, BOUNDED);
    },
    findReading,
    checkMedicines(question) {
      try {
        return askMedications(medications, question);
      } catch (error) {
        if (error instanceof AppError && CANNOT_BE_ASKED.includes(error.code)) return undefined;
        throw error;
      }
    },
  };
}
