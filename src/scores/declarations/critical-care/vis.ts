import { ownQuantity } from '../../input.js';
import { defineScore, sumOf } from '../../score.js';
import {
  DOBUTAMINE_DOSE,
  DOPAMINE_DOSE,
  EPINEPHRINE_DOSE,
  MILRINONE_DOSE,
  NOREPINEPHRINE_DOSE,
} from './vasoactive-doses.js';

const GAIES = 'Gaies 2010, table 1, first 24 hours';

/** The formula is a plain sum, so there are no steps. */
const NO_STEPS = { cuts: [] } as const;

/**
 * Dopamine + dobutamine + 100 · adrenaline + 10 · milrinone + 10 000 · vasopressin (U/kg/min) +
 * 100 · noradrenaline, the rest in µg/kg/min. Gaies 2010, doi:10.1097/PCC.0b013e3181b806fc.
 */
export const vis = defineScore({
  id: 'vis',
  name: 'Vasoactive-inotropic score',
  aliases: ['vasoactive_inotropic_score', 'vasoactive_inotrope_score'],
  group: 'critical care',
  purpose: 'Sums the support of the circulation by drugs.',
  population: 'Infants after heart surgery (derivation); also used in adults with shock',
  unit: '{score}',
  decimals: 1,
  range: { min: 0, max: 2450 },
  inputs: {
    norepinephrine_dose: { ...NOREPINEPHRINE_DOSE, ...NO_STEPS },
    epinephrine_dose: { ...EPINEPHRINE_DOSE, ...NO_STEPS },
    dopamine_dose: { ...DOPAMINE_DOSE, ...NO_STEPS },
    dobutamine_dose: { ...DOBUTAMINE_DOSE, ...NO_STEPS },
    milrinone_dose: MILRINONE_DOSE,
    vasopressin_dose: ownQuantity('Vasopressin, infusion rate', '[iU]/kg/min', [0, 0.02], 0.0001, {
      monotone: 'rising',
      optional: true,
      help: 'Units per kg and minute: 0.03 U/min in a patient of 75 kg are 0.0004.',
    }),
  },
  categories: [
    { id: 'group 1', from: 0, interpretation: `Below 10: least support (${GAIES}).` },
    { id: 'group 2', from: 10, interpretation: `From 10 to below 15 (${GAIES}).` },
    { id: 'group 3', from: 15, interpretation: `From 15 to below 20 (${GAIES}).` },
    { id: 'group 4', from: 20, interpretation: `From 20 to below 25: high support (${GAIES}).` },
    { id: 'group 5', from: 25, interpretation: `25 or more: highest support (${GAIES}).` },
  ],
  references: [
    {
      title:
        'Gaies MG et al. Vasoactive-inotropic score as a predictor of morbidity and mortality in ' +
        'infants after cardiopulmonary bypass',
      doi: '10.1097/PCC.0b013e3181b806fc',
      year: 2010,
    },
    {
      title:
        'Koponen T et al. Vasoactive-inotropic score and the prediction of morbidity and mortality ' +
        'after cardiac surgery',
      doi: '10.1016/j.bja.2018.12.019',
      year: 2019,
    },
  ],
  alsoNeeds: (v) =>
    Object.values(v).some((dose) => dose !== undefined) ? [] : ['norepinephrine_dose'],
  compute(v) {
    const { value, points } = sumOf({
      norepinephrine_dose: 100 * (v.norepinephrine_dose ?? 0),
      epinephrine_dose: 100 * (v.epinephrine_dose ?? 0),
      dopamine_dose: v.dopamine_dose ?? 0,
      dobutamine_dose: v.dobutamine_dose ?? 0,
      milrinone_dose: 10 * (v.milrinone_dose ?? 0),
      vasopressin_dose: 10_000 * (v.vasopressin_dose ?? 0),
    });
    return {
      value: Number(value.toPrecision(10)),
      points,
      warnings: ['A drug whose rate was not given was taken as not running'],
    };
  },
});
