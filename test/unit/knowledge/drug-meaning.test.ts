import { describe, expect, it } from 'vitest';
import { checkMeaning } from '../../../scripts/knowledge/build/drugs/check-meaning.js';
import type { Tables } from '../../../src/medications/knowledge/tables.js';
import { shippedTables } from '../../support/medication-tables.js';

const tables = await shippedTables();
const issuesOf = (more: Partial<Tables>) =>
  checkMeaning({ ...tables, ...more }).map(({ field, issue }) => `${field} ${issue}`);
const [first] = tables.pairs;
if (first === undefined) throw new Error('there is no rule');
const rule = (more: Partial<Tables['pairs'][number]>): Tables['pairs'][number] => ({
  id: 'made.up',
  a: ['aspirin'],
  b: ['zopiclone'],
  severity: 'minor' as const,
  mechanism: 'made up',
  effect: 'none',
  management: 'none',
  evidence: first.evidence,
  sources: first.sources,
  ...more,
});
const withRule = (more: Partial<Tables['pairs'][number]>) =>
  issuesOf({ pairs: [...tables.pairs, rule(more)] });

describe('what no schema sees of drug knowledge', () => {
  it('is nothing in what ships, nor in a sound rule more', () => {
    expect(issuesOf({})).toEqual([]);
    expect(withRule({})).toEqual([]);
  });

  it.each([
    [{ not_a: ['metformin'] }, 'pairs.made.up excepts metformin, which is not in it'],
    [{ a: ['@acei'], not_a: ['@acei'] }, 'pairs.made.up has a side without any drug'],
    [{ ...first, id: 'made.up' }, `pairs.made.up is about the same drugs as ${first.id}`],
    [{ a: ['@acei>=9'] }, 'classes.@acei>=9 has no member'],
    [{ sources: ['label'] }, 'pairs.sources label is no source of this table'],
  ])('is told of a rule with %j', (more, issue) => {
    expect(withRule(more)).toContain(issue);
  });

  it('is two rules of one thing that are far apart', () => {
    const group = 'one-thing';
    const doubled = [
      rule({ group, severity: 'contraindicated' }),
      rule({ id: 'made.up-2', group, b: ['zopiclone', 'zolpidem'] }),
    ];
    expect(issuesOf({ pairs: [...tables.pairs, ...doubled] })).toContain(
      'pairs.made.up contradicts made.up-2 on aspirin × zopiclone',
    );
  });

  it('is what one rule forbids and another calls compatible', () => {
    const [together] = tables.compatible;
    if (together === undefined) throw new Error('nothing goes together');
    const forbidding = rule({ a: together.b, b: together.a, severity: 'contraindicated' });
    expect(issuesOf({ pairs: [forbidding] })).toContain(
      `pairs.made.up forbids what ${together.id} calls compatible`,
    );
  });

  it('is an id that stands twice, and what nothing uses', () => {
    expect(issuesOf({ pairs: [...tables.pairs, first] })).toContain(`pairs.${first.id} is doubled`);
    const nice = { name: 'NICE', url_or_doi: 'https://www.nice.org.uk', year: null };
    expect(issuesOf({ sources: { ...tables.sources, unused: nice } })).toEqual([
      'sources.unused is the source of nothing',
    ]);
    const nobody = { title: 'Nobody', members: { aspirin: 1 }, sources: first.sources };
    expect(issuesOf({ classes: { ...tables.classes, unused: nobody } })).toEqual([
      'classes.unused is used by nothing',
    ]);
  });

  it('is a product with the name of another ingredient', () => {
    const products = [{ name: 'Warfarin', ingredients: ['aspirin'], countries: ['US'] }];
    expect(issuesOf({ products: products as unknown as Tables['products'] })).toContain(
      'products.Warfarin is the name of another ingredient',
    );
  });
});
