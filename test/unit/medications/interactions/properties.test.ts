import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createInteractions } from '../../../../src/medications/interactions/interactions.js';
import { weightOf } from '../../../../src/medications/severity.js';
import { asTaken, patient } from '../../../support/medication-case.js';
import { rounds } from '../../../support/rounds.js';
import { silence } from './made.js';
import { classes, interactions, pairs } from './shipped.js';

const names = [...new Set(pairs.flatMap(({ a, b }) => [...a, ...b]))]
  .flatMap((selector) => [...classes.membersOf(selector)])
  .filter((name, at, all) => all.indexOf(name) === at)
  .sort();
const lists = fc.uniqueArray(fc.constantFrom(...names), { minLength: 2, maxLength: 12 });

const check = (list: readonly string[], engine = interactions) =>
  engine.check(list.map(asTaken), patient()).findings;

/** The pairs that an alert is about: a rule that counts is about all of its drugs. */
const pairsOf = ({ pairs: joined, drugs }: ReturnType<typeof check>[number]) =>
  joined ?? pairsIn(drugs);

/** The heaviest that any alert says of these two. */
function saidOf(findings: ReturnType<typeof check>, a: string, b: string): number {
  const about = findings.filter((finding) =>
    pairsOf(finding).some((pair) => pair.includes(a) && pair.includes(b)),
  );
  return Math.max(0, ...about.map(({ severity }) => weightOf(severity)));
}

const pairsIn = (list: readonly string[]) =>
  list.flatMap((a, at) => list.slice(at + 1).map((b) => [a, b] as const));

describe('for any list', () => {
  it('the order of the list plays no part', () => {
    fc.assert(
      fc.property(lists, fc.nat(), (list, turn) => {
        const at = turn % list.length;
        const turned = [...list.slice(at), ...list.slice(0, at)].reverse();
        expect(check(turned)).toEqual(check(list));
      }),
      { numRuns: rounds({ short: 60, long: 1_500 }) },
    );
  });

  it('one drug more takes nothing away from what is said of the others', () => {
    fc.assert(
      fc.property(lists, ([more = '', ...list]) => {
        const before = check(list);
        const after = check([...list, more]);
        for (const [a, b] of pairsIn(list)) {
          expect(saidOf(after, a, b)).toBeGreaterThanOrEqual(saidOf(before, a, b));
        }
      }),
      { numRuns: rounds({ short: 60, long: 1_500 }) },
    );
  });

  it('of each pair no less is said than of the two alone', () => {
    fc.assert(
      fc.property(lists, (list) => {
        const whole = check(list);
        for (const [a, b] of pairsIn(list)) {
          expect(saidOf(whole, a, b)).toBeGreaterThanOrEqual(saidOf(check([a, b]), a, b));
        }
      }),
      { numRuns: rounds({ short: 30, long: 750 }) },
    );
  });

  it('nothing is said twice, and what stands beside weighs no more', () => {
    fc.assert(
      fc.property(lists, (list) => {
        const findings = check(list);
        const keys = findings.map(({ ruleId, drugs }) => `${ruleId} ${drugs.join()}`);
        expect(new Set(keys).size).toBe(keys.length);
        for (const { severity, ruleId, also = [] } of findings) {
          for (const one of also) {
            expect(one.ruleId).not.toBe(ruleId);
            expect(weightOf(one.severity)).toBeLessThanOrEqual(weightOf(severity));
          }
        }
      }),
      { numRuns: rounds({ short: 40, long: 1_000 }) },
    );
  });

  it('pairs that are known to go together stay below what is allowed', () => {
    const pair = fc.tuple(fc.constantFrom(...names), fc.constantFrom(...names), lists);
    fc.assert(
      fc.property(
        pair.filter(([a, b]) => a !== b),
        ([a, b, others]) => {
          const entry = {
            id: 'c',
            a: [a],
            b: [b],
            highest: 'minor' as const,
            why: 'w',
            sources: ['s'],
          };
          const tables = { pairs, counts: [], compatible: [entry] };
          const engine = createInteractions(tables, classes, silence);
          const findings = check([...new Set([a, b, ...others])], engine);
          expect(saidOf(findings, a, b)).toBeLessThanOrEqual(weightOf('minor'));
        },
      ),
      { numRuns: 40 },
    );
  });
});
