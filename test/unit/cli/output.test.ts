import { describe, expect, it } from 'vitest';
import { json, table } from '../../../src/cli/output.js';

describe('table', () => {
  it('sets columns apart by two blanks and ends no line with one', () => {
    const text = table(
      ['KEY', 'NAME'],
      [
        ['key_1', 'PACS'],
        ['k', 'a long name'],
      ],
    );
    expect(text.split('\n')).toEqual(['KEY    NAME', 'key_1  PACS', 'k      a long name']);
  });

  it('shows a dash for what is not there, and zero as it is', () => {
    const [, row] = table(['A', 'B', 'C', 'D'], [[null, undefined, 0, '']]).split('\n');
    expect(row).toMatch(/^- {2}- {2}0$/);
  });

  it('holds no colours that would end in files and pipes', () => {
    expect(table(['A'], [['b']])).toBe('A\nb');
  });

  it('aligns wide characters and keeps the head without rows', () => {
    const lines = table(
      ['NAME', 'MODE'],
      [
        ['放射線科', 'test'],
        ['PACS', 'live'],
      ],
    ).split('\n');
    expect(lines[1]).toBe('放射線科  test');
    expect(lines[2]).toBe('PACS      live');
    expect(table(['KEY', 'NAME'], [])).toContain('KEY');
  });
});

describe('json', () => {
  it('is one document that reads back', () => {
    const value = { a: [1, null, 'ü'], b: { c: true } };
    expect(JSON.parse(json(value))).toEqual(value);
    expect(json(value)).toContain('\n  ');
  });
});
