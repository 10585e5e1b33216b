import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { namedUrls, rewrittenLink, searchLinkOf } from '../../../../src/fhir/bundle/identities.js';
import {
  linksOf,
  narrativeUrls,
  replaceInNarrative,
  replaceStrings,
} from '../../../../src/fhir/bundle/links.js';
import { openDefinitions } from '../../../../src/fhir/definitions/open.js';
import { madeOfAnyType } from '../../../support/fhir/made-resources.js';
import { rounds } from '../../../support/rounds.js';

const definitions = openDefinitions();

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/** The string values in the order in which a reader meets them. */
function stringsOf(value: Json): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(stringsOf);
}

/** Written otherwise than the code under test does it: a new tree, by a counter. */
function mapStrings(value: Json, change: (text: string, order: number) => string): Json {
  let order = -1;
  const walk = (one: Json): Json => {
    if (typeof one === 'string') {
      order += 1;
      return change(one, order);
    }
    if (Array.isArray(one)) return one.map(walk);
    if (typeof one !== 'object' || one === null) return one;
    return Object.fromEntries(Object.entries(one).map(([name, child]) => [name, walk(child)]));
  };
  return walk(value);
}

/** Places of the strings that are called `reference`. */
function ordersOfReferences(value: Json): number[] {
  const orders: number[] = [];
  const names: string[] = [];
  let order = -1;
  const walk = (one: Json): void => {
    if (typeof one === 'string') {
      order += 1;
      if (names.at(-1) === 'reference') orders.push(order);
    } else if (Array.isArray(one)) one.forEach(walk);
    else if (typeof one === 'object' && one !== null) {
      for (const [name, child] of Object.entries(one)) {
        names.push(name);
        walk(child);
        names.pop();
      }
    }
  };
  walk(value);
  return orders;
}

/** Names that JavaScript would put in an order of its own are none of FHIR's. */
const tree = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.string({ unit: 'grapheme' }),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 5 }),
    fc
      .uniqueArray(fc.tuple(fc.stringMatching(/^[a-z_"\\:]{1,6}$/), tie('value')), {
        selector: ([name]) => name,
        maxLength: 5,
      })
      .map((members) => Object.fromEntries(members) as Json),
  ),
})).value;

describe('replacing strings in a text', () => {
  it('changes the n-th string value and nothing else', () => {
    const spaces = fc.constantFrom(undefined, 1, '\t');
    fc.assert(
      fc.property(tree, spaces, fc.infiniteStream(fc.boolean()), (value, space, coins) => {
        const text = JSON.stringify(value, null, space);
        const chosen = stringsOf(value).map(() => coins.next().value);
        const replaced = new Map(
          chosen.flatMap((is, order) => (is ? [[order, `new "${order}"`] as const] : [])),
        );
        const expected = mapStrings(value, (old, order) => replaced.get(order) ?? old);
        expect(JSON.parse(replaceStrings(text, replaced))).toEqual(
          JSON.parse(JSON.stringify(expected)),
        );
        expect(replaceStrings(text, new Map())).toBe(text);
      }),
      { numRuns: rounds({ short: 60, long: 1_500 }) },
    );
  });
});

describe('the links of a resource', () => {
  it('are returned with the index of their text in the resource', () => {
    fc.assert(
      fc.property(madeOfAnyType(definitions), (resource) => {
        const strings = stringsOf(resource as unknown as Json);
        const links = linksOf(resource, definitions);
        for (const { order, value } of links) expect(strings[order]).toBe(value);
        // All references are among them, also in extensions and contained resources.
        const told = new Set(links.map(({ order }) => order));
        for (const order of ordersOfReferences(resource as unknown as Json)) {
          expect(told).toContain(order);
        }
      }),
      { numRuns: rounds({ short: 40, long: 1_000 }) },
    );
  });

  it('refuses a resource without a bottom', () => {
    let deep: object = { url: 'x' };
    for (let depth = 0; depth < 5_000; depth += 1) deep = { extension: [deep] };
    expect(() => linksOf({ resourceType: 'Patient', ...deep }, definitions)).toThrow(/deeply/);
  });

  it('finds the targets of links and pictures of a narrative', () => {
    const div = `<div><a title="href" href="urn:a">A</a><img src='urn:b'/><a href="#x">urn:a</a></div>`;
    const found: string[] = [];
    const told = replaceInNarrative(div, (url) => {
      found.push(url);
      return url === 'urn:b' ? 'Media/1' : undefined;
    });
    expect(found).toEqual(['urn:a', 'urn:b', '#x']);
    expect(told).toBe(div.replace(`'urn:b'`, '"Media/1"'));
  });
});

describe('the name of an entry in a link', () => {
  it('is what the link says, without version and fragment', () => {
    expect(namedUrls('reference', 'urn:uuid:a/_history/3#p', undefined)).toEqual(['urn:uuid:a']);
    expect(namedUrls('url', 'https://x.test/Patient/1#p', undefined)).toEqual([
      'https://x.test/Patient/1',
    ]);
  });

  it('is made absolute by the URL of the entry that holds the link', () => {
    const from = 'https://x.test/fhir/Observation/2';
    expect(namedUrls('reference', 'Patient/1', from)).toContain('https://x.test/fhir/Patient/1');
    expect(namedUrls('url', 'Patient/1', from)).toEqual(['Patient/1']);
    expect(namedUrls('reference', 'Patient/1', 'urn:uuid:a')).toEqual(['Patient/1']);
  });

  it('keeps the version of what is new, and the fragment', () => {
    const fresh = { type: 'Patient', id: '7', fresh: true };
    expect(rewrittenLink('urn:uuid:a/_history/4#p', fresh)).toBe('Patient/7/_history/1#p');
    expect(rewrittenLink('urn:uuid:a/_history/4', { ...fresh, fresh: false })).toBe('Patient/7');
  });

  it('is a search only in a reference', () => {
    expect(searchLinkOf('reference', 'Patient?identifier=a|b&_id=1')).toEqual({
      type: 'Patient',
      criteria: [
        ['identifier', 'a|b'],
        ['_id', '1'],
      ],
    });
    expect(searchLinkOf('url', 'Patient?identifier=a')).toBeUndefined();
    expect(searchLinkOf('reference', 'https://x.test/Patient?identifier=a')).toBeUndefined();
  });
});

describe('the links of a narrative', () => {
  it('are those that would be rewritten', () => {
    const div = '<div><a href="urn:uuid:a">x</a><img src=\'Patient/1\'/> urn:uuid:b</div>';
    const asked: string[] = [];
    replaceInNarrative(div, (url) => void asked.push(url) as undefined);
    expect(narrativeUrls(div)).toEqual(['urn:uuid:a', 'Patient/1']);
    expect(narrativeUrls(div)).toEqual(asked);
  });
});
