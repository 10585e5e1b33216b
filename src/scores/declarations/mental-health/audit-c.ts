import { sex } from '../../input.js';
import { defineScore, sumOf } from '../../score.js';
import { AUDIT_C_ITEMS } from './audit-items.js';

const ONLY_FREQUENCY =
  'all points come from how often alcohol is drunk: the amount is probably below recommended limits';

/** Risky drinking from three items; the limit is 4 in men and 3 in women (Bush 1998). */
export const auditC = defineScore({
  id: 'audit_c',
  name: 'AUDIT-C',
  aliases: ['auditc', 'alcohol_use_disorders_identification_test_consumption'],
  group: 'mental health',
  purpose: 'Screens for risky drinking with three questions.',
  population: 'Adults',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 12 },
  inputs: { sex: sex(), ...AUDIT_C_ITEMS },
  categories: [
    { id: 'negative', interpretation: 'Negative screen: below 4 in men, below 3 in women.' },
    {
      id: 'positive',
      interpretation: 'Positive screen: 4 or more in men, 3 or more in women.',
      action: {
        text: 'Go on with the full AUDIT; offer brief advice.',
        source: 'Bush 1998, 10.1001/archinte.158.16.1789',
      },
    },
  ],
  references: [
    {
      title:
        'Bush K et al. The AUDIT alcohol consumption questions (AUDIT-C): an effective brief ' +
        'screening test for problem drinking',
      doi: '10.1001/archinte.158.16.1789',
      year: 1998,
    },
    {
      title:
        'Bradley KA et al. Two brief alcohol-screening tests from the AUDIT: validation in a ' +
        'female Veterans Affairs patient population',
      doi: '10.1001/archinte.163.7.821',
      year: 2003,
    },
  ],
  compute({ sex: sexAtBirth, ...items }) {
    const { value, points } = sumOf(items);
    const positive = value >= (sexAtBirth === 'M' ? 4 : 3);
    const oftenButLittle = positive && value === items.drinking_frequency;
    return {
      value,
      points,
      category: positive ? 'positive' : 'negative',
      warnings: oftenButLittle ? [ONLY_FREQUENCY] : undefined,
    };
  },
});
