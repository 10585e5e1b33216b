import { describe, expect, it } from 'vitest';
import { readExamples, writeAnswers } from '../../scripts/readme/examples.js';

const FENCE = '```';

const block = (language: string, text: string) => `${FENCE}${language}\n${text}${FENCE}\n`;

const DOCUMENT = [
  'Text\n',
  '<!-- not run: it installs -->',
  block('sh', 'npm ci\n'),
  '<!-- example: score\n     show: scores.value,\n     bounds -->',
  block('sh', 'curl one\ncurl two\n'),
  'What came back:\n',
  block('json', '{ "old": 1 }\n'),
  '<!-- example: key -->',
  block('sh', 'wardbox keys create\n'),
  block('text', ''),
  '<!-- example: silent -->',
  block('sh', 'wardbox fhir import\n'),
  'End\n',
].join('\n');

describe('examples of a document', () => {
  it('are found with their commands, fields and answers', () => {
    const { examples, faults } = readExamples(DOCUMENT);
    expect(faults).toEqual([]);
    expect(examples.map(({ name, show, answer }) => [name, show, answer?.text])).toEqual([
      ['score', ['scores.value', 'bounds'], '{ "old": 1 }\n'],
      ['key', [], ''],
      ['silent', [], undefined],
    ]);
    const [score] = examples;
    expect(score?.command).toBe('curl one\ncurl two\n');
    expect(DOCUMENT.split('\n')[score!.line - 1]).toBe('curl one');
  });

  it('get new answers and nothing else changes', () => {
    const answers = new Map([
      ['score', '{ "new": 2 }\n'],
      ['key', 'sk_live_…\n'],
      ['silent', 'shown nowhere\n'],
    ]);
    const written = writeAnswers(DOCUMENT, answers);
    const { examples, faults } = readExamples(written);
    expect(faults).toEqual([]);
    expect(examples.map(({ answer }) => answer?.text)).toEqual([
      '{ "new": 2 }\n',
      'sk_live_…\n',
      undefined,
    ]);
    const back = new Map([
      ['score', '{ "old": 1 }\n'],
      ['key', ''],
    ]);
    expect(writeAnswers(written, back)).toBe(DOCUMENT);
  });

  it.each<[string, string, RegExp]>([
    ['a block without a mark', block('sh', 'ls\n'), /line 1: a block without a mark/],
    ['a block of another kind', block('js', 'run()\n'), /line 1: a block without a mark/],
    ['an indented block', `- item\n\n  ${FENCE}sh\n  ls\n  ${FENCE}\n`, /line 3: .* indented/],
    ['a block of tildes', '~~~sh\nls\n~~~\n', /line 1: .* tildes/],
    ['a block with more than a language', block('sh title=a', 'ls\n'), /line 1: a block without/],
    ['an answer to nothing', block('json', '{}\n'), /line 1: a block without a mark/],
    [
      'a second answer',
      `<!-- example: a -->\n${block('sh', 'a\n')}${block('json', '{}\n')}${block('json', '{}\n')}`,
      /line 8: a block without a mark/,
    ],
    ['a mark alone', 'Text\n\n<!-- example: a -->\n', /line 3: a mark without a block/],
    [
      'a mark with text before its block',
      `<!-- example: a -->\nText\n${block('sh', 'a\n')}`,
      /line 1: a mark without a block/,
    ],
    ['a mark without a name', `<!-- example: -->\n${block('sh', 'a\n')}`, /is not a name/],
    ['a command in another language', `<!-- example: a -->\n${block('js', 'a\n')}`, /block of sh/],
    [
      'two of one name',
      `<!-- example: a -->\n${block('sh', 'a\n')}\n<!-- example: a -->\n${block('sh', 'b\n')}`,
      /line 7: a second example "a"/,
    ],
    [
      'fields without an answer',
      `<!-- example: a\n show: b -->\n${block('sh', 'a\n')}`,
      /no block of json follows/,
    ],
  ])('are refused: %s', (_, document, fault) => {
    expect(readExamples(document).faults.join('\n')).toMatch(fault);
  });
});
