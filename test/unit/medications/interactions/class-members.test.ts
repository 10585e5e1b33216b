import { describe, expect, it } from 'vitest';
import { tableOf } from '../../../support/medication-tables.js';

const classes = tableOf('classes');
const ingredients = tableOf('ingredients');

/**
 * Classes that take in a whole group of the WHO ATC index (https://atcddd.fhi.no/atc_ddd_index/),
 * and those of the group that act in another way.
 */
const GROUPS: ReadonlyArray<readonly [group: string, classes: string, but?: string]> = [
  ['N02A', 'opioid'],
  ['R05DA', 'opioid', 'dextromethorphan; dimemorfan; noscapine; pholcodine'],
  ['N05A', 'antipsychotic', 'droperidol; lithium; prochlorperazine'],
  ['N06AB', 'ssri; tca; serotonergic', 'etoperidone'],
  ['N06AF', 'maoi'],
  ['N06AG', 'maoi'],
  ['C03A', 'hypokalaemic'],
  ['C03B', 'hypokalaemic', 'theobromine'],
  ['C03C', 'hypokalaemic'],
  ['C03D', 'hyperkalaemic'],
  ['A12B', 'k_supplement'],
  ['C07', 'beta_blocker'],
  ['C08C', 'dhp_ccb', 'mibefradil'],
  ['C09A', 'acei'],
  ['C09C', 'arb'],
  ['C01A', 'digitalis'],
  ['J01A', 'tetracycline'],
  ['J01G', 'aminoglycoside'],
  ['J01M', 'quinolone'],
  ['A02BC', 'ppi'],
  ['A10A', 'insulin'],
  ['D05BB', 'retinoid_oral'],
  ['L01A', 'immunosuppressant'],
  ['L01B', 'immunosuppressant'],
  ['L01A', 'myelosuppressive', 'streptozocin'],
  ['L01B', 'myelosuppressive'],
];

const list = (text = '') => text.split(';').map((one) => one.trim());

describe('the classes of whole groups', () => {
  const groups = GROUPS.map(([group, named, but]) => ({ group, named, but }));

  it.each(groups)('$group is in $named', ({ group, named, but }) => {
    const members = new Set(list(named).flatMap((id) => Object.keys(classes[id]?.members ?? {})));
    const missing = ingredients
      .filter(({ atc = [] }) => atc.some((code) => code.startsWith(group)))
      .filter(({ name }) => !members.has(name) && !list(but).includes(name));
    expect(missing.map(({ name }) => name)).toEqual([]);
  });

  it('calcium, magnesium, zinc and iron by mouth bind what they can, whatever their salt', () => {
    const members = classes.polyvalent_cation?.members ?? {};
    const salts = ingredients.filter(({ atc = [] }) =>
      atc.some((code) => /^(A12AA|A12CB|A12CC|B03AA|B03AB)/.test(code)),
    );
    expect(salts.length).toBeGreaterThan(40);
    // Iron by vein has a code of the group by mouth.
    const missing = salts.filter(({ name }) => members[name] === undefined);
    expect(missing.map(({ name }) => name)).toEqual(['iron sucrose']);
  });
});
