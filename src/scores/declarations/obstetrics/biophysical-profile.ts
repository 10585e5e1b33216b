import { ownFlag } from '../../input.js';
import { defineScore, pointsIf, sumOf } from '../../score.js';

const ACOG = 'ACOG Practice Bulletin 229 (2021), 10.1097/AOG.0000000000004410';

/** Well-being of the fetus from five signs of 0 or 2 points (Manning 1980). */
export const biophysicalProfile = defineScore({
  id: 'biophysical_profile',
  name: 'Fetal biophysical profile',
  aliases: ['bpp', 'fetal_biophysical_profile', 'manning_score'],
  group: 'obstetrics',
  purpose: 'Grades the well-being of the fetus by ultrasound and cardiotocography.',
  population: 'Pregnant women in the third trimester with a risk to the fetus',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 10 },
  inputs: {
    reactive_nonstress_test: ownFlag('Reactive non-stress test'),
    fetal_breathing: ownFlag('Breathing: an episode of 30 seconds or more within 30 minutes'),
    fetal_movements: ownFlag('Movement: three or more of body or limbs within 30 minutes'),
    fetal_tone: ownFlag('Tone: a limb extended and flexed again, or a hand opened and closed'),
    adequate_amniotic_fluid: ownFlag('Amniotic fluid: a pocket of more than 2 cm'),
  },
  categories: [
    {
      id: 'abnormal',
      from: 0,
      interpretation: 'Abnormal (0–4).',
      action: { text: 'Usually delivery; decide with the gestational age.', source: ACOG },
    },
    {
      id: 'equivocal',
      from: 6,
      interpretation: 'Equivocal (6).',
      action: {
        text: 'From 37+0 weeks further evaluation and delivery; before, repeat within 24 hours.',
        source: ACOG,
      },
    },
    { id: 'normal', from: 8, interpretation: 'Normal (8–10).' },
  ],
  references: [
    {
      title:
        'Manning FA, Platt LD, Sipos L. Antepartum fetal evaluation: development of a fetal ' +
        'biophysical profile',
      doi: '10.1016/0002-9378(80)90457-3',
      year: 1980,
    },
    {
      title: 'ACOG Practice Bulletin 229: Antepartum fetal surveillance',
      doi: '10.1097/AOG.0000000000004410',
      year: 2021,
    },
  ],
  compute(v) {
    const { value, points } = sumOf(
      Object.fromEntries(Object.entries(v).map(([key, so]) => [key, pointsIf(so, 2)])),
    );
    return {
      value,
      points,
      warnings: !v.adequate_amniotic_fluid
        ? ['little amniotic fluid calls for further evaluation, whatever the total']
        : undefined,
    };
  },
});
