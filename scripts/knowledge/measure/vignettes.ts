import type { DiseaseFacts } from '../../../src/differential/knowledge/schema.js';
import type { TextLine } from '../../../src/patient-record/text-line.js';
import { readJsonLines } from './json-lines.js';

/** A case with its diagnosis. */
export interface Vignette {
  readonly id: string;
  readonly age?: number;
  readonly gender?: 'M' | 'F';
  readonly symptoms: readonly string[];
  readonly medical_history?: readonly string[];
  readonly vitals?: Readonly<Record<string, string | number>>;
  readonly lab_results?: Readonly<Record<string, number | { value: number; unit: string }>>;
  /** The first is the answer; the others are right too. */
  readonly diagnosis: readonly string[];
  /** How soon it must be seen, where somebody judged it. */
  readonly care?: 'self' | 'soon' | 'today' | 'now';
}

const NOTHING = /^(?:-|none\.?|no|nil|n\/a)?$/i;
const said = (text: string | undefined): string[] =>
  text === undefined || NOTHING.test(text.trim()) ? [] : [text.trim()];

/** A row of the public primary-care vignettes as a case. */
function ofPublicRow(row: Record<string, string>, n: number): Vignette {
  const { demographics = '', correct_diagnosis = '' } = row;
  const [, age, unit] = /(\d+)[\s-]*(year|month|week|day)/i.exec(demographics) ?? [];
  const years = unit?.toLowerCase() === 'year' ? Number(age) : 0;
  return {
    id: `public-${n + 1}`,
    ...(age !== undefined && { age: years }),
    ...(/female/i.test(demographics)
      ? { gender: 'F' as const }
      : /male/i.test(demographics) && { gender: 'M' as const }),
    symptoms: [
      ...(unit !== undefined && years === 0 ? [`A ${age} ${unit} old child.`] : []),
      ...said(row.chief_complaints),
      ...said(row.presentation),
      ...said(row.absent_findings),
    ],
    medical_history: [
      ...said(row.physical_history),
      ...said(row.family_history).map((text) => `Family history: ${text}`),
      ...said(row.social_history),
    ],
    diagnosis: [correct_diagnosis],
  };
}

/** Cases of a JSON Lines file, ours or the public ones. */
export function readVignettes(file: string): Vignette[] {
  return readJsonLines<Vignette & Record<string, string>>(file).map((row, n) =>
    row.correct_diagnosis === undefined ? row : ofPublicRow(row, n),
  );
}

export function linesOf({ symptoms, medical_history }: Vignette): TextLine[] {
  return [
    ...symptoms.map((text, n) => ({
      text,
      field: `patient_data.symptoms.${n}`,
      kind: 'complaint' as const,
    })),
    ...(medical_history ?? []).map((text, n) => ({
      text,
      field: `patient_data.demographics.medical_history.${n}`,
      kind: 'history' as const,
    })),
  ];
}

/** A name without case, spelling variants and the order of its words. */
export const foldName = (name: string): string =>
  name
    .toLowerCase()
    .normalize('NFKD')
    .replace(/ae|oe/g, 'e')
    .replace(/ou/g, 'o')
    .replace(/is(?=e|ation)/g, 'iz')
    .replace(/['’]s?\b/g, '')
    .replace(/\([^)]*\)/g, '')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
    .split(' ')
    .map((word) => (word.length > 3 ? word.replace(/s$/, '') : word))
    .sort()
    .join(' ');

/** Diseases by every name that they go by. */
export function nameIndex(diseases: readonly DiseaseFacts[]): ReadonlyMap<string, Set<string>> {
  const index = new Map<string, Set<string>>();
  for (const { id, name, also = [] } of diseases) {
    for (const one of [name, ...also]) {
      const key = foldName(one);
      const ids = index.get(key) ?? new Set();
      ids.add(id);
      index.set(key, ids);
    }
  }
  return index;
}

/** The diseases that an answer line means; none where the knowledge has no such name. */
export function meant(
  { diagnosis }: Vignette,
  index: ReadonlyMap<string, Set<string>>,
): ReadonlySet<string> {
  return new Set(diagnosis.flatMap((name) => [...(index.get(foldName(name)) ?? [])]));
}
