import { describe, expect, it } from 'vitest';
import { isSameAnswer } from '../../scripts/readme/compare-answers.js';
import type { Example } from '../../scripts/readme/examples.js';
import { formatJson } from '../../scripts/readme/format.js';
import { createPlaceholders, withPlaceholders } from '../../scripts/readme/placeholders.js';
import { answerFor } from '../../scripts/readme/run.js';
import { shorten } from '../../scripts/readme/shorten.js';

const RUN = { folder: '/var/tmp/box-1', since: new Date('2026-11-22T10:00:00.000Z') };
const ID = '6c8bb40ab2e24b2ea7388067bbfa1dfa';

describe('a shortened answer', () => {
  const answer = {
    id: 'a',
    value: null,
    words: ['1', '2', '3', '4', '5', '6'],
    scores: [
      { name: 'x', points: 1, ranges: [{ low: 0 }, { low: 1 }] },
      { name: 'y', points: 2, ranges: [] },
      { name: 'a.b', points: 3, ranges: [] },
    ],
  };

  it('keeps five plain values and the first object of a list', () => {
    expect(shorten(answer, [])).toEqual({
      ...answer,
      words: ['1', '2', '3', '4', '5', '…'],
      scores: [{ name: 'x', points: 1, ranges: [{ low: 0 }, '…'] }, '…'],
    });
  });

  it('keeps the fields, the number and the entries that are named, in the order of the answer', () => {
    expect(shorten(answer, ['scores[2].points', 'value', 'scores.name'])).toEqual({
      value: null,
      scores: [{ name: 'x', points: 1, '…': '…' }, { name: 'y', points: 2, '…': '…' }, '…'],
      '…': '…',
    });
    expect(shorten(answer, ['scores[name=y|a.b].points'])).toEqual({
      scores: [{ points: 2, '…': '…' }, { points: 3, '…': '…' }, '…'],
      '…': '…',
    });
    expect(shorten(answer, ['words[6]'])).toEqual({ words: answer.words, '…': '…' });
  });

  it.each<[string, RegExp]>([
    ['missing', /the answer has no missing/],
    ['scores.missing', /the answer has no scores.missing/],
    ['scores[name=z]', /no entry of scores has "name": "z"/],
    ['id[2]', /id is not a list/],
    ['id.more', /id has no fields/],
    ['scores[', /is not a path/],
  ])('refuses the path %s, which leads nowhere', (path, message) => {
    expect(() => shorten(answer, [path])).toThrow(message);
  });
});

describe('a written answer', () => {
  it('has what fits on a line on one, never the whole, and is read back equal', () => {
    const answer = { empty: {}, none: [], short: { a: [1, 'b'] }, long: { text: 'x'.repeat(130) } };
    expect(formatJson(answer)).toBe(
      `{\n  "empty": {},\n  "none": [],\n  "short": { "a": [1, "b"] },\n` +
        `  "long": {\n    "text": "${'x'.repeat(130)}"\n  }\n}\n`,
    );
    expect(JSON.parse(formatJson(answer))).toEqual(answer);
    expect(formatJson({ a: 1 })).toBe('{\n  "a": 1\n}\n');
    const lists = { list: [['x'.repeat(70)], ['y'.repeat(70)], []] };
    expect(JSON.parse(formatJson(lists))).toEqual(lists);
  });
});

describe('stand-ins', () => {
  it('number ids alike and leave clinical codes, dates and amounts as they are', () => {
    const replace = createPlaceholders(RUN);
    const other = ID.replace('6', '7');
    expect(replace(`an_${ID} and req_${other}, an_${ID}`)).toBe(
      'an_00000000000000000000000000000001 and req_00000000000000000000000000000002, ' +
        'an_00000000000000000000000000000001',
    );
    for (const kept of [
      'birthDate 1959-04-12, seen 2026-03-01T08:30:00.000Z',
      '500 mg twice daily, QTc 480 ms, 154283005, RxNorm 6809',
      'doi:10.1093/eurheartj/ehad191',
    ]) {
      expect(replace(kept)).toBe(kept);
    }
  });

  it('replace what only this run and this machine explain', () => {
    const replace = createPlaceholders(RUN);
    expect(replace('at 2026-11-22T10:00:01.250Z')).toBe('at 2026-01-31T08:00:00.000Z');
    expect(replace('sk_live_pnNWoNHvI3XEW8z5kU4YBT1eKRqfYDcg0q9Ki97OiV5')).toBe('sk_live_…');
    expect(replace('/var/tmp/box-1/data is mine')).toBe('/srv/wardbox/data is mine');
    expect(replace('79220 MiB free until Dec 24 21:50:17 2027 GMT')).toBe('… MiB free until …');
    expect(replace('21702 of 24105 MiB free')).toBe('… of … MiB free');
    expect(replace('Date: Sun, 22 Nov 2026 22:04:06 GMT')).toBe('Date: …');
    expect(replace(`11 records, head ${ID}${ID}`)).toBe('11 records, head …');
    const uuid = '2b1c6f3a-0f4e-4c7d-9a53-7d0e5c1f8a01';
    expect(replace(`urn:uuid:${uuid}`)).toBe('urn:uuid:00000000-0000-4000-8000-000000000001');
    const models = { models: [{ parity_error: 1e-7, latency_ms: 4.1, qtc_ms: 480 }] };
    expect(withPlaceholders(models, replace)).toEqual({
      models: [{ parity_error: '…', latency_ms: '…', qtc_ms: 480 }],
    });
  });
});

describe('the text for an answer', () => {
  const example: Example = { name: 'a', line: 1, command: '', show: ['id'] };

  it('is JSON with the fields that are kept, or what was printed', () => {
    const json: Example = { ...example, answer: { language: 'json', text: '', at: 0 } };
    expect(answerFor(json, `{"id":"rk_${ID}","rest":1}`, RUN)).toBe(
      '{\n  "id": "rk_00000000000000000000000000000001",\n  "…": "…"\n}\n',
    );
    expect(() => answerFor(json, 'no JSON', RUN)).toThrow(SyntaxError);
    const text: Example = { ...example, answer: { language: 'text', text: '', at: 0 } };
    expect(answerFor(text, '\nThe log is intact.\n\n', RUN)).toBe('The log is intact.\n');
  });

  it('is the same where models differ in last digits alone', () => {
    expect(isSameAnswer('"p": 0.5649', '"p": 0.5651')).toBe(true);
    expect(isSameAnswer('"p": 0.5649', '"p": 0.5749')).toBe(false);
    expect(isSameAnswer('"p": 0.5649', '"p": 0.5649, 0.5')).toBe(false);
    expect(isSameAnswer('"dose": 2.5', '"dose": 2.6')).toBe(false);
    expect(isSameAnswer('"a": 1', '"a": 2')).toBe(false);
  });
});
