import { type PatientAssessment, UNDETERMINED } from './assessment/assess-patient.js';
import type { AnalyzeResult } from './schema.js';

/** Returns warnings about the answer. */
export function warningsOf({ read, differential, contradictions }: PatientAssessment): string[] {
  const { age, sex } = read.person;
  const warnings: (readonly [boolean, string])[] = [
    [age === undefined, 'The age is not known: limits of adults were used, rules of age left out.'],
    [sex === undefined, 'The sex is not known: what depends on it was averaged.'],
    [read.present.size === 0, 'No finding that supports a disease was understood.'],
    [differential.other > UNDETERMINED, 'A disease outside of this knowledge is possible.'],
  ];
  return [
    ...warnings.filter(([holds]) => holds).map(([, text]) => text),
    ...contradictions.map((text) => `Contradiction: ${text}.`),
  ];
}

/** Returns text that was not understood, or that names nothing the differential uses. */
export const notAssessedText = ({
  read,
  urgency,
}: PatientAssessment): AnalyzeResult['not_assessed'] => [
  ...(urgency.level === undefined
    ? [{ what: 'urgency_level', reason: 'too little was understood to say how urgent it is' }]
    : []),
  ...read.unread.map(({ text, field, names }) => ({
    what: field,
    reason:
      names === undefined
        ? `not understood: ${text}`
        : `not weighed, read as ${names.join(', ')}: ${text}`,
  })),
];
