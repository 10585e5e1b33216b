import { quantity } from '../../input.js';
import { defineScore } from '../../score.js';

const MARTIN = 'Martin 1999, Am J Obstet Gynecol 180:1373';

/** The class for a platelet count in 10*3/uL; nothing above 150. */
function plateletClass(platelets: number): 1 | 2 | 3 | undefined {
  if (platelets <= 50) return 1;
  if (platelets <= 100) return 2;
  return platelets <= 150 ? 3 : undefined;
}

/** Mississippi class of the HELLP syndrome: 1 (gravest) to 3, 0 where it is not met (Martin 1999). */
export const hellpClass = defineScore({
  id: 'hellp_class',
  name: 'HELLP syndrome, Mississippi classification',
  aliases: ['hellp', 'mississippi_hellp', 'hellp_mississippi'],
  group: 'obstetrics',
  purpose: 'Grades haemolysis, liver enzymes and low platelets in pregnancy.',
  population: 'Women with suspected HELLP syndrome in pregnancy or after birth',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 3 },
  inputs: {
    platelets: quantity('platelets', { cuts: [50, 100, 150] }),
    ast: quantity('ast', {
      cuts: [40, 70],
      optional: true,
      help: 'AST or ALT; the higher counts.',
    }),
    alt: quantity('alt', {
      cuts: [40, 70],
      optional: true,
      help: 'AST or ALT; the higher counts.',
    }),
    ldh: quantity('ldh', { cuts: [600] }),
  },
  categories: [
    {
      id: 'not met',
      interpretation: 'The three parts do not come together; partial forms can still progress.',
    },
    {
      id: 'class 3',
      interpretation: 'Class 3: platelets above 100 000 to 150 000, AST or ALT from 40 U/L.',
    },
    {
      id: 'class 2',
      interpretation: 'Class 2: platelets above 50 000 to 100 000, AST or ALT from 70 U/L.',
      action: { text: 'Specialist care; plan delivery with the gestational age.', source: MARTIN },
    },
    {
      id: 'class 1',
      interpretation: 'Class 1: platelets 50 000 or fewer, AST or ALT from 70 U/L; most morbidity.',
      action: {
        text: 'Specialist and intensive care; delivery after stabilisation.',
        source: MARTIN,
      },
    },
  ],
  references: [
    {
      title:
        'Martin JN et al. The spectrum of severe preeclampsia: comparative analysis by HELLP ' +
        'syndrome classification',
      url: 'https://pubmed.ncbi.nlm.nih.gov/?term=Martin+spectrum+of+severe+preeclampsia+HELLP+1999',
      year: 1999,
    },
  ],
  alsoNeeds: ({ alt }) => (alt === undefined ? ['ast'] : []),
  compute({ platelets, ast = 0, alt = 0, ldh }) {
    const byPlatelets = plateletClass(platelets);
    const enzyme = Math.max(ast, alt);
    const met = byPlatelets !== undefined && ldh >= 600 && enzyme >= (byPlatelets === 3 ? 40 : 70);
    if (!met) return { value: 0, category: 'not met' };
    return { value: byPlatelets, category: `class ${byPlatelets}` };
  },
});
