import type { ReadPatient } from '../evidence/read-evidence.js';
import type { FindingTree } from '../knowledge/finding-tree.js';

interface Impossible {
  readonly findings: readonly string[];
  readonly sex?: 'F' | 'M';
  readonly fromAge?: number;
  readonly toAge?: number;
  readonly says: string;
}

/** What cannot be of a patient of that sex or age: a slip of the file, or of who is meant. */
const IMPOSSIBLE: readonly Impossible[] = [
  {
    findings: [
      'pregnant',
      'postpartum',
      'breastfeeding',
      'missed_period',
      'positive_pregnancy_test',
    ],
    sex: 'M',
    says: 'a pregnancy or a period contradicts the sex M',
  },
  {
    findings: ['vaginal_bleeding', 'vaginal_discharge', 'heavy_periods', 'menopause'],
    sex: 'M',
    says: 'a finding of women contradicts the sex M',
  },
  {
    findings: ['testicular_pain', 'testicular_lump', 'testicular_swelling', 'erectile_dysfunction'],
    sex: 'F',
    says: 'a finding of men contradicts the sex F',
  },
  { findings: ['pregnant'], toAge: 9, says: 'a pregnancy contradicts the age' },
  { findings: ['pregnant'], fromAge: 60, says: 'a pregnancy contradicts the age' },
  {
    findings: ['menopause', 'memory_loss', 'hx_osteoporosis', 'hx_dementia', 'claudication'],
    toAge: 14,
    says: 'a disease of old age contradicts the age',
  },
];

/** Contradictions between what was understood and who the patient is. */
export function contradictionsOf(
  tree: FindingTree,
  { present, person, chart }: ReadPatient,
): readonly string[] {
  const { age, sex } = person;
  const told = IMPOSSIBLE.filter((one) => {
    if (one.sex !== undefined && one.sex !== sex) return false;
    const limited = one.fromAge !== undefined || one.toAge !== undefined;
    if (limited && age === undefined) return false;
    if (age !== undefined && (age < (one.fromAge ?? 0) || age > (one.toAge ?? 200))) return false;
    return one.findings.some((id) => present.has(tree.numberOf(id) ?? -1));
  }).map(({ says }) => says);
  const dementia = chart.get('dementia')?.at(-1)?.value === true;
  if (dementia && age !== undefined && age < 18) told.push('dementia contradicts the age');
  return [...new Set(told)];
}
