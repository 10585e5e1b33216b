import { ASSERTIONS, type Assertion } from '../../../src/patient-record/language/entity.js';
import type { Family, Template } from './template.js';

type Slot = keyof Template['truth'];

/** What a slot means where the line does not say; mixed sentences and dictations must say it. */
const USUAL: Readonly<Partial<Record<Family, Assertion>>> = {
  negated: 'absent',
  affirmed: 'present',
  possible: 'possible',
  historical: 'historical',
  family: 'family',
  hypothetical: 'hypothetical',
};

const SLOT = /\{([a-e])(?: ([a-z|]+))?\}/g;

/**
 * Templates from lines in which each slot carries its truth: `No {a absent} but {b present}.`;
 * `{a absent|historical}` where careful readers may differ. A bare `{a}`, `{b}` or `{c}` has the
 * family's usual assertion; a bare `{d}` or `{e}` is not judged.
 */
export function templates(
  family: Family,
  lines: readonly string[],
  kind?: 'symptom' | 'condition',
): Template[] {
  return lines.map((line) => {
    const truth: Partial<Record<Slot, Assertion | readonly Assertion[]>> = {};
    const text = line.replaceAll(SLOT, (_whole, slot: Slot, words: string | undefined) => {
      if (words !== undefined) truth[slot] = assertionsOf(words, line);
      else if (slot < 'd') truth[slot] = usualOf(family, line);
      return `{${slot}}`;
    });
    return { text, truth, family, ...(kind && { kind }) };
  });
}

function assertionsOf(words: string, line: string): Assertion | readonly Assertion[] {
  const read = words.split('|').map((word) => {
    const assertion = ASSERTIONS.find((name) => name === word);
    if (!assertion) throw new Error(`No assertion is called ${word}: ${line}`);
    return assertion;
  });
  const [only] = read;
  return read.length === 1 && only ? only : read;
}

function usualOf(family: Family, line: string): Assertion {
  const usual = USUAL[family];
  if (!usual) throw new Error(`A slot without its truth: ${line}`);
  return usual;
}
