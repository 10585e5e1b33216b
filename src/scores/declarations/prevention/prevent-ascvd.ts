import { refuseHdl } from '../../cholesterol.js';
import { type Category, defineScore } from '../../score.js';
import { refuseEstablished } from './established-disease.js';
import {
  PREVENT_INPUTS_WITH_LIPIDS,
  PREVENT_POPULATION,
  PREVENT_REFERENCE,
  preventPatient,
  preventResult,
} from './prevent.js';

const action = (text: string) => ({
  text,
  source: '2026 ACC/AHA dyslipidaemia guideline, 10.1161/CIR.0000000000001423',
});

const CATEGORIES: readonly Category[] = [
  {
    id: 'low',
    from: 0,
    interpretation: 'Low 10-year risk (below 3 %).',
    action: action('Advise on lifestyle; look at the 30-year risk and at a strong family history.'),
  },
  {
    id: 'borderline',
    from: 3,
    interpretation: 'Borderline 10-year risk (3 to below 5 %).',
    action: action('Weigh risk enhancers with the patient; a coronary calcium score may decide.'),
  },
  {
    id: 'intermediate',
    from: 5,
    interpretation: 'Intermediate 10-year risk (5 to below 10 %).',
    action: action('Offer at least a moderate-intensity statin; coronary calcium if undecided.'),
  },
  {
    id: 'high',
    from: 10,
    interpretation: 'High 10-year risk (10 % or more).',
    action: action('Offer a high-intensity statin and lower LDL cholesterol by half or more.'),
  },
];

/** 10- and 30-year risk of atherosclerotic disease by the PREVENT equations. */
export const preventAscvd = defineScore({
  id: 'prevent_ascvd',
  name: 'AHA PREVENT, atherosclerotic cardiovascular disease',
  aliases: ['aha_prevent_ascvd'],
  group: 'cardiovascular prevention',
  purpose: 'Estimates the risk of a first coronary event or stroke.',
  population: PREVENT_POPULATION,
  unit: '%',
  decimals: 1,
  range: { min: 0, max: 100 },
  inputs: PREVENT_INPUTS_WITH_LIPIDS,
  categories: CATEGORIES,
  references: [
    PREVENT_REFERENCE,
    {
      title: 'Blumenthal RS et al. 2026 ACC/AHA guideline on the management of dyslipidaemia',
      doi: '10.1161/CIR.0000000000001423',
      year: 2026,
    },
  ],
  refuses: (v) => refuseEstablished(v) ?? refuseHdl(v),
  compute: (v) =>
    preventResult(preventPatient(v, v), 'ascvd', 'first coronary event or stroke', CATEGORIES),
});
