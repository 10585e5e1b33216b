import { describe, expect, it } from 'vitest';
import { createClasses, membersOfAll } from '../../../../src/medications/knowledge/classes.js';
import { shippedTables } from '../../../support/medication-tables.js';

const tables = await shippedTables();
const classes = createClasses(tables.classes);

// That it refers to nothing that is missing, says nothing twice and passes its golden cases is told by its build:
// test/unit/knowledge/shipped.test.ts.
describe('the shipped medication knowledge', () => {
  it('is as large as it was measured', () => {
    expect(tables.golden.length).toBeGreaterThan(600);
    expect(tables.pairs.length).toBeGreaterThan(2_000);
    expect(tables.conditions.length).toBeGreaterThan(300);
    expect(Object.keys(tables.sources).length).toBeGreaterThan(200);
  });

  it('explains at least 25,000 pairs', () => {
    const covered = new Set<string>();
    for (const { a, b, not_a, not_b } of tables.pairs) {
      const others = membersOfAll(classes, b, not_b);
      for (const x of membersOfAll(classes, a, not_a)) {
        for (const y of others) if (x !== y) covered.add(x < y ? `${x} × ${y}` : `${y} × ${x}`);
      }
    }
    expect(covered.size).toBeGreaterThanOrEqual(25_000);
  });
});
