import { ownQuantity, quantity } from '../../input.js';
import { rounded } from '../../round.js';
import { defineScore } from '../../score.js';

/** Oxygenation index: FiO2 (%) · mean airway pressure (cmH2O) / PaO2 (mmHg). */
export const oxygenationIndex = defineScore({
  id: 'oxygenation_index',
  name: 'Oxygenation index',
  aliases: ['oi'],
  group: 'lung',
  purpose: 'Measures oxygenation against the pressure of ventilation that it costs.',
  population: 'Ventilated patients, above all children and newborns',
  unit: 'cm[H2O]/mm[Hg]',
  decimals: 1,
  range: { min: 0, max: 600 },
  inputs: {
    fio2: quantity('fio2', { monotone: 'rising' }),
    mean_airway_pressure: ownQuantity('Mean airway pressure', 'cm[H2O]', [1, 60], 1, {
      monotone: 'rising',
    }),
    pao2: quantity('pao2', { monotone: 'falling' }),
  },
  categories: [
    { id: 'none', from: 0, interpretation: 'Below the range of paediatric ARDS.' },
    { id: 'mild', from: 4, interpretation: 'In the range of mild paediatric ARDS (4 to 8).' },
    { id: 'moderate', from: 8, interpretation: 'In the range of moderate paediatric ARDS (8–16).' },
    {
      id: 'severe',
      from: 16,
      interpretation: 'In the range of severe paediatric ARDS (16 or more).',
      action: { text: 'Escalate respiratory care; plan for rescue.', source: 'PALICC-2 2023' },
    },
    {
      id: 'critical',
      from: 40,
      interpretation: 'In the range in which newborns are considered for ECMO (40 or more).',
      action: {
        text: 'Discuss ECMO with a specialised centre where values persist.',
        source: 'ELSO guideline for neonatal respiratory failure',
      },
    },
  ],
  references: [
    {
      title:
        'Pediatric Acute Lung Injury Consensus Conference Group. Pediatric acute respiratory ' +
        'distress syndrome: consensus recommendations',
      doi: '10.1097/PCC.0000000000000350',
      year: 2015,
    },
    {
      title: 'Emeriaud G et al. Executive summary of PALICC-2: paediatric ARDS',
      doi: '10.1097/PCC.0000000000003147',
      year: 2023,
    },
  ],
  compute: (v) => ({
    value: rounded((v.fio2 * v.mean_airway_pressure) / v.pao2, 1),
  }),
});
