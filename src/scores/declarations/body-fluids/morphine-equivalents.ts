import { ownQuantity } from '../../input.js';
import { rounded } from '../../round.js';
import { defineScore } from '../../score.js';

/**
 * Morphine milligrams per mg a day (fentanyl: per µg/h of a patch, per µg a day in the mouth). CDC
 * guideline 2022, table, doi:10.15585/mmwr.rr7103a1; fentanyl in the mouth: CDC's table of 2018.
 */
export const MME_FACTORS = {
  codeine: 0.15,
  fentanyl_patch: 2.4,
  fentanyl_buccal: 0.13,
  hydrocodone: 1,
  hydromorphone: 5,
  methadone: 4.7,
  morphine: 1,
  oxycodone: 1.5,
  oxymorphone: 3,
  tapentadol: 0.4,
  tramadol: 0.2,
} as const;

type Opioid = keyof typeof MME_FACTORS;

const daily = (title: string) =>
  ownQuantity(`${title}, by mouth`, 'mg/d', [0, 5000], 0.5, { optional: true });

export const morphineEquivalents = defineScore({
  id: 'morphine_equivalents',
  name: 'Morphine milligram equivalents (CDC 2022)',
  aliases: ['mme', 'morphine_milligram_equivalents', 'mme_calculator', 'opioid_conversion'],
  group: 'body and fluids',
  purpose: 'Adds the opioids of a day as morphine by mouth, to judge the risk of overdose.',
  population: 'Adults with opioids for pain; not for buprenorphine nor for treatment of addiction',
  unit: 'mg/d',
  decimals: 2,
  inputs: {
    codeine: daily('Codeine'),
    fentanyl_patch: ownQuantity('Fentanyl patch', 'ug/h', [0, 500], 0.5, { optional: true }),
    fentanyl_buccal: ownQuantity(
      'Fentanyl, buccal or sublingual tablets or lozenges',
      'ug/d',
      [0, 20000],
      1,
      { optional: true, help: 'all doses of the day; film, spray and injection count otherwise' },
    ),
    hydrocodone: daily('Hydrocodone'),
    hydromorphone: daily('Hydromorphone'),
    methadone: daily('Methadone'),
    morphine: daily('Morphine'),
    oxycodone: daily('Oxycodone'),
    oxymorphone: daily('Oxymorphone'),
    tapentadol: daily('Tapentadol'),
    tramadol: daily('Tramadol'),
  },
  categories: [
    { id: 'below 50', from: 0, interpretation: 'Below 50 MME a day.' },
    {
      id: '50 to 89',
      from: 50,
      interpretation: '50 MME a day or more: the risk of overdose rises without much more relief.',
      action: {
        text: 'Pause and weigh benefit and risk before a higher dose; offer naloxone.',
        source: 'CDC 2022, 10.15585/mmwr.rr7103a1',
      },
    },
    {
      id: '90 or more',
      from: 90,
      interpretation: '90 MME a day or more: high risk of overdose.',
      action: {
        text: 'Offer naloxone; reassess benefit and risk; taper slowly if at all, never abruptly.',
        source: 'CDC 2022, 10.15585/mmwr.rr7103a1',
      },
    },
  ],
  references: [
    {
      title:
        'Dowell D et al. CDC clinical practice guideline for prescribing opioids for pain — United ' +
        'States, 2022',
      doi: '10.15585/mmwr.rr7103a1',
      year: 2022,
    },
  ],
  alsoNeeds: (v) => (Object.values(v).some((dose) => dose !== undefined) ? [] : ['morphine']),
  compute(v) {
    const parts = (Object.keys(MME_FACTORS) as Opioid[]).flatMap((drug) => {
      const dose = v[drug];
      return dose === undefined ? [] : [{ drug, mme: dose * MME_FACTORS[drug] }];
    });
    return {
      value: rounded(
        parts.reduce((sum, { mme }) => sum + mme, 0),
        2,
      ),
      derived: parts.map(({ drug, mme }) => ({
        name: `mme_${drug}`,
        value: rounded(mme, 2),
        unit: 'mg/d',
      })),
      warnings: [
        'Do not use it to switch opioids: cross-tolerance is incomplete.',
        'An opioid that was not given counts as not taken.',
      ],
    };
  },
});
