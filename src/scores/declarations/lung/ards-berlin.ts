import { ownFlag, ownQuantity, quantity } from '../../input.js';
import { rounded } from '../../round.js';
import { defineScore } from '../../score.js';
import { BERLIN, berlinBand, GLOBAL_2023 } from './oxygenation.js';

const GRADES = { none: 0, mild: 1, moderate: 2, severe: 3 } as const;
const action = (text: string) => ({ text, source: 'ESICM guideline on ARDS 2023' });
const PROTECT = 'Ventilate with 4–8 mL/kg of predicted body weight and a low plateau pressure';

/** Hospital mortality by severity in the cohorts of the Berlin Definition. */
const MORTALITY = [undefined, 0.27, 0.32, 0.45] as const;

/** Diagnosis and severity of ARDS (Berlin 2012): 0 none, 1 mild, 2 moderate, 3 severe. */
export const ardsBerlin = defineScore({
  id: 'ards_berlin',
  name: 'Berlin definition of ARDS',
  aliases: ['berlin_criteria', 'ards', 'berlin_ards', 'berlin_definition'],
  group: 'lung',
  purpose: 'Says whether there is acute respiratory distress syndrome and how severe it is.',
  population: 'Adults with acute hypoxaemic failure under PEEP or CPAP of 5 cmH2O or more',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 3 },
  inputs: {
    pf_ratio: quantity('pf_ratio', { cuts: [100, 200, 300] }),
    peep: ownQuantity('PEEP or CPAP', 'cm[H2O]', [0, 60], 1, { cuts: [5] }),
    onset_within_one_week: ownFlag(
      'Within one week of a known insult or of new or worse respiratory symptoms',
    ),
    bilateral_opacities: ownFlag(
      'Bilateral opacities not fully explained by effusions, collapse or nodules',
      { help: 'On chest film or CT.' },
    ),
    not_explained_by_heart_or_fluid: ownFlag(
      'Failure not fully explained by heart failure or fluid overload',
      { help: 'By echocardiography or the like where there is no risk factor for ARDS.' },
    ),
  },
  categories: [
    { id: 'none', from: 0, interpretation: 'The Berlin definition of ARDS is not met.' },
    {
      id: 'mild',
      from: 1,
      interpretation: 'Mild ARDS: PaO2/FiO2 above 200 and up to 300 mmHg.',
      action: action(`${PROTECT}; treat the cause.`),
    },
    {
      id: 'moderate',
      from: 2,
      interpretation: 'Moderate ARDS: PaO2/FiO2 above 100 and up to 200 mmHg.',
      action: action(`${PROTECT}; turn prone for 16 h or more when it stays below 150 mmHg.`),
    },
    {
      id: 'severe',
      from: 3,
      interpretation: 'Severe ARDS: PaO2/FiO2 of 100 mmHg or less.',
      action: action(`${PROTECT}; turn prone; discuss ECMO with a specialised centre.`),
    },
  ],
  references: [
    BERLIN,
    GLOBAL_2023,
    {
      title: 'Grasselli G et al. ESICM guidelines on acute respiratory distress syndrome',
      doi: '10.1007/s00134-023-07050-7',
      year: 2023,
    },
  ],
  compute(v) {
    const ratio = rounded(v.pf_ratio, 1);
    const criteria =
      v.onset_within_one_week && v.bilateral_opacities && v.not_explained_by_heart_or_fluid;
    const value = criteria && v.peep >= 5 ? GRADES[berlinBand(ratio)] : 0;
    const probability = MORTALITY[value];
    return {
      value,
      ...(probability !== undefined && {
        risk: { outcome: 'death', probability, horizon: 'hospital stay' },
      }),
      ...(criteria &&
        v.peep < 5 && {
          warnings: [
            'PEEP is below 5 cmH2O; the global definition of 2023 also admits high-flow oxygen ' +
              'of 30 L/min or more and SpO2/FiO2 up to 315 at a saturation of 97 % or less',
          ],
        }),
    };
  },
});
