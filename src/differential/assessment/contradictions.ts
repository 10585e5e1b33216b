import { type Chart, latest } from '../../patient-record/chart/fact.js';
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

/** Values beyond which a vital sign is an error of measuring or typing rather than a disease. */
const PLAUSIBLE: readonly (readonly [variable: string, name: string, low: number, high: number])[] =
  [
    ['heart_rate', 'heart rate', 15, 320],
    ['respiratory_rate', 'respiratory rate', 2, 90],
    ['systolic_bp', 'systolic blood pressure', 30, 290],
    ['temperature', 'temperature', 25, 43],
    ['oxygen_saturation', 'oxygen saturation', 35, 100],
  ];

function implausibleValues(chart: Chart): string[] {
  return PLAUSIBLE.flatMap(([variable, name, low, high]) => {
    const value = latest(chart, variable)?.value;
    const isStrange = typeof value === 'number' && (value < low || value > high);
    return isStrange
      ? [`a ${name} of ${value} is hardly possible and is to be measured again`]
      : [];
  });
}

const MAX_YEARS_APART = 2;

/** What the words say of age and sex against what was sent. */
function personContradictions({ person, statedPerson }: ReadPatient): string[] {
  const contradictions: string[] = [];
  const { age, sex } = statedPerson;
  if (age !== undefined && person.age !== undefined) {
    const apart = Math.abs(age - person.age);
    if (apart > MAX_YEARS_APART) {
      contradictions.push(
        `the age of ${person.age} contradicts the words, which state ${Math.floor(age)}`,
      );
    }
  }
  if (sex !== undefined && person.sex !== undefined && sex !== person.sex) {
    contradictions.push(`the sex ${person.sex} contradicts the words, which state ${sex}`);
  }
  return contradictions;
}

const NO_FEVER_BELOW = 37.5;

/**
 * Returns what the words and a value of now say differently without either being wrong: a fever of
 * yesterday. It is reported, and does not make the answer less sure.
 */
export function discrepanciesOf(
  { ancestors, numberOf }: FindingTree,
  { understood, chart }: Pick<ReadPatient, 'understood' | 'chart'>,
): readonly string[] {
  const now = latest(chart, 'temperature')?.value;
  if (typeof now !== 'number' || now >= NO_FEVER_BELOW) return [];
  const fever = numberOf('fever') ?? -1;
  const isFever = (id: string): boolean => {
    const n = numberOf(id) ?? -1;
    return n >= 0 && (n === fever || (ancestors[n] ?? []).includes(fever));
  };
  const named = understood.some(
    ({ finding, counts }) => counts === 'present' && isFever(finding.id),
  );
  return named ? [`a fever in the words contradicts the temperature of ${now} °C`] : [];
}

/**
 * Returns contradictions between the findings and the sex or age of the patient, between the words
 * and what was sent, and values that no patient has.
 */
export function contradictionsOf(tree: FindingTree, read: ReadPatient): readonly string[] {
  const { present, person, chart } = read;
  const { age } = person;
  const contradictions = IMPOSSIBLE.filter((one) => {
    if (!isWithin(one, person, false)) return false;
    return one.findings.some(among(tree, present));
  }).map(({ says }) => says);
  const dementia = chart.get('dementia')?.at(-1)?.value === true;
  if (dementia && age !== undefined && age < 18)
    contradictions.push('dementia contradicts the age');
  contradictions.push(...personContradictions(read), ...implausibleValues(chart));
  return [...new Set(contradictions)];
}
