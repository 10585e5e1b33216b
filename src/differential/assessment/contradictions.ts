import type { ReadPatient } from '../evidence/read-evidence.js';
import { among, type FindingTree } from '../knowledge/finding-tree.js';
import { isWithin, type Limits } from '../probability/limits.js';

interface Impossible extends Limits {
  readonly findings: readonly string[];
  readonly says: string;
}

/**
 * Findings that are impossible for a sex or age: an error of the record, or a mix-up of patients.
 */
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
  { findings: ['pregnant'], to_age: 9, says: 'a pregnancy contradicts the age' },
  { findings: ['pregnant'], from_age: 60, says: 'a pregnancy contradicts the age' },
  {
    findings: ['menopause', 'memory_loss', 'hx_osteoporosis', 'hx_dementia', 'claudication'],
    to_age: 14,
    says: 'a disease of old age contradicts the age',
  },
];

/** Returns contradictions between the findings and the sex or age of the patient. */
export function contradictionsOf(
  tree: FindingTree,
  { present, person, chart }: ReadPatient,
): readonly string[] {
  const { age } = person;
  const contradictions = IMPOSSIBLE.filter((one) => {
    if (!isWithin(one, person, false)) return false;
    return one.findings.some(among(tree, present));
  }).map(({ says }) => says);
  const dementia = chart.get('dementia')?.at(-1)?.value === true;
  if (dementia && age !== undefined && age < 18)
    contradictions.push('dementia contradicts the age');
  return [...new Set(contradictions)];
}
