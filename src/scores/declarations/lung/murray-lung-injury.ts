import { grade, ownQuantity, quantity } from '../../input.js';
import { rounded } from '../../round.js';
import { defineScore, stepsFrom } from '../../score.js';

const hypoxaemia = stepsFrom(4, [100, 3], [175, 2], [225, 1], [300, 0]);
const pressure = stepsFrom(0, [6, 1], [9, 2], [12, 3], [15, 4]);
const stiffness = stepsFrom(4, [20, 3], [40, 2], [60, 1], [80, 0]);

/** Lung injury score: the mean of the components that there are (Murray 1988). */
export const murrayLungInjury = defineScore({
  id: 'murray_lung_injury',
  name: 'Murray lung injury score',
  aliases: ['murray_score', 'lung_injury_score', 'lis'],
  group: 'lung',
  purpose: 'Grades acute lung injury; used when extracorporeal support is considered.',
  population: 'Adults with acute respiratory failure',
  unit: '{score}',
  decimals: 2,
  range: { min: 0, max: 4 },
  inputs: {
    consolidated_quadrants: grade('Quadrants of the chest film with consolidation', [0, 4]),
    pf_ratio: quantity('pf_ratio', { cuts: hypoxaemia.cuts }),
    peep: ownQuantity('PEEP or CPAP', 'cm[H2O]', [0, 60], 1, {
      cuts: pressure.cuts,
      optional: true,
      help: 'When ventilated.',
    }),
    respiratory_compliance: ownQuantity(
      'Compliance of the respiratory system',
      'mL/cm[H2O]',
      [1, 300],
      1,
      { cuts: stiffness.cuts, optional: true, help: 'When available.' },
    ),
  },
  categories: [
    { id: 'none', from: 0, interpretation: 'No lung injury.' },
    { id: 'mild to moderate', from: 0.01, interpretation: 'Mild to moderate lung injury.' },
    {
      id: 'severe',
      from: 2.51,
      interpretation: 'Severe lung injury (above 2.5).',
      action: {
        text: 'With 3 points or more despite optimal care, discuss ECMO with a specialised centre.',
        source: 'CESAR trial 2009; ELSO guideline',
      },
    },
  ],
  references: [
    {
      title: 'Murray JF et al. An expanded definition of the adult respiratory distress syndrome',
      doi: '10.1164/ajrccm/138.3.720',
      year: 1988,
    },
    {
      title: 'Peek GJ et al. Conventional ventilatory support versus ECMO (CESAR)',
      doi: '10.1016/S0140-6736(09)61069-2',
      year: 2009,
    },
  ],
  compute(v) {
    // Published in whole cmH2O and mL/cmH2O.
    const points = {
      consolidated_quadrants: Math.round(v.consolidated_quadrants),
      pf_ratio: hypoxaemia(v.pf_ratio),
      ...(v.peep !== undefined && { peep: pressure(Math.round(v.peep)) }),
      ...(v.respiratory_compliance !== undefined && {
        respiratory_compliance: stiffness(Math.round(v.respiratory_compliance)),
      }),
    };
    const parts = Object.values(points);
    const mean = parts.reduce((sum, one) => sum + one, 0) / parts.length;
    return { value: rounded(mean, 2), points };
  },
});
