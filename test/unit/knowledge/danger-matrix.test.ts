import { describe, expect, it } from 'vitest';
import {
  checkDangers,
  openCells,
  type PresentationNotes,
} from '../../../scripts/knowledge/build/diseases/danger-matrix.js';
import type {
  DiseaseFacts,
  DiseaseTables,
  PresentationFacts,
} from '../../../src/differential/knowledge/schema.js';
import { disease, FINDINGS } from '../differential/probability/toy.js';

const sources = [{ name: 'invented' }];
const presentation = (
  id: string,
  when: string[],
  ...consider: PresentationFacts['consider']
): PresentationFacts => ({ id, name: id, when, consider, sources });
const RUPTURE = disease('rupture', { pain_left: 0.1 }, { danger: 'deadly' });
const BELLY = presentation('belly', ['pain']);

const tables = (
  diseases: readonly DiseaseFacts[],
  presentations: readonly PresentationFacts[],
): DiseaseTables => ({
  words: {},
  findings: [...FINDINGS],
  diseases: [...diseases],
  presentations: [...presentations],
  rules: [],
  ranges: [],
});
const notes = (id: string, more: Partial<PresentationNotes>) =>
  new Map([[id, { limits: {}, omissions: [], ...more }]]);
const cells = (
  diseases: readonly DiseaseFacts[],
  presentations: readonly PresentationFacts[],
  said: ReadonlyMap<string, PresentationNotes> = new Map(),
) =>
  openCells(tables(diseases, presentations), said).map(
    (cell) => `${cell.presentation.id} ${cell.disease.id} ${cell.finding}`,
  );

describe('a dangerous disease and a presentation', () => {
  it('are open where a usual finding opens the presentation, or implies one that does', () => {
    expect(cells([RUPTURE], [BELLY])).toEqual(['belly rupture pain_left']);
    expect(cells([RUPTURE], [presentation('fever', ['fever'])])).toEqual([]);
    expect(cells([RUPTURE], [presentation('right', ['pain_right'])])).toEqual([]);
  });

  it.each([
    ['deadly', 0.1, 1],
    ['deadly', 0.09, 0],
    ['serious', 0.2, 1],
    ['serious', 0.19, 0],
    ['moderate', 0.9, 0],
  ] as const)('are open of a %s one from a share of %d: %d', (danger, pain, count) => {
    expect(cells([disease('torsion', { pain }, { danger })], [BELLY])).toHaveLength(count);
  });

  it('are decided by either answer', () => {
    const yes = presentation('belly', ['pain'], { disease: 'rupture', from_age: 50 });
    expect(cells([RUPTURE], [yes])).toEqual([]);
    const no = notes('belly', { omissions: [{ diseases: ['rupture'], why: 'for a reason' }] });
    expect(cells([RUPTURE], [BELLY], no)).toEqual([]);
  });

  it('are no question where age or sex rule one another out', () => {
    const ofWomen = { ...RUPTURE, sex: { F: 1, M: 0 } };
    expect(cells([ofWomen], [BELLY], notes('belly', { limits: { sex: 'M' } }))).toEqual([]);
    const ofChildren = notes('belly', { limits: { to_age: 16 } });
    const age: [number, number][] = [
      [16, 0.01],
      [50, 1],
    ];
    expect(cells([{ ...RUPTURE, age }], [BELLY], ofChildren)).toEqual([]);
    expect(cells([RUPTURE], [BELLY], ofChildren)).toHaveLength(1);
  });

  it('are no question where the same finding opens another presentation that considers it', () => {
    const child = presentation('child', ['pain', 'rash']);
    const all = presentation('belly', ['pain'], { disease: 'rupture' });
    expect(cells([RUPTURE], [child, all])).toEqual([]);
    const adults = presentation('belly', ['pain'], { disease: 'rupture', from_age: 16 });
    expect(cells([RUPTURE], [child, adults])).toEqual(['child rupture pain_left']);
    const side = presentation('side', ['pain_left'], { disease: 'rupture' });
    expect(cells([RUPTURE], [BELLY, side])).toEqual(['belly rupture pain_left']);
    const withRash = { ...RUPTURE, find: { pain: 0.5, rash: 0.5 } };
    expect(cells([withRash], [child, all])).toEqual(['child rupture rash']);
  });
});

describe('the check of dangers', () => {
  const places = new Map([
    ['presentation belly', 'belly.txt:3'],
    ['disease rupture', 'vessels.txt:7'],
  ]);
  const faults = (one: PresentationFacts, said?: Partial<PresentationNotes>) =>
    checkDangers(tables([RUPTURE], [one]), said ? notes('belly', said) : new Map(), places);
  const side = presentation('belly', ['pain'], { disease: 'rupture' });

  it('tells where what is to be written', () => {
    const [first] = faults(BELLY);
    expect(first?.at).toBe('belly.txt:3');
    expect(first?.fault).toContain('rupture (deadly, pain_left 0.1)');
    expect(first?.fault).toContain('not: disease; disease | why');
    expect(faults(side)).toEqual([]);
  });

  it('tells of a dangerous disease that nothing of its own brings up', () => {
    const other = presentation('rash', ['rash'], { disease: 'rupture' });
    const alone = checkDangers(tables([RUPTURE], [other]), new Map(), places);
    expect(alone.map(({ at }) => at)).toEqual(['vessels.txt:7']);
    const omissions = [{ diseases: ['rupture'], why: 'for a reason' }];
    const told = faults(BELLY, { omissions });
    expect(told).toHaveLength(1);
    expect(told[0]).toMatchObject({ at: 'vessels.txt:7' });
    expect(told[0]?.fault).toContain('no presentation that a usual finding');
  });

  it.each([
    [[{ diseases: ['rupture'], why: 'for a reason' }], 'rupture is decided twice'],
    [
      [
        { diseases: ['rash'], why: 'for a reason' },
        { diseases: ['rash'], why: 'for another' },
      ],
      'rash is decided twice',
    ],
    [[{ diseases: ['nothing'], why: 'for a reason' }], 'nothing is defined nowhere'],
    [[{ diseases: ['rupture'], why: '' }], 'no reason after |'],
  ])('tells of a line `not` that is wrong: %j', (omissions, fault) => {
    const told = faults(side, { omissions });
    expect(told.map((one) => one.fault).join()).toContain(fault);
  });

  it('tells of a disease that is considered twice', () => {
    const twice = presentation('belly', ['pain'], { disease: 'rupture' }, { disease: 'rupture' });
    expect(faults(twice).map(({ fault }) => fault)).toEqual(['consider: rupture is listed twice']);
  });
});
