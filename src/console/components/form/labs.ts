import type { Issues } from './issues.js';
import { issueAt } from './issues.js';
import { readNumber } from './lines.js';

/** Laboratory values that are often at hand, with the units in which hospitals report them. */
export const LABS: ReadonlyArray<{
  readonly name: string;
  readonly title: string;
  readonly units: readonly string[];
}> = [
  { name: 'hemoglobin', title: 'Haemoglobin', units: ['g/dL', 'g/L'] },
  { name: 'wbc', title: 'White cells', units: ['10*3/uL', '10*9/L'] },
  { name: 'platelets', title: 'Platelets', units: ['10*3/uL', '10*9/L'] },
  { name: 'crp', title: 'C-reactive protein', units: ['mg/L', 'mg/dL'] },
  { name: 'creatinine', title: 'Creatinine', units: ['mg/dL', 'umol/L'] },
  { name: 'bun', title: 'Urea nitrogen', units: ['mg/dL', 'mmol/L'] },
  { name: 'sodium', title: 'Sodium', units: ['mmol/L'] },
  { name: 'potassium', title: 'Potassium', units: ['mmol/L'] },
  { name: 'calcium', title: 'Calcium', units: ['mg/dL', 'mmol/L'] },
  { name: 'glucose', title: 'Glucose', units: ['mg/dL', 'mmol/L'] },
  { name: 'hba1c', title: 'HbA1c', units: ['%', 'mmol/mol'] },
  { name: 'lactate', title: 'Lactate', units: ['mmol/L', 'mg/dL'] },
  { name: 'bilirubin', title: 'Bilirubin', units: ['mg/dL', 'umol/L'] },
  { name: 'alt', title: 'ALT', units: ['U/L'] },
  { name: 'ast', title: 'AST', units: ['U/L'] },
  { name: 'albumin', title: 'Albumin', units: ['g/dL', 'g/L'] },
  { name: 'inr', title: 'INR', units: ['1'] },
  { name: 'd_dimer', title: 'D-dimer', units: ['ng/mL{FEU}', 'mg/L{FEU}'] },
  { name: 'troponin_i', title: 'Troponin I', units: ['ng/L', 'ng/mL'] },
  { name: 'troponin_t', title: 'Troponin T', units: ['ng/L', 'ng/mL'] },
  { name: 'lipase', title: 'Lipase', units: ['U/L'] },
  { name: 'arterial_ph', title: 'pH, arterial', units: ['[pH]'] },
  { name: 'tsh', title: 'TSH', units: ['m[iU]/L'] },
];

/** A row of the form of laboratory values. */
export interface LabRow {
  readonly name: string;
  readonly value: string;
  /** UCUM; '' is the usual unit of the appliance. */
  readonly unit: string;
}

export const NO_LAB: LabRow = { name: '', value: '', unit: '' };

const knownLab = (name: string) => {
  const plain = name.trim().toLowerCase();
  return LABS.find((lab) => lab.name === plain || lab.title.toLowerCase() === plain);
};

/** The units of a row: those of its value, or any that is written. */
export const unitsOfLab = (name: string): readonly string[] => knownLab(name)?.units ?? [];

/** The name by which the API knows a value. */
export const nameOfLab = (name: string): string =>
  knownLab(name)?.name ?? name.trim().toLowerCase().replace(/\s+/g, '_');

export interface ReadLabs {
  readonly values: Readonly<Record<string, number | { value: number; unit: string }>>;
  /** By the number of the row. */
  readonly faults: ReadonlyMap<number, 'not_a_number' | 'twice'>;
}

/** The rows that have a name and a value, as they are sent. */
export function readLabs(rows: readonly LabRow[]): ReadLabs {
  const values: Record<string, number | { value: number; unit: string }> = {};
  const faults = new Map<number, 'not_a_number' | 'twice'>();
  for (const [n, row] of rows.entries()) {
    const name = nameOfLab(row.name);
    const value = readNumber(row.value);
    if (name === '' || value === undefined) continue;
    if (Number.isNaN(value)) faults.set(n, 'not_a_number');
    else if (Object.hasOwn(values, name)) faults.set(n, 'twice');
    else {
      const unit = row.unit === '' ? (unitsOfLab(row.name)[0] ?? '') : row.unit.trim();
      values[name] = unit === '' ? value : { value, unit };
    }
  }
  return { values, faults };
}

/** The refusal of the value in a row. */
export const issueOfLab = (issues: Issues, row: LabRow, path: string): string | undefined =>
  row.name === '' ? undefined : issueAt(issues, `${path}.${nameOfLab(row.name)}`);
