import { ownFlag, ownQuantity, quantity } from '../../input.js';
import { defineScore } from '../../score.js';
import { ORGAN_INPUTS, organFails } from './tokyo-organs.js';

const source = 'Tokyo Guidelines 2018';

/** Severity of acute cholecystitis, grade 1 to 3 (Tokyo Guidelines 2018). */
export const tokyoCholecystitis = defineScore({
  id: 'tokyo_cholecystitis',
  name: 'Tokyo severity grade of acute cholecystitis (TG18)',
  aliases: ['tg18_cholecystitis', 'tokyo_guidelines_cholecystitis'],
  group: 'liver and gut',
  purpose: 'Grades acute cholecystitis to choose between surgery and drainage.',
  population: 'Adults with acute cholecystitis',
  unit: '{score}',
  decimals: 0,
  range: { min: 1, max: 3 },
  inputs: {
    ...ORGAN_INPUTS,
    wbc: quantity('wbc', { cuts: [18] }),
    palpable_ruq_mass: ownFlag('Palpable tender mass in the right upper abdomen'),
    symptom_duration: ownQuantity('Time since the onset of symptoms', 'h', [0, 1000], 1, {
      cuts: [72],
    }),
    marked_local_inflammation: ownFlag('Marked local inflammation', {
      help: 'Gangrenous or emphysematous cholecystitis, abscess, biliary peritonitis.',
    }),
  },
  categories: [
    {
      id: 'grade I',
      from: 1,
      interpretation: 'Grade I, mild.',
      action: { text: 'Early laparoscopic cholecystectomy where surgical risk allows.', source },
    },
    {
      id: 'grade II',
      from: 2,
      interpretation: 'Grade II, moderate: marked inflammation without failing organ.',
      action: {
        text: 'Early cholecystectomy in an experienced centre; else antibiotics and drainage.',
        source,
      },
    },
    {
      id: 'grade III',
      from: 3,
      interpretation: 'Grade III, severe: dysfunction of an organ.',
      action: {
        text: 'Support the organs; urgent gallbladder drainage unless fit for surgery.',
        source,
      },
    },
  ],
  references: [
    {
      title:
        'Yokoe M et al. Tokyo Guidelines 2018: diagnostic criteria and severity grading of acute ' +
        'cholecystitis',
      doi: '10.1002/jhbp.515',
      year: 2018,
    },
  ],
  compute(v) {
    if (organFails(v)) return { value: 3 };
    const moderate =
      v.wbc > 18 || v.palpable_ruq_mass || v.symptom_duration > 72 || v.marked_local_inflammation;
    return { value: moderate ? 2 : 1 };
  },
});
