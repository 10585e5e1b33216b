import { describe, expect, it } from 'vitest';
import { readMention } from '../../../../scripts/language/grid/agreement.js';
import {
  CONDITIONS,
  MEDICINES,
  PROCEDURES,
  SYMPTOMS,
} from '../../../../scripts/language/grid/findings.js';
import { generate, type Sentence } from '../../../../scripts/language/grid/generate.js';
import { templatesIn } from '../../../../scripts/language/grid/parts.js';
import { spoken } from '../../../../scripts/language/grid/spoken.js';
import type { Template } from '../../../../scripts/language/grid/template.js';
import { language } from './language.js';

const TEMPLATES = await templatesIn('dev');
const one = (template: Template, variant: string): Sentence[] =>
  [...generate([template])].filter((sentence) => sentence.variant === variant);
const named = ({ text, mentions }: Sentence) =>
  mentions.map(({ start, end }) => text.slice(start, end));

describe('made sentences', () => {
  it('are of enough templates in each family, none twice', () => {
    const least = { negated: 60, affirmed: 25, possible: 20, historical: 20, family: 20 };
    const more = { hypothetical: 15, mixed: 20, speech: 30 };
    for (const [family, n] of Object.entries({ ...least, ...more })) {
      const own = TEMPLATES.filter((template) => template.family === family);
      expect(own.length, family).toBeGreaterThanOrEqual(n);
    }
    expect(new Set(TEMPLATES.map(({ text }) => text)).size).toBe(TEMPLATES.length);
  });

  it('say how they speak of gaps that they have', () => {
    for (const { text, truth } of TEMPLATES) {
      expect(Object.keys(truth).length, text).toBeGreaterThan(0);
      for (const slot of Object.keys(truth)) expect(text).toContain(`{${slot}}`);
    }
  });

  it('know where each name stands, in all variants', () => {
    for (const { text, mentions } of generate(TEMPLATES)) {
      expect(text).not.toMatch(/[{}]|undefined| {2}/);
      for (const { name, start, end } of mentions) {
        expect(text.slice(start, end).toLowerCase()).toBe(name.toLowerCase());
      }
      expect(new Set(mentions.map(({ start }) => start)).size).toBe(mentions.length);
    }
  });

  it('come out the same each time', () => {
    const texts = () => [...generate(TEMPLATES)].map(({ text }) => text);
    expect(texts()).toEqual(texts());
  });

  it('are without capitals and punctuation where none is heard', () => {
    for (const { text, variant } of generate(TEMPLATES)) {
      if (variant.endsWith('unpunctuated')) expect(text).not.toMatch(/[A-Z.,;:?!()]/);
    }
  });

  it('stand before and after others', () => {
    const template: Template = {
      text: 'No {a} or {b}',
      truth: { a: 'absent', b: 'absent' },
      family: 'negated',
      kind: 'symptom',
    };
    const [after] = one(template, 'followed');
    expect(after?.text).toMatch(/^No [a-z ]+ or [a-z ]+\. [A-Z].*\.$/);
    expect(after?.mentions.map(({ truth, beside }) => [truth, beside])).toEqual([
      ['absent', false],
      ['absent', false],
      ['present', true],
    ]);
    const [before] = one(template, 'preceded unpunctuated');
    expect(before?.mentions.map(({ beside }) => beside)).toEqual([true, false, false]);
    expect(new Set(before === undefined ? [] : named(before)).size).toBe(3);
  });

  it('are filled with names that the reader knows', () => {
    for (const name of [...SYMPTOMS, ...CONDITIONS, ...MEDICINES, ...PROCEDURES]) {
      const found = readMention(language.read(name).entities, { start: 0, end: name.length });
      expect(found?.text, name).toBe(name);
    }
  });
});

describe('shorthand as it is spoken', () => {
  it.each([
    ['?', true, 'query '],
    ['? Yes. Any ', false, ' yes any '],
    ['Admitted with ?', true, 'admitted with query '],
    ['-ve for ', true, 'negative for '],
    ['h/o ', true, 'history of '],
    ['Discharged home w/o ', true, 'discharged home without '],
    [' at 37.5 degrees', false, ' at 37 point 5 degrees'],
  ])('%s', (piece, opens, words) => {
    expect(spoken(piece, opens)).toBe(words);
  });
});
