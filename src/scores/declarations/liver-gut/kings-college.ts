import { ownFlag, quantity } from '../../input.js';
import { defineScore } from '../../score.js';
import { bilirubinMicromoles } from './bilirubin-micromoles.js';

const OGRADY_1989 = {
  title: 'O’Grady JG et al. Early indicators of prognosis in fulminant hepatic failure',
  doi: '10.1016/0016-5085(89)90081-4',
  year: 1989,
} as const;
const EASL_2017 = {
  title: 'EASL clinical practical guidelines on the management of acute (fulminant) liver failure',
  doi: '10.1016/j.jhep.2016.12.003',
  year: 2017,
} as const;

const CATEGORIES = [
  {
    id: 'not met',
    from: 0,
    interpretation: 'The criteria are not met; that does not exclude a poor outcome.',
    action: {
      text: 'Discuss early with a transplant centre and count again.',
      source: 'EASL acute liver failure 2017',
    },
  },
  {
    id: 'met',
    from: 1,
    interpretation: 'The criteria are met: poor prognosis without transplantation.',
    action: {
      text: 'Transfer to a transplant centre and assess for emergency transplantation.',
      source: 'EASL acute liver failure 2017',
    },
  },
] as const;

/** Emergency transplantation after paracetamol: 1 when the criteria are met (O’Grady 1989). */
export const kingsCollegeAcetaminophen = defineScore({
  id: 'kings_college_acetaminophen',
  name: 'King’s College criteria, paracetamol',
  aliases: [
    'kings_college_paracetamol',
    'kcc_acetaminophen',
    'kings_college_criteria',
    'kings_college',
  ],
  group: 'liver and gut',
  purpose: 'Says who needs a liver transplant in acute liver failure from paracetamol.',
  population: 'Patients with acute liver failure from paracetamol',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 1 },
  inputs: {
    arterial_ph: quantity('arterial_ph', { cuts: [7.3], help: 'After fluids.' }),
    inr: quantity('inr', { cuts: [6.5], help: 'Above 6.5 corresponds to a PT above 100 s.' }),
    creatinine: quantity('creatinine', { cuts: [3.4] }),
    encephalopathy_grade_3_or_4: ownFlag('Hepatic encephalopathy of grade 3 or 4'),
    lactate_above_limit: {
      ...ownFlag(
        'Lactate above 3.5 mmol/L at 4 hours, or above 3.0 mmol/L at 12 hours after fluids',
        { help: 'Added to the criteria by Bernal 2002 and EASL 2017; true alone meets them.' },
      ),
      optional: true,
    },
  },
  categories: CATEGORIES,
  references: [OGRADY_1989, EASL_2017],
  compute(v) {
    const triad = v.inr > 6.5 && v.creatinine > 3.4 && v.encephalopathy_grade_3_or_4;
    const original = v.arterial_ph < 7.3 || triad;
    return {
      value: original || v.lactate_above_limit ? 1 : 0,
      derived: [{ name: 'original_criteria_met', value: original ? 'yes' : 'no' }],
      warnings:
        v.lactate_above_limit === undefined
          ? [
              'lactate_above_limit was not given: a lactate above 3.5 mmol/L at 4 h, or above 3.0 at ' +
                '12 h after fluids, also means a poor prognosis (Bernal 2002)',
            ]
          : [],
    };
  },
});

/** Emergency transplantation for other causes: 1 when the criteria are met (O’Grady 1989). */
export const kingsCollegeNonAcetaminophen = defineScore({
  id: 'kings_college_non_acetaminophen',
  name: 'King’s College criteria, not paracetamol',
  aliases: ['kings_college_non_paracetamol', 'kcc_non_acetaminophen'],
  group: 'liver and gut',
  purpose: 'Says who needs a liver transplant in acute liver failure from other causes.',
  population: 'Patients with acute liver failure that is not from paracetamol',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 1 },
  inputs: {
    inr: quantity('inr', {
      cuts: [3.5, 6.5],
      help: 'Above 6.5 and 3.5 correspond to a PT above 100 s and 50 s.',
    }),
    age: quantity('age', { cuts: [10, 41] }),
    bilirubin: quantity('bilirubin', { cuts: [17.5] }),
    jaundice_to_encephalopathy_over_7_days: ownFlag(
      'More than 7 days from jaundice to encephalopathy',
    ),
    unfavorable_etiology: ownFlag(
      'Hepatitis that is neither A nor B, halothane or idiosyncratic reaction to a drug',
    ),
  },
  categories: CATEGORIES,
  references: [OGRADY_1989, EASL_2017],
  compute(v) {
    const signs = [
      v.age < 10 || Math.floor(v.age) > 40,
      v.unfavorable_etiology,
      v.jaundice_to_encephalopathy_over_7_days,
      v.inr > 3.5,
      Math.round(bilirubinMicromoles(v.bilirubin)) > 300,
    ].filter(Boolean).length;
    return {
      value: v.inr > 6.5 || signs >= 3 ? 1 : 0,
      derived: [{ name: 'minor_criteria', value: signs }],
    };
  },
});
