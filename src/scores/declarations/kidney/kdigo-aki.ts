import { choice, ownFlag, ownQuantity, quantity } from '../../input.js';
import { rounded } from '../../round.js';
import { defineScore } from '../../score.js';

const KDIGO = {
  title: 'KDIGO Clinical Practice Guideline for Acute Kidney Injury',
  doi: '10.1038/kisup.2012.1',
  year: 2012,
} as const;

const action = (text: string) => ({ text, source: 'KDIGO AKI 2012, figure 4' });

/** Stage by urine output, from the longest and deepest oliguria. */
const URINE_STAGE = { none: 0, below_05_6h: 1, below_05_12h: 2, below_03_24h: 3, anuria_12h: 3 };

interface Creatinine {
  readonly creatinine: number;
  readonly baseline: number;
  readonly risenIn48h: boolean;
}

/** Times the baseline, free of what the division leaves: 1.2 / 0.8 is 1.4999… in binary. */
const ratioOf = (creatinine: number, baseline: number) =>
  Number((creatinine / baseline).toPrecision(9));

/**
 * KDIGO stage 0..3 by creatinine in mg/dL. A creatinine of 4.0 counts for stage 3 only where the
 * definition of AKI is met (a rise of 0.3 in 48 hours or to 1.5 times the baseline in 7 days).
 */
export function akiStageByCreatinine({ creatinine, baseline, risenIn48h }: Creatinine): number {
  const ratio = ratioOf(creatinine, baseline);
  if (ratio >= 3) return 3;
  // 353.6 µmol/L, the limit in these units, are 3.9999 mg/dL by the molar mass.
  if (rounded(creatinine, 2) >= 4 && (ratio >= 1.5 || risenIn48h)) return 3;
  if (ratio >= 2) return 2;
  return ratio >= 1.5 || risenIn48h ? 1 : 0;
}

export const kdigoAki = defineScore({
  id: 'kdigo_aki',
  name: 'KDIGO stage of acute kidney injury',
  aliases: ['aki_stage', 'kdigo_aki_stage', 'acute_kidney_injury_stage'],
  group: 'kidney',
  purpose: 'Detects acute kidney injury and says how severe it is.',
  population: 'Adults and children; not on chronic dialysis',
  unit: '{stage}',
  decimals: 0,
  range: { min: 0, max: 3 },
  inputs: {
    creatinine: quantity('creatinine', {
      cuts: [4],
      monotone: 'rising',
      help: 'The highest of this episode.',
    }),
    baseline_creatinine: ownQuantity('Baseline creatinine', 'mg/dL', [0.1, 40], 0.01, {
      like: 'creatinine',
      monotone: 'falling',
      help: 'Known or presumed value of the last 7 days.',
    }),
    creatinine_rise_within_48h: {
      ...ownFlag('Creatinine rose by 0.3 mg/dL (26.5 µmol/L) or more within 48 hours', {
        help: 'Needed where creatinine is below 1.5 times the baseline.',
      }),
      optional: true,
    },
    kidney_replacement_started: {
      ...ownFlag('Kidney replacement therapy started for acute kidney injury'),
      optional: true,
    },
    urine_output_criterion: choice(
      'Lowest urine output',
      {
        none: 'not below 0.5 mL/kg/h for 6 hours',
        below_05_6h: 'below 0.5 mL/kg/h for 6 to 12 hours',
        below_05_12h: 'below 0.5 mL/kg/h for 12 hours or more',
        below_03_24h: 'below 0.3 mL/kg/h for 24 hours or more',
        anuria_12h: 'no urine for 12 hours or more',
      },
      { optional: true },
    ),
    age: quantity('age', { cuts: [18], optional: true }),
    egfr: quantity('egfr', { cuts: [35], optional: true }),
  },
  categories: [
    { id: 'none', from: 0, interpretation: 'The criteria of acute kidney injury are not met.' },
    {
      id: 'stage 1',
      from: 1,
      interpretation: 'Acute kidney injury, stage 1.',
      action: action(
        'Look for the cause; stop nephrotoxic drugs where possible; ensure volume and perfusion ' +
          'pressure; monitor creatinine and urine output; avoid hyperglycaemia and contrast media.',
      ),
    },
    {
      id: 'stage 2',
      from: 2,
      interpretation: 'Acute kidney injury, stage 2.',
      action: action(
        'As in stage 1; check the dose of every drug; consider kidney replacement and ICU admission.',
      ),
    },
    {
      id: 'stage 3',
      from: 3,
      interpretation: 'Acute kidney injury, stage 3.',
      action: action(
        'As in stage 2; consider kidney replacement and ICU; avoid subclavian catheters if possible.',
      ),
    },
  ],
  references: [KDIGO],
  // From 1.5 times the baseline on, or at stage 3 anyway, the 48 hours change nothing.
  alsoNeeds({ creatinine, baseline_creatinine, urine_output_criterion: urine, ...v }) {
    const byUrine = urine === undefined ? 0 : URINE_STAGE[urine];
    const ratio =
      creatinine === undefined || baseline_creatinine === undefined
        ? 0
        : ratioOf(creatinine, baseline_creatinine);
    return ratio >= 1.5 || byUrine === 3 || v.kidney_replacement_started === true
      ? []
      : ['creatinine_rise_within_48h'];
  },
  compute(v) {
    const byCreatinine = akiStageByCreatinine({
      creatinine: v.creatinine,
      baseline: v.baseline_creatinine,
      risenIn48h: v.creatinine_rise_within_48h ?? false,
    });
    const byUrine = v.urine_output_criterion ? URINE_STAGE[v.urine_output_criterion] : 0;
    const isChild = v.age !== undefined && v.age < 18;
    const isInjury = byCreatinine > 0 || byUrine > 0;
    const byEgfr = isChild && isInjury && v.egfr !== undefined && v.egfr < 35 ? 3 : 0;
    const byReplacement = v.kidney_replacement_started ? 3 : 0;
    return {
      value: Math.max(byCreatinine, byUrine, byEgfr, byReplacement),
      derived: [
        { name: 'stage_by_creatinine', value: byCreatinine },
        { name: 'stage_by_urine_output', value: byUrine },
      ],
      warnings: [
        ...(v.urine_output_criterion === undefined
          ? ['Urine output was not given: the stage may be higher.']
          : []),
        ...(v.kidney_replacement_started === undefined
          ? ['Kidney replacement therapy was taken as not started, as nothing was said of it.']
          : []),
      ],
    };
  },
});
