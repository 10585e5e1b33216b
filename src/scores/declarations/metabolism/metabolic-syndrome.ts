import { choice, flag, ownFlag, ownQuantity, quantity, sex } from '../../input.js';
import { type Category, defineScore, pointsIf, sumOf } from '../../score.js';

/** Waist from which it counts, cm. */
const WAIST = {
  american: { M: 102, F: 88 },
  european: { M: 94, F: 80 },
  asian: { M: 90, F: 80 },
} as const;
const LOW_HDL = { M: 40, F: 50 } as const;

const CATEGORIES: readonly Category[] = [
  {
    id: 'absent',
    from: 0,
    interpretation: 'Fewer than three of five criteria: no metabolic syndrome.',
  },
  {
    id: 'present',
    from: 3,
    interpretation: 'Three or more of five criteria: metabolic syndrome.',
    action: {
      text: 'Weight, exercise and diet; treat each criterion, and estimate cardiovascular risk.',
      source: 'Alberti 2009, 10.1161/CIRCULATIONAHA.109.192644',
    },
  },
];

/** Metabolic syndrome by the definition on which the societies agreed in 2009. */
export const metabolicSyndrome = defineScore({
  id: 'metabolic_syndrome',
  name: 'Metabolic syndrome (harmonised criteria 2009)',
  aliases: ['metabolic_syndrome_criteria', 'atp_iii_metabolic_syndrome'],
  group: 'metabolism',
  purpose: 'Counts the five criteria of the metabolic syndrome.',
  population: 'Adults',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 5 },
  inputs: {
    sex: sex(),
    waist_thresholds: choice(
      'Whose limits of the waist hold',
      {
        american: 'United States, and ATP III everywhere: 102 cm (men), 88 cm (women)',
        european: 'Europid, Middle Eastern, Mediterranean, sub-Saharan African: 94 cm, 80 cm',
        asian: 'Asian, Central and South American: 90 cm, 80 cm',
      },
      { fixed: true },
    ),
    waist_circumference: ownQuantity('Waist circumference', 'cm', [30, 250], 0.1, {
      help: 'midway between the lowest rib and the iliac crest',
      cuts: [80, 88, 90, 94, 102],
      monotone: 'rising',
    }),
    triglycerides: quantity('triglycerides', { cuts: [150], monotone: 'rising' }),
    hdl_cholesterol: quantity('hdl_cholesterol', { cuts: [40, 50], monotone: 'falling' }),
    systolic_bp: quantity('systolic_bp', { cuts: [130], monotone: 'rising' }),
    diastolic_bp: quantity('diastolic_bp', { cuts: [85], monotone: 'rising' }),
    fasting_glucose: quantity('fasting_glucose', { cuts: [100], monotone: 'rising' }),
    antihypertensive_treatment: flag('antihypertensive_treatment'),
    treated_for_high_triglycerides: ownFlag('Takes a drug for high triglycerides', {
      help: 'fibrate, nicotinic acid or high-dose omega-3 acids',
    }),
    treated_for_low_hdl: ownFlag('Takes a drug for low HDL cholesterol', {
      help: 'fibrate or nicotinic acid',
    }),
    treated_for_high_glucose: ownFlag('Takes a drug for high glucose'),
  },
  categories: CATEGORIES,
  references: [
    {
      title:
        'Alberti KG et al. Harmonizing the metabolic syndrome: a joint interim statement of the IDF, ' +
        'NHLBI, AHA, World Heart Federation, IAS and International Association for the Study of Obesity',
      doi: '10.1161/CIRCULATIONAHA.109.192644',
      year: 2009,
    },
  ],
  compute: (v) =>
    sumOf({
      waist_circumference: pointsIf(v.waist_circumference >= WAIST[v.waist_thresholds][v.sex]),
      triglycerides: pointsIf(v.triglycerides >= 150 || v.treated_for_high_triglycerides),
      hdl_cholesterol: pointsIf(v.hdl_cholesterol < LOW_HDL[v.sex] || v.treated_for_low_hdl),
      systolic_bp: pointsIf(
        v.systolic_bp >= 130 || v.diastolic_bp >= 85 || v.antihypertensive_treatment,
      ),
      fasting_glucose: pointsIf(v.fasting_glucose >= 100 || v.treated_for_high_glucose),
    }),
});
