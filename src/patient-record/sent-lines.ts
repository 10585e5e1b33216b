import type { AnalyzePatientData } from './chart/schema.js';
import type { AllergyFact, MedicineFact } from './facts.js';
import type { TextLine } from './text-line.js';

type SentEntry = NonNullable<AnalyzePatientData['medications']>[number];

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value : undefined;

const asSent = (field: string) => ({ assertion: 'present' as const, field });

/** Reads a medicine as it was sent: a line, or an object with a name and optional fields. */
function medicineIn(sent: SentEntry, field: string): MedicineFact {
  if (typeof sent === 'string') return { kind: 'medicine', name: sent, ...asSent(field) };
  const { dose, rxcui } = sent;
  const [unit, route, frequency, timing] = ['unit', 'route', 'frequency', 'timing'].map((name) =>
    textOf(sent[name]),
  );
  const sentDose = typeof dose === 'number' && dose > 0 ? dose : textOf(dose);
  const number = typeof rxcui === 'number' ? String(rxcui) : textOf(rxcui);
  return {
    kind: 'medicine',
    name: textOf(sent.name) ?? textOf(sent.substance) ?? '',
    ...(number !== undefined && { rxcui: number }),
    ...(sentDose !== undefined && { dose: sentDose }),
    ...(unit !== undefined && { unit }),
    ...(route !== undefined && { route }),
    ...(frequency !== undefined && { frequency }),
    ...(timing !== undefined && { timing }),
    ...asSent(field),
  };
}

/** Reads an allergy as it was sent: a line, or a substance with a reaction. */
function allergyIn(sent: SentEntry, field: string): AllergyFact {
  if (typeof sent === 'string') return { kind: 'allergy', substance: sent, ...asSent(field) };
  const reaction = textOf(sent.reaction);
  const severity = textOf(sent.severity);
  return {
    kind: 'allergy',
    substance: textOf(sent.substance) ?? textOf(sent.name) ?? '',
    ...(reaction !== undefined && { reaction }),
    ...(severity !== undefined && { severity }),
    ...asSent(field),
  };
}

/** Reads lines, medicines and allergies of data in the API's own format. */
export function sentLines(data: AnalyzePatientData, path: string) {
  const { symptoms = [], symptom_onset, medications = [], allergies = [] } = data;
  const history = data.demographics?.medical_history ?? [];
  const medicines = medications.map((sent, n) => medicineIn(sent, `${path}.medications.${n}`));
  const line = (text: string, field: string, kind: TextLine['kind']): TextLine => {
    return { text, field: `${path}.${field}`, kind };
  };
  const lines: TextLine[] = [
    ...symptoms.map((text, n) => line(text, `symptoms.${n}`, 'complaint')),
    ...(symptom_onset === undefined ? [] : [line(symptom_onset, 'symptom_onset', 'onset')]),
    ...history.map((text, n) => line(text, `demographics.medical_history.${n}`, 'history')),
    ...medicines.map(({ name }, n) => line(name, `medications.${n}`, 'medication')),
  ];
  return {
    lines,
    medicines,
    allergies: allergies.map((sent, n) => allergyIn(sent, `${path}.allergies.${n}`)),
  };
}
