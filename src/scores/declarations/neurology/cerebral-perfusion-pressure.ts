import { ownQuantity, quantity } from '../../input.js';
import { defineScore } from '../../score.js';

const BTF = 'Brain Trauma Foundation 2016, 10.1227/NEU.0000000000001432';

/** Mean arterial less intracranial pressure. */
export const cerebralPerfusionPressure = defineScore({
  id: 'cerebral_perfusion_pressure',
  name: 'Cerebral perfusion pressure',
  aliases: ['cpp'],
  group: 'neurology',
  purpose: 'Gives the pressure that perfuses the brain.',
  population: 'Patients whose intracranial pressure is measured',
  unit: 'mm[Hg]',
  decimals: 0,
  range: { min: -90, max: 260 },
  inputs: {
    mean_arterial_pressure: quantity('mean_arterial_pressure', {
      cuts: [],
      monotone: 'rising',
    }),
    intracranial_pressure: ownQuantity('Intracranial pressure', 'mm[Hg]', [-10, 100], 1, {
      monotone: 'falling',
    }),
  },
  categories: [
    {
      id: 'low',
      from: -90,
      interpretation: 'Below 60 mmHg: the brain may be underperfused.',
      action: {
        text: 'Treat a raised intracranial pressure (above 22 mmHg) and a low blood pressure.',
        source: BTF,
      },
    },
    {
      id: 'target',
      from: 60,
      interpretation: 'Within the target after severe brain injury (60–70 mmHg).',
      action: { text: 'Keep it between 60 and 70 mmHg.', source: BTF },
    },
    {
      id: 'above-target',
      from: 71,
      interpretation: 'Above the target of 60–70 mmHg after severe brain injury.',
      action: {
        text: 'Do not push it above 70 mmHg with fluids and vasopressors (respiratory failure).',
        source: BTF,
      },
    },
  ],
  references: [
    {
      title:
        'Carney N et al. Guidelines for the management of severe traumatic brain injury, 4th edition',
      doi: '10.1227/NEU.0000000000001432',
      year: 2017,
    },
  ],
  compute: (v) => ({ value: Math.round(v.mean_arterial_pressure - v.intracranial_pressure) }),
});
