import { choice, ownQuantity, quantity } from '../../input.js';
import { rounded } from '../../round.js';
import { defineScore } from '../../score.js';

/** Blood in mL per kg of body weight. Morgan and Mikhail; Gross 1983 uses the same volumes. */
const BLOOD_ML_PER_KG = {
  man: 75,
  woman: 65,
  infant: 80,
  neonate: 85,
  premature: 95,
} as const;

export const maximumAllowableBloodLoss = defineScore({
  id: 'maximum_allowable_blood_loss',
  name: 'Maximum allowable blood loss',
  aliases: ['mabl', 'allowable_blood_loss', 'abl'],
  group: 'body and fluids',
  purpose: 'Blood that can be lost before the haematocrit falls to the lowest accepted.',
  population: 'Patients before surgery, kept normovolaemic',
  unit: 'mL',
  decimals: 0,
  inputs: {
    weight: quantity('weight', { monotone: 'rising', help: 'Ideal weight in obesity.' }),
    patient_group: choice('Patient', {
      man: 'adult man (75 mL/kg)',
      woman: 'adult woman (65 mL/kg)',
      infant: 'infant (80 mL/kg)',
      neonate: 'term neonate (85 mL/kg)',
      premature: 'premature neonate (95 mL/kg)',
    }),
    hematocrit: quantity('hematocrit', {
      monotone: 'rising',
      help: 'Before the operation; where only haemoglobin is known, three times its g/dL.',
    }),
    lowest_hematocrit: ownQuantity('Lowest haematocrit accepted', '%', [5, 60], 1, {
      monotone: 'falling',
    }),
  },
  categories: [
    {
      id: 'volume',
      from: 0,
      interpretation: 'An estimate; transfuse by haemoglobin and the state of the patient.',
    },
  ],
  references: [
    {
      title: 'Gross JB. Estimating allowable blood loss: corrected for dilution',
      doi: '10.1097/00000542-198303000-00016',
      year: 1983,
    },
  ],
  compute({ weight, patient_group, hematocrit, lowest_hematocrit }) {
    const volume = weight * BLOOD_ML_PER_KG[patient_group];
    const fall = Math.max(0, hematocrit - lowest_hematocrit);
    return {
      value: rounded((volume * fall) / hematocrit, 0),
      derived: [
        { name: 'estimated_blood_volume', value: rounded(volume, 0), unit: 'mL' },
        {
          name: 'allowable_loss_gross',
          value: rounded((volume * fall) / ((hematocrit + lowest_hematocrit) / 2), 0),
          unit: 'mL',
        },
      ],
      warnings:
        lowest_hematocrit >= hematocrit
          ? ['The haematocrit is already at the lowest accepted.']
          : [],
    };
  },
});
