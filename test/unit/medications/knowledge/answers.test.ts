import { describe, expect, it } from 'vitest';
import { createClasses } from '../../../../src/medications/knowledge/classes.js';
import { coveredIngredients } from '../../../../src/medications/knowledge/coverage.js';
import { danglingReferences } from '../../../../src/medications/knowledge/references.js';
import { answerTo, tables } from '../shipped-service.js';

describe('an answer', () => {
  it('names a drug that no rule knows once, on however many lines it is', () => {
    const covered = coveredIngredients(tables, createClasses(tables.classes));
    const unknown = tables.ingredients.find(
      ({ name, local, kind }) => !covered.has(name) && local === undefined && kind === undefined,
    );
    expect(unknown).toBeDefined();
    const line = { rxcui: unknown?.rxcui, name: unknown?.name };
    const { not_assessed = [], safe_to_proceed } = answerTo({
      medications: [line, line, 'warfarin'],
    });
    const told = not_assessed.filter(({ reason }) => reason.startsWith('no rule covers'));
    expect(told).toMatchObject([{ what: unknown?.name }]);
    expect(safe_to_proceed).not.toBe(true);
  });

  it('repeats no words of a line beside the name of a drug that is not taken', () => {
    const { warnings } = answerTo({ medications: ['no warfarin zzqqxx', 'metformin 500 mg'] });
    expect(warnings).toEqual([
      'medications.0 states that warfarin is not taken; it was not checked.',
    ]);
  });

  it('tells a laboratory value in the unit as people write it', () => {
    const lithium = { medications: ['lithium'], patient: { lab_results: { lithium_level: 2.4 } } };
    expect(JSON.stringify(answerTo(lithium).alerts)).toContain('2.4 mmol/L');
    const valproate = { medications: ['valproate'], patient: { lab_results: { ammonia: 150 } } };
    const told = JSON.stringify(answerTo(valproate).alerts);
    expect(told).toContain('150 µmol/L');
    expect(told).not.toContain('umol');
  });
});

describe('a condition that a table refers to', () => {
  it('is missed where it is what a history is, or what a loading dose is for', () => {
    const [condition, ...others] = tables.conditions;
    const [dose, ...doses] = tables.doses;
    if (condition === undefined || dose === undefined) throw new Error('expected entries');
    const faults = danglingReferences({
      ...tables,
      conditions: [{ ...condition, history: 'no-such' }, ...others],
      doses: [{ ...dose, loading_for: ['nor-this'] }, ...doses],
    });
    expect(faults.map(({ issue }) => issue).sort()).toEqual([
      'condition no-such is not known',
      'condition nor-this is not known',
    ]);
  });
});
