import { type PatientAssessment, UNDETERMINED } from './judge/judge-patient.js';
import type { AnalyzeResult } from './schema.js';

/** What a reader should know of the answer before it is trusted. */
export function remarks({ read, differential, contradictions }: PatientAssessment): string[] {
  const { age, sex } = read.person;
  const told: (readonly [boolean, string])[] = [
    [age === undefined, 'The age is not known: limits of adults were used, rules of age left out.'],
    [sex === undefined, 'The sex is not known: what depends on it was averaged.'],
    [read.present.size === 0, 'Nothing that speaks for a disease was understood.'],
    [differential.other > UNDETERMINED, 'A disease outside of this knowledge is possible.'],
  ];
  return [
    ...told.filter(([holds]) => holds).map(([, text]) => text),
    ...contradictions.map((text) => `Contradiction: ${text}.`),
  ];
}

/** What of the words was not understood, or names nothing that is weighed here. */
export const notRead = ({ read }: PatientAssessment): AnalyzeResult['not_assessed'] =>
  read.unread.map(({ text, field, names }) => ({
    what: field,
    reason:
      names === undefined
        ? `not understood: ${text}`
        : `not weighed, read as ${names.join(', ')}: ${text}`,
  }));
