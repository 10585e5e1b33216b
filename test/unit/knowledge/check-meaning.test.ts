import { describe, expect, it } from 'vitest';
import { checkMeaning } from '../../../scripts/knowledge/build/diseases/check-meaning.js';
import type {
  DiseaseFacts,
  DiseaseTables,
  FindingFacts,
} from '../../../src/differential/knowledge/schema.js';
import { disease } from '../differential/probability/toy.js';

const finding = (id: string, more: Partial<FindingFacts> = {}): FindingFacts => ({
  id,
  name: id,
  kind: 'symptom',
  leak: 0.1,
  say: [id],
  ...more,
});
const sources = [{ name: 'invented' }];
const FIND = { a: 0.5, b: 0.5, c: 0.5, d: 0.5 };
const SOUND: DiseaseTables = {
  words: { pain: ['pain', 'ache'] },
  findings: Object.keys(FIND).map((id) => finding(id)),
  diseases: [disease('flu', FIND)],
  presentations: [],
  rules: [],
  ranges: [],
};
const faults = (more: Partial<DiseaseTables>) =>
  checkMeaning({ ...SOUND, ...more }, new Map([['finding a', 'one.txt:1']])).map(
    ({ at, fault }) => `${at}: ${fault}`,
  );
const withFinding = (more: Partial<FindingFacts>) =>
  faults({ findings: [finding('a', more), ...SOUND.findings.slice(1)] });

describe('what no schema sees', () => {
  it('is nothing in sound tables', () => {
    expect(faults({})).toEqual([]);
  });

  it.each([
    [{ in: ['nothing'] }, 'in: nothing is defined nowhere'],
    [{ say: [] }, 'a can never be found: no say, no measure'],
    [{ say: ['{nothing}'] }, /say: \{nothing\}/],
    [{ say: ['~ > e f'] }, 'say: > in ~ > e f is no word'],
    [{ say: ['b'] }, /is said by/],
    [
      { measure: [{ variable: 'moods', is: 'high' as const }] },
      'measure: moods is no variable of the chart',
    ],
  ])('is told of a finding with %j', (more, fault) => {
    const told = withFinding(more).join('\n');
    expect(told).toMatch(fault);
  });

  it('says where it stands', () => {
    expect(withFinding({ in: ['nothing'] })[0]).toMatch(/^one\.txt:1: /);
  });

  it.each([
    [{ find: { ...FIND, x: 0.5 } }, 'find: x is defined nowhere'],
    [{ never: ['x'] }, 'never: x is defined nowhere'],
    [{ needs: [['x']] }, 'needs: x is defined nowhere'],
    [{ excludes_if_absent: ['x'] }, 'excludes_if_absent: x is defined nowhere'],
    [{ leads_to: { x: 0.1 } }, 'leads_to: x is defined nowhere'],
    [{ find: { a: 0.5 } }, 'flu has too few findings'],
    [{ find: { a: 0.2, b: 0.2, c: 0.2, d: 0.2 } }, 'find: no finding tells it from anybody'],
    [{ icd10: 'flu' }, 'flu is no code of ICD-10'],
    [{ danger: 'deadly' }, 'care: what is deadly is seen now or today'],
    [{ danger: 'serious', care: 'self' }, 'care: what is serious is not left to self-care'],
    [{ danger: 'serious' }, 'what is dangerous needs a line test or excluded_by'],
    [{ sources: [{ name: '-' }] }, 'src: no source has a name'],
    [{ sources: [{ name: 'JAMA 2003', doi: '10.1/x' }] }, 'src: 10.1/x is no DOI'],
  ] satisfies [Partial<DiseaseFacts>, string][])('is told of a disease with %j', (more, fault) => {
    expect(faults({ diseases: [disease('flu', FIND, more)] }).join()).toContain(fault);
  });

  it('is two diseases of one name', () => {
    const twice = [disease('flu', FIND), disease('grippe', FIND, { name: 'Flu' })];
    expect(faults({ diseases: twice }).join()).toContain('Flu is the name of flu too');
  });

  it('is a rule or a presentation of what is defined nowhere', () => {
    const rule = { id: 'r', name: 'R', level: 'high' as const, when: [['a', '!x']], sources };
    expect(faults({ rules: [rule] }).join()).toContain('when: x is defined nowhere');
    const presentation = {
      id: 'p',
      name: 'P',
      when: ['y'],
      consider: [{ disease: 'z', if: ['x'] }],
      sources,
    };
    const told = faults({ presentations: [presentation] }).join();
    for (const lost of ['when: y', 'consider: z', 'consider if: x']) expect(told).toContain(lost);
  });

  it('is a DOI of a rule, a presentation or a range that is none', () => {
    const wrong = [{ name: 'JAMA 2003', doi: '10.1/x' }];
    const told = faults({
      rules: [{ id: 'r', name: 'R', level: 'high', when: [['a']], sources: wrong }],
      presentations: [{ id: 'p', name: 'P', when: ['a'], consider: [], sources: wrong }],
      ranges: [{ variable: 'sodium', from_age: 0, sources: wrong }],
    });
    expect(told.map((one) => one.split(':')[0])).toEqual([
      'presentation p',
      'rule r',
      'range sodium',
    ]);
  });
});
