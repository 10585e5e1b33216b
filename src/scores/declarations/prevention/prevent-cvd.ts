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

const SOURCE = '2025 AHA/ACC high blood pressure guideline, 10.1161/HYP.0000000000000249';

const CATEGORIES: readonly Category[] = [
  {
    id: 'low',
    from: 0,
    interpretation: 'Below the risk at which blood pressure of 130/80 or more is treated at once.',
    action: {
      text:
        'Advise on lifestyle; at 130–139/80–89 mmHg start a drug if 3 to 6 months of that do not ' +
        'lower the pressure.',
      source: SOURCE,
    },
  },
  {
    id: 'increased',
    from: 7.5,
    interpretation: 'Increased risk: the threshold for treating stage 1 hypertension with drugs.',
    action: {
      text: 'Start an antihypertensive drug with lifestyle advice at 130/80 mmHg and above.',
      source: SOURCE,
    },
  },
];

/** 10- and 30-year risk of ASCVD or heart failure by the PREVENT equations. */
export const preventCvd = defineScore({
  id: 'prevent_cvd',
  name: 'AHA PREVENT, total cardiovascular disease',
  aliases: ['prevent', 'aha_prevent', 'prevent_total_cvd'],
  group: 'cardiovascular prevention',
  purpose: 'Estimates the risk of a first cardiovascular event, heart failure included.',
  population: PREVENT_POPULATION,
  unit: '%',
  decimals: 1,
  range: { min: 0, max: 100 },
  inputs: PREVENT_INPUTS_WITH_LIPIDS,
  categories: CATEGORIES,
  references: [
    PREVENT_REFERENCE,
    {
      title:
        'Jones DW et al. 2025 AHA/ACC guideline for the prevention, detection, evaluation and ' +
        'management of high blood pressure in adults',
      doi: '10.1161/HYP.0000000000000249',
      year: 2025,
    },
  ],
  refuses: (v) => refuseEstablished(v) ?? refuseHdl(v),
  compute: (v) =>
    preventResult(
      preventPatient(v, v),
      'cvd',
      'first coronary event, stroke or heart failure',
      CATEGORIES,
    ),
});
