import { flag, ownFlag, quantity } from '../../input.js';
import { stepsFrom } from '../../score.js';

const age = stepsFrom(0, [65, 1]);
const respiratoryRate = stepsFrom(0, [30, 1]);
/** Lim 2003: systolic below 90 or diastolic of 60 and below; some cards print < 60, the paper ≤ 60. */
const lowSystolic = stepsFrom(1, [90, 0]);

/** What CURB-65 and CRB-65 both ask for (Lim 2003, doi:10.1136/thorax.58.5.377). */
export const CRB_INPUTS = {
  age: quantity('age', { min: 18, cuts: age.cuts }),
  altered_mental_status: flag('altered_mental_status', {
    title: 'New confusion',
    help: 'Abbreviated mental test of 8 or less, or new disorientation in person, place or time.',
  }),
  respiratory_rate: quantity('respiratory_rate', { cuts: respiratoryRate.cuts }),
  systolic_bp: quantity('systolic_bp', { cuts: lowSystolic.cuts }),
  diastolic_bp: quantity('diastolic_bp', { cuts: [60] }),
};

export const MULTILOBAR_INFILTRATES = ownFlag(
  'Infiltrates in more than one lobe on the chest film',
);

/** Urea has twice the mass of its nitrogen: in mg/dL the two must not be mixed up. */
export const UREA_HELP =
  'Urea, not urea nitrogen: send blood urea nitrogen as bun (above 19 mg/dL is above 7 mmol/L).';

interface CrbValues {
  readonly age: number;
  readonly altered_mental_status: boolean;
  readonly respiratory_rate: number;
  readonly systolic_bp: number;
  readonly diastolic_bp: number;
}

/** One point each for confusion, breathing rate ≥ 30/min, low pressure and age ≥ 65 years. */
export function crbPoints(v: CrbValues) {
  const low = lowSystolic(v.systolic_bp) === 1;
  return {
    altered_mental_status: v.altered_mental_status ? 1 : 0,
    respiratory_rate: respiratoryRate(v.respiratory_rate),
    systolic_bp: low ? 1 : 0,
    // One point for the pressure, whichever of the two is low.
    diastolic_bp: !low && v.diastolic_bp <= 60 ? 1 : 0,
    age: age(v.age),
  };
}

export const LIM_2003 = {
  title:
    'Lim WS et al. Defining community acquired pneumonia severity on presentation to hospital: ' +
    'an international derivation and validation study',
  doi: '10.1136/thorax.58.5.377',
  year: 2003,
} as const;

export const NICE_CG191 = {
  title: 'National Institute for Health and Care Excellence. Pneumonia in adults: CG191',
  url: 'https://www.nice.org.uk/guidance/cg191',
  year: 2014,
} as const;
