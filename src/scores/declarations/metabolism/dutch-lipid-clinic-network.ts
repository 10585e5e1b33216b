import { ownFlag, quantity } from '../../input.js';
import { type Category, defineScore, pointsIf, stepsFrom, sumOf } from '../../score.js';

// The limits are 4.0, 5.0, 6.5 and 8.5 mmol/L; tables in mg/dL print 155, 190 (191), 250 (251) and 330
// (325). The first and the last are those of mmol/L here, so that 4.0 and 8.5 mmol/L reach them.
const LDL = stepsFrom(0, [154.6, 1], [190, 3], [250, 5], [328.6, 8]);

const CATEGORIES: readonly Category[] = [
  {
    id: 'unlikely',
    from: 0,
    interpretation: 'Familial hypercholesterolaemia is unlikely (0 to 2).',
  },
  {
    id: 'possible',
    from: 3,
    interpretation: 'Familial hypercholesterolaemia is possible (3 to 5).',
  },
  {
    id: 'probable',
    from: 6,
    interpretation: 'Familial hypercholesterolaemia is probable (6 to 8).',
    action: {
      text: 'Genetic test; where it is found, look among the relatives.',
      source: '2019 ESC/EAS dyslipidaemia guideline, 10.1093/eurheartj/ehz455',
    },
  },
  {
    id: 'definite',
    from: 9,
    interpretation: 'Familial hypercholesterolaemia is definite (more than 8).',
    action: {
      text: 'Treat as such; genetic test, and look among the relatives.',
      source: '2019 ESC/EAS dyslipidaemia guideline, 10.1093/eurheartj/ehz455',
    },
  },
];

/** Clinical diagnosis of familial hypercholesterolaemia. */
export const dutchLipidClinicNetwork = defineScore({
  id: 'dutch_lipid_clinic_network',
  name: 'Dutch Lipid Clinic Network criteria',
  aliases: [
    'dlcn',
    'dlcn_score',
    'dutch_criteria_familial_hypercholesterolemia',
    'dutch_criteria_for_familial_hypercholesterolemia',
    'dutch_lipid_clinic',
  ],
  group: 'metabolism',
  purpose: 'Estimates the likelihood of familial hypercholesterolaemia.',
  population: 'Adults with high LDL cholesterol',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 26 },
  inputs: {
    relative_premature_vascular_disease_or_high_ldl: ownFlag(
      'First-degree relative with premature coronary or vascular disease, or LDL above the 95th percentile',
      { fixed: true, help: 'premature: men before 55, women before 60 years' },
    ),
    relative_xanthoma_or_child_high_ldl: ownFlag(
      'First-degree relative with tendon xanthoma or corneal arcus, or child below 18 with LDL above the 95th percentile',
      { fixed: true },
    ),
    premature_coronary_artery_disease: ownFlag('Premature coronary artery disease', {
      fixed: true,
      help: 'men before 55, women before 60 years',
    }),
    premature_cerebral_or_peripheral_disease: ownFlag(
      'Premature cerebral or peripheral vascular disease',
      { fixed: true, help: 'men before 55, women before 60 years' },
    ),
    tendon_xanthomas: ownFlag('Tendon xanthomas'),
    corneal_arcus_before_45: ownFlag('Corneal arcus before the age of 45', { fixed: true }),
    ldl_cholesterol: quantity('ldl_cholesterol', {
      cuts: LDL.cuts,
      monotone: 'rising',
      help: 'before treatment',
    }),
    causative_mutation: {
      ...ownFlag('Causative mutation of LDLR, APOB or PCSK9 shown', { fixed: true }),
      optional: true,
    },
  },
  categories: CATEGORIES,
  references: [
    {
      title:
        'Nordestgaard BG et al. Familial hypercholesterolaemia is underdiagnosed and undertreated in ' +
        'the general population: guidance for clinicians to prevent coronary heart disease',
      doi: '10.1093/eurheartj/eht273',
      year: 2013,
    },
    {
      title:
        'Mach F et al. 2019 ESC/EAS guidelines for the management of dyslipidaemias: lipid ' +
        'modification to reduce cardiovascular risk',
      doi: '10.1093/eurheartj/ehz455',
      year: 2019,
    },
  ],
  compute(v) {
    // Of each group the higher finding counts alone.
    const { value, points } = sumOf({
      relative_premature_vascular_disease_or_high_ldl: pointsIf(
        v.relative_premature_vascular_disease_or_high_ldl && !v.relative_xanthoma_or_child_high_ldl,
      ),
      relative_xanthoma_or_child_high_ldl: pointsIf(v.relative_xanthoma_or_child_high_ldl, 2),
      premature_coronary_artery_disease: pointsIf(v.premature_coronary_artery_disease, 2),
      premature_cerebral_or_peripheral_disease: pointsIf(
        v.premature_cerebral_or_peripheral_disease && !v.premature_coronary_artery_disease,
      ),
      tendon_xanthomas: pointsIf(v.tendon_xanthomas, 6),
      corneal_arcus_before_45: pointsIf(v.corneal_arcus_before_45 && !v.tendon_xanthomas, 4),
      ldl_cholesterol: LDL(v.ldl_cholesterol),
      causative_mutation: pointsIf(v.causative_mutation === true, 8),
    });
    return { value, points, warnings: ['LDL cholesterol must be that before treatment.'] };
  },
});
