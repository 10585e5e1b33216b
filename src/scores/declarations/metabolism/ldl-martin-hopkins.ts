import { quantity } from '../../input.js';
import { defineScore } from '../../score.js';
import { ATP_III, inMillimoles, LDL_CATEGORIES, refuseLipids } from './lipids.js';
import { withShownCategory } from './shown-category.js';

type FactorRow = readonly [from: number, factors: readonly number[]];

/** Non-HDL cholesterol from which the next column holds, mg/dL. */
const COLUMNS = [100, 130, 160, 190, 220] as const;

// Martin 2013, the table of 180 cells: triglycerides (mg/dL) from which a row holds, and the ratio of
// triglycerides to VLDL cholesterol by column. A program in circulation has other numbers at the ends
// of the rows of 76, 101 and 400; two others and the order of the numbers speak against them.
const FACTORS: readonly FactorRow[] = [
  [7, [3.5, 3.4, 3.3, 3.3, 3.2, 3.1]],
  [50, [4.0, 3.9, 3.7, 3.6, 3.6, 3.4]],
  [57, [4.3, 4.1, 4.0, 3.9, 3.8, 3.6]],
  [62, [4.5, 4.3, 4.1, 4.0, 3.9, 3.9]],
  [67, [4.7, 4.4, 4.3, 4.2, 4.1, 3.9]],
  [72, [4.8, 4.6, 4.4, 4.2, 4.2, 4.1]],
  [76, [4.9, 4.6, 4.5, 4.3, 4.3, 4.2]],
  [80, [5.0, 4.8, 4.6, 4.4, 4.3, 4.2]],
  [84, [5.1, 4.8, 4.6, 4.5, 4.4, 4.3]],
  [88, [5.2, 4.9, 4.7, 4.6, 4.4, 4.3]],
  [93, [5.3, 5.0, 4.8, 4.7, 4.5, 4.4]],
  [97, [5.4, 5.1, 4.8, 4.7, 4.5, 4.3]],
  [101, [5.5, 5.2, 5.0, 4.7, 4.6, 4.5]],
  [106, [5.6, 5.3, 5.0, 4.8, 4.6, 4.5]],
  [111, [5.7, 5.4, 5.1, 4.9, 4.7, 4.5]],
  [116, [5.8, 5.5, 5.2, 5.0, 4.8, 4.6]],
  [121, [6.0, 5.5, 5.3, 5.0, 4.8, 4.6]],
  [127, [6.1, 5.7, 5.3, 5.1, 4.9, 4.7]],
  [133, [6.2, 5.8, 5.4, 5.2, 5.0, 4.7]],
  [139, [6.3, 5.9, 5.6, 5.3, 5.0, 4.8]],
  [147, [6.5, 6.0, 5.7, 5.4, 5.1, 4.8]],
  [155, [6.7, 6.2, 5.8, 5.4, 5.2, 4.9]],
  [164, [6.8, 6.3, 5.9, 5.5, 5.3, 5.0]],
  [174, [7.0, 6.5, 6.0, 5.7, 5.4, 5.1]],
  [186, [7.3, 6.7, 6.2, 5.8, 5.5, 5.2]],
  [202, [7.6, 6.9, 6.4, 6.0, 5.6, 5.3]],
  [221, [8.0, 7.2, 6.6, 6.2, 5.9, 5.4]],
  [248, [8.5, 7.6, 7.0, 6.5, 6.1, 5.6]],
  [293, [9.5, 8.3, 7.5, 7.0, 6.5, 5.9]],
  [400, [11.9, 10.0, 8.8, 8.1, 7.5, 6.7]],
];

/**
 * LDL cholesterol from mg/dL in mg/dL with the ratio of triglycerides to VLDL cholesterol of the cell
 * (Martin 2013, doi:10.1001/jama.2013.280532).
 */
export function martinHopkinsLdl(total: number, hdl: number, triglycerides: number): number {
  const nonHdl = total - hdl;
  const column = COLUMNS.filter((from) => nonHdl >= from).length;
  const row = FACTORS.findLast(([from]) => Math.round(triglycerides) >= from);
  return nonHdl - triglycerides / (row?.[1][column] ?? Number.NaN);
}

const EVERY_HDL = Array.from({ length: 195 }, (_, at) => 5 + at);

/** LDL cholesterol by Martin and Hopkins. */
export const ldlMartinHopkins = defineScore({
  id: 'ldl_martin_hopkins',
  name: 'LDL cholesterol (Martin/Hopkins)',
  aliases: ['martin_hopkins', 'ldl_martin'],
  group: 'metabolism',
  purpose: 'Calculates LDL cholesterol from the other lipids with a ratio that fits the patient.',
  population: 'Adults, best with triglycerides below 400 mg/dL; no fasting is needed',
  unit: 'mg/dL',
  decimals: 1,
  range: { min: 0, max: 1500 },
  inputs: {
    total_cholesterol: quantity('total_cholesterol'),
    hdl_cholesterol: quantity('hdl_cholesterol', { cuts: EVERY_HDL }),
    triglycerides: quantity('triglycerides', {
      max: 13975,
      cuts: FACTORS.slice(1).map(([from]) => from),
    }),
  },
  categories: LDL_CATEGORIES,
  references: [
    {
      title:
        'Martin SS et al. Comparison of a novel method vs the Friedewald equation for estimating ' +
        'low-density lipoprotein cholesterol levels from the standard lipid profile',
      doi: '10.1001/jama.2013.280532',
      year: 2013,
    },
    ATP_III,
  ],
  refuses: (v) => refuseLipids(v, martinHopkinsLdl),
  compute(v) {
    const ldl = martinHopkinsLdl(v.total_cholesterol, v.hdl_cholesterol, v.triglycerides);
    const warnings =
      v.triglycerides >= 400 ? ['From 400 mg/dL of triglycerides on it is less exact.'] : [];
    const derived = [inMillimoles('ldl_cholesterol_mmol', ldl)];
    return { ...withShownCategory(ldl, 1, LDL_CATEGORIES), derived, warnings };
  },
});
