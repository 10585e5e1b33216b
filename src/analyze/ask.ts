import { latest } from '../chart/fact.js';
import type { Colleagues, MedicineAnswer } from './colleagues.js';
import type { ReadPatient } from './evidence/read-evidence.js';
import type { Gathered } from './gather.js';
import { among, type FindingTree } from './knowledge/finding-tree.js';
import { medicinesIn } from './recommend/named-medicines.js';
import type { Advice } from './recommend/recommend.js';
import type { AnalyzeRequest } from './schema.js';

/** The data as it was sent, with what the text told beside it, for the scores. */
export function dataForScores({ patient_data }: AnalyzeRequest, read: ReadPatient): unknown {
  if (patient_data.resourceType === 'Bundle') return patient_data;
  const { age, sex } = read.person;
  const demographics = patient_data.demographics ?? {};
  const told = [...read.chart].flatMap(([name, facts]) => {
    const fact = facts.at(-1);
    const fromText = fact?.from.startsWith('patient_data.symptoms') === true;
    return fromText ? [[name, fact.value] as const] : [];
  });
  return {
    ...patient_data,
    demographics: {
      ...(age !== undefined && { age: Math.floor(age) }),
      ...(sex !== undefined && { gender: sex }),
      ...demographics,
    },
    vitals: { ...Object.fromEntries(told), ...patient_data.vitals },
  };
}

/** Variables of the chart that the medication room asks for, and its names for them. */
const PATIENT_FIELDS = { weight: 'weight_kg', height: 'height_cm', egfr: 'egfr' } as const;
const MOST_CONDITIONS = 100;
const LONGEST_NAME = 500;

/** What the medication room is asked: may what is advised be given to this patient? */
export function askMedicines(
  colleagues: Colleagues,
  advice: readonly Advice[],
  gathered: Gathered,
  { person, chart, present }: ReadPatient,
  tree: FindingTree,
): MedicineAnswer | undefined {
  const proposed = medicinesIn(advice).map(({ name }) => name.slice(0, LONGEST_NAME));
  if (proposed.length === 0) return { objections: [], unchecked: [], unresolved: [], models: [] };
  const values = Object.entries(PATIENT_FIELDS).flatMap(([name, field]) => {
    const value = latest(chart, name)?.value;
    return typeof value === 'number' ? [[field, value] as const] : [];
  });
  return colleagues.checkMedicines({
    proposed,
    medications: gathered.medications,
    allergies: gathered.allergies,
    conditions: gathered.history
      .slice(0, MOST_CONDITIONS)
      .map((line) => line.slice(0, LONGEST_NAME)),
    patient: {
      ...(person.age !== undefined && { age: person.age }),
      ...(person.sex && { gender: person.sex }),
      ...(among(tree, present)('pregnant') && { pregnant: true }),
      ...Object.fromEntries(values),
    },
  });
}
