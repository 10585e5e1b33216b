import { describe, expect, it } from 'vitest';
import type { RiskListScoresAnswer } from '../../../src/console/api/types.js';
import { scaleOf } from '../../../src/console/components/answers/scale.js';
import {
  controlOf,
  hintOf,
  isOptional,
  readInputs,
} from '../../../src/console/pages/risk/inputs.js';
import { groupScores, indexScores, searchScores } from '../../../src/console/pages/risk/search.js';
import { SCORES } from '../../../src/scores/catalogue.js';
import { listedScore } from '../../../src/scores/listing.js';

// What the appliance answers on GET /v1/risk/scores, as it comes over the wire.
const answered = JSON.stringify(SCORES.map(listedScore));
const scores = JSON.parse(answered) as RiskListScoresAnswer['scores'];
const index = indexScores(scores);
const first = (query: string, count: number) =>
  searchScores(index, query)
    .slice(0, count)
    .map(({ id }) => id);

describe('the form of every score', () => {
  it('is about all of them', () => expect(scores.length).toBeGreaterThan(400));

  it.each(scores.map((score) => [score.id, score] as const))('%s', (_, score) => {
    expect(score.inputs.length).toBeGreaterThan(0);
    for (const input of score.inputs) {
      const control = controlOf(input);
      expect(input.title).not.toBe('');
      if (control.kind === 'measure') {
        expect(control.units[0]?.[0]).toBe(input.unit);
        expect(new Set(control.units.map(([, written]) => written)).size).toBe(
          control.units.length,
        );
        for (const [, written] of control.units) expect(written).not.toMatch(/[[\]{}]/);
        expect(hintOf(input)).toContain(' to ');
      }
      if (control.kind === 'choice') expect(control.options.length).toBeGreaterThan(2);
      if (input.required) expect(isOptional(score, input)).toBe(false);
    }
    const { range, categories } = score;
    const scale = scaleOf(categories, range, range === undefined ? [] : [range.min, range.max]);
    for (const segment of scale?.segments ?? []) {
      expect(Number.isFinite(segment.start) && Number.isFinite(segment.end)).toBe(true);
    }
  });

  it('reads what is known, and nothing else', () => {
    const inputs = [
      { name: 'temperature', title: '', kind: 'quantity' as const, required: true, unit: 'Cel' },
      { name: 'weight', title: '', kind: 'quantity' as const, required: true, unit: 'kg' },
      { name: 'age', title: '', kind: 'quantity' as const, required: true, unit: 'a' },
      { name: 'oxygen', title: '', kind: 'flag' as const, required: true },
      { name: 'stroke', title: '', kind: 'flag' as const, required: true },
      { name: 'avpu', title: '', kind: 'choice' as const, required: true, options: { A: 'alert' } },
    ];
    const read = readInputs(
      { inputs },
      {
        temperature: { value: '101', unit: '[degF]' },
        weight: { value: '61,5' },
        age: { value: 'old' },
        oxygen: { value: 'no' },
        stroke: { value: '' },
        avpu: { value: 'A' },
      },
    );
    expect(read.inputs).toEqual({
      temperature: { value: 101, unit: '[degF]' },
      weight: 61.5,
      oxygen: false,
      avpu: 'A',
    });
    expect([...read.faults.keys()]).toEqual(['age']);
  });
});

describe('the search for a score', () => {
  it.each([
    ['news2', 'news2'],
    ['NEWS 2', 'news2'],
    ['CHA₂DS₂-VASc', 'cha2ds2_vasc'],
    ['curb', 'curb_65'],
    ['curb65', 'curb_65'],
    ['stroke risk in atrial fibrillation', 'cha2ds2_vasc'],
    ['af stroke', 'cha2ds2_vasc'],
    ['kidney function', 'ckd_epi_2021'],
    ['bleeding on anticoagulants', 'has_bled'],
    ['early warning', 'news2'],
    ['sepsis organ dysfunction', 'sofa'],
    ['deep vein thrombosis probability', 'wells_dvt'],
    ['depression', 'phq_9'],
    ['creatinine clearance', 'cockcroft_gault'],
    ['coma', 'gcs'],
  ])('%s leads to %s', (query, id) => expect(first(query, 12)).toContain(id));

  it('finds scores by their name and their id first', () => {
    for (const { id, name } of scores.filter((_, n) => n % 7 === 0)) {
      expect(first(name, 3), name).toContain(id);
      expect(first(id, 3), id).toContain(id);
    }
  });

  it('shows all without a question, none for what nobody has, and survives any text', () => {
    expect(searchScores(index, ' ')).toHaveLength(scores.length);
    expect(searchScores(index, 'xyzzyplugh')).toEqual([]);
    expect(() => searchScores(index, '((( .* \\ <b> \u0000 💊')).not.toThrow();
    expect(searchScores(index, 'constructor')).toEqual([]);
  });

  it('keeps all in groups', () => {
    const groups = groupScores(scores);
    expect(groups.reduce((sum, [, members]) => sum + members.length, 0)).toBe(scores.length);
  });
});
