import { describe, expect, it } from 'vitest';
import { createClasses, membersOfAll } from '../../../../src/medications/knowledge/classes.js';
import { MedicationKnowledge } from '../../../../src/medications/knowledge/knowledge.js';
import { heaviest, weightOf } from '../../../../src/medications/severity.js';
import { listOf, patient } from '../../../support/medication-case.js';
import { shippedTables } from '../../../support/medication-tables.js';
import { LABELLED, type LabelledClasses } from './labelled-classes.js';

const tables = await shippedTables();
const classes = createClasses(tables.classes);
const knowledge = new MedicationKnowledge({ id: 'medication-knowledge', version: '1.0.0' }, tables);
const known = new Set(tables.ingredients.map(({ name }) => name));
const nobody = patient();

function reported(a: string, b: string) {
  const { findings } = knowledge.check(
    { taken: listOf([a, b]), patient: nobody, allergies: [] },
    undefined,
  );
  const together = findings.filter(({ drugs }) => drugs.includes(a) && drugs.includes(b));
  return heaviest(together.map(({ severity }) => severity));
}

/** Pairs of which too little is reported, and how many there are in all. */
function tooMild({ a, b, least, except = [] }: LabelledClasses) {
  const mild: string[] = [];
  let all = 0;
  const left = membersOfAll(classes, a);
  const right = membersOfAll(classes, b);
  const leftOut = except.map((one) => ({
    a: membersOfAll(classes, one.a),
    b: membersOfAll(classes, one.b),
  }));
  for (const one of left) {
    for (const other of right) {
      if (one === other || (left.has(other) && right.has(one) && other < one)) continue;
      const isLeftOut = leftOut.some(
        (pair) => (pair.a.has(one) && pair.b.has(other)) || (pair.a.has(other) && pair.b.has(one)),
      );
      if (isLeftOut) continue;
      all += 1;
      const severity = reported(one, other);
      if (severity === undefined || weightOf(severity) < weightOf(least)) {
        mild.push(`${one} + ${other}: ${severity ?? 'silent'}`);
      }
    }
  }
  return { mild, all };
}

describe('every pair of two classes that a label names', () => {
  it.each(LABELLED)('$title: at least $least ($source)', (labelled) => {
    for (const name of [...labelled.a, ...labelled.b]) {
      if (!name.startsWith('@')) expect(known.has(name), name).toBe(true);
    }
    const { mild, all } = tooMild(labelled);
    expect(all).toBeGreaterThan(0);
    expect(mild).toEqual([]);
  });
});
