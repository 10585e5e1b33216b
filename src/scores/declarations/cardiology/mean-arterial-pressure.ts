import { quantity } from '../../input.js';
import { defineScore } from '../../score.js';

/** Mean arterial pressure in mmHg from cuff pressures in mmHg: (systolic + 2 · diastolic)/3. */
export function meanArterialPressureOf(systolic: number, diastolic: number): number {
  return (systolic + 2 * diastolic) / 3;
}

/** Every mmHg: the pressure that is known limits the other one, so its ends are not enough for bounds. */
const everyMmHg = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => from + at);

export const meanArterialPressure = defineScore({
  id: 'mean_arterial_pressure',
  name: 'Mean arterial pressure',
  aliases: ['map'],
  group: 'cardiology',
  purpose: 'Estimates the mean arterial pressure from systolic and diastolic pressure.',
  population: 'Anybody whose pressure is taken with a cuff',
  unit: 'mm[Hg]',
  decimals: 1,
  inputs: {
    systolic_bp: quantity('systolic_bp', { cuts: everyMmHg(21, 299), monotone: 'rising' }),
    diastolic_bp: quantity('diastolic_bp', { cuts: everyMmHg(11, 199), monotone: 'rising' }),
  },
  categories: [
    {
      id: 'low',
      from: 0,
      interpretation: 'Below 65 mmHg, the initial target in septic shock.',
      action: {
        text: 'In septic shock: fluids and vasopressor to a mean pressure of 65 mmHg.',
        source: 'Surviving Sepsis Campaign 2021, 10.1097/CCM.0000000000005337',
      },
    },
    { id: 'sufficient', from: 65, interpretation: '65 mmHg or above.' },
  ],
  references: [
    {
      title: 'Evans L et al. Surviving Sepsis Campaign: international guidelines 2021',
      doi: '10.1097/CCM.0000000000005337',
      year: 2021,
    },
  ],
  refuses: ({ systolic_bp, diastolic_bp }) =>
    systolic_bp !== undefined && diastolic_bp !== undefined && diastolic_bp > systolic_bp
      ? { input: 'diastolic_bp', issue: 'diastolic pressure is above the systolic pressure' }
      : undefined,
  compute: (v) => ({
    value: Math.round(meanArterialPressureOf(v.systolic_bp, v.diastolic_bp) * 10) / 10,
  }),
});
