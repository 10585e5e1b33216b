import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { cellIn, FIGURES, phraseIn } from '../../../scripts/safety/figures.js';
import {
  allows,
  isNoWorse,
  LIKELIHOODS,
  levelOf,
  MATRIX,
  SEVERITIES,
} from '../../../scripts/safety/policy.js';
import { CONTROL_KINDS, PARTS, readHazards } from '../../../scripts/safety/read-hazards.js';
import { createTestFiles, readTestText } from '../../../scripts/safety/test-titles.js';
import { isOpen, PAGE, writePage } from '../../../scripts/safety/write-page.js';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const faults: string[] = [];
const hazards = readHazards((at, fault) => faults.push(`${at}: ${fault}`));
const testFile = createTestFiles(ROOT);

describe('docs/clinical-safety.md', () => {
  const complaints: string[] = [];
  const page = writePage((at, fault) => complaints.push(`${at}: ${fault}`));

  it('is written without a fault', () => {
    expect(complaints).toEqual([]);
  });

  it('is current: npm run hazards writes it', () => {
    const written = readFileSync(join(ROOT, PAGE), 'utf8').split('\n');
    const wanted = page.split('\n');
    expect(written.filter((line) => !wanted.includes(line))).toEqual([]);
    expect(written).toEqual(wanted);
  });

  it('has every hazard once, and the open ones on top as well', () => {
    const top = page.slice(page.indexOf('## Open hazards'), page.indexOf('## Summary'));
    for (const hazard of hazards) {
      expect(page.split(`### ${hazard.id} `)).toHaveLength(2);
      expect(top.includes(`[${hazard.id}](`), hazard.id).toBe(isOpen(hazard));
    }
  });

  it('leads to headings that exist', () => {
    const headings = [...page.matchAll(/^### (.*)$/gm)].map(([, title = '']) =>
      title
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    );
    const targets = [...page.matchAll(/\]\(#([^)]*)\)/g)].map(([, target]) => target!);
    expect(targets.length).toBeGreaterThan(10);
    expect(targets.filter((target) => !headings.includes(target))).toEqual([]);
  });
});

describe('the hazards', () => {
  it('are read without a fault', () => {
    expect(faults).toEqual([]);
  });

  it.each(PARTS)('are thought through for $title', ({ file }) => {
    expect(hazards.filter(({ part }) => part === file).length).toBeGreaterThanOrEqual(10);
  });

  it.each(hazards.map((one) => [one.id, one] as const))(
    '%s has a control with a test, or openly none',
    (_, { controls, uncontrolled }) => {
      const proofs = controls.flatMap((control) => control.proofs);
      expect(proofs.length > 0 || uncontrolled !== undefined).toBe(true);
      for (const { file, title } of proofs) {
        expect(testFile(file)?.titles, file).toContain(title);
      }
    },
  );

  it.each(hazards.map((one) => [one.id, one] as const))(
    '%s has a residual risk not above the initial one, and a verdict that the policy allows',
    (_, { before, after, verdict }) => {
      expect(isNoWorse(after, before)).toBe(true);
      expect(levelOf(after)).toBeLessThanOrEqual(levelOf(before));
      expect(allows(levelOf(after), verdict)).toBe(true);
    },
  );

  it('have controls of every kind, and duties of the hospital each', () => {
    const kinds = hazards.flatMap(({ controls }) => controls.map(({ kind }) => kind));
    expect(new Set(kinds)).toEqual(new Set(CONTROL_KINDS));
    expect(hazards.filter(({ duties }) => duties.length === 0)).toEqual([]);
  });

  it('quote every figure that is defined', () => {
    const quoted = hazards.map(({ residual }) => residual).join();
    expect(Object.keys(FIGURES).filter((name) => !quoted.includes(`{${name}}`))).toEqual([]);
  });
});

describe('the policy', () => {
  it('never rates a worse severity or likelihood lower', () => {
    for (const [n, likelihood] of LIKELIHOODS.entries()) {
      const row = MATRIX[likelihood];
      expect(row).toHaveLength(SEVERITIES.length);
      expect([...row].sort()).toEqual(row);
      const milder = LIKELIHOODS[n - 1];
      if (milder === undefined) continue;
      for (const [k, level] of row.entries()) {
        expect(level).toBeGreaterThanOrEqual(MATRIX[milder][k]!);
      }
    }
  });

  it('accepts levels 1 and 2 alone, never 4 and 5, and always lets a stricter verdict stand', () => {
    expect([1, 2, 3, 4, 5].filter((level) => allows(level as 1, 'acceptable'))).toEqual([1, 2]);
    expect([1, 2, 3, 4, 5].filter((level) => allows(level as 1, 'conditional'))).toEqual([1, 2, 3]);
    expect([1, 2, 3, 4, 5].every((level) => allows(level as 1, 'unacceptable'))).toBe(true);
  });
});

describe('a log with faults', () => {
  const folder = mkdtempSync(join(tmpdir(), 'wardbox-hazards-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  const SOUND = [
    'hazard ANA-01 | A title',
    '  effect: an effect',
    '  cause: a cause',
    '  before: major, high',
    '  design: a control',
    '  proof: test/unit/safety/hazard-log.test.ts | a log with faults',
    '  after: major, low',
    '  residual: what remains',
    '  verdict: conditional | a reason',
    '  hospital: somebody | does something',
  ];

  function complaintsAbout(lines: readonly string[]): string {
    writeFileSync(join(folder, 'analyze.txt'), lines.join('\n'));
    const complaints: string[] = [];
    readHazards((at, fault) => complaints.push(`${at} ${fault}`), folder);
    return complaints.join('\n');
  }
  const changed = (from: string | RegExp, to: string) =>
    complaintsAbout(SOUND.map((line) => line.replace(from, to)));

  it('is told apart from one without', () => {
    expect(complaintsAbout(SOUND)).toBe('');
  });

  it.each<[string, string | RegExp, string, RegExp]>([
    ['an acceptable risk of level 3', 'conditional', 'acceptable', /level 3 cannot be acceptable/],
    ['a conditional risk of level 4', 'major, low', 'major, high', /level 4 cannot be conditional/],
    ['a residual risk above the initial one', 'major, high', 'minor, low', /above the initial one/],
    ['a control without a test', /^ {2}proof:.*/, '', /neither a control with a test nor/],
    ['words of no scale', 'major, low', 'awful, low', /"awful, low" is no severity/],
    ['a verdict without a reason', ' | a reason', '', /no reason/],
    ['a key that is not known', 'cause:', 'reason:', /"reason" is no key/],
    ['a missing cause', /^ {2}cause:.*/, '', /cause: is missing/],
    ['a duty of nobody', 'somebody | does something', 'somebody', /has nothing to do/],
    ['an id of another part', 'ANA-01', 'TRA-01', /"TRA-01" is no id of analyze/],
  ])('%s', (_, from, to, told) => {
    expect(changed(from, to)).toMatch(told);
  });

  it('an id that is there twice, with its line', () => {
    expect(complaintsAbout([...SOUND, ...SOUND])).toBe('analyze.txt:11 ANA-01 is there twice');
  });

  it('a risk that falls though nothing controls it', () => {
    const lines = SOUND.map((line) => line.replace(/^ {2}proof:.*/, ''));
    const uncontrolled = lines.map((line) => line.replace('design:', 'no_control:'));
    expect(complaintsAbout(uncontrolled)).toMatch(/falls though nothing controls it/);
  });
});

describe('the titles of a test file', () => {
  it('are those of describe and it, whatever their quotes and tables', () => {
    const { titles, isConditional } = readTestText(`
      describe('one', () => {
        it("two's", () => {});
        it.each([1, 2])('three %i', (n) => post('/no/title', n));
        it.each\`a | b\`(\`four \${1}\`, () => {});
        it.skipIf(missing)(
          'five \\'quoted\\'',
          () => {},
        );
      });`);
    const expected = ['one', "two's", 'three %i', `four \${1}`, "five 'quoted'"];
    expect([...titles]).toEqual(expected);
    expect(isConditional).toBe(true);
  });

  it('are none of a file that is no test or not there', () => {
    expect(testFile('src/main.ts')).toBeUndefined();
    expect(testFile('test/unit/safety/no-such.test.ts')).toBeUndefined();
  });
});

describe('a figure', () => {
  const text = [
    '| | first | second |',
    '|---|---|---|',
    '| apples | 1 of 2 | **3** |',
    '',
    '| kind | share |',
    '|---|---|',
    '| apples | 0.5 |',
  ].join('\n');

  it('is a cell by the head of its table, its row and its column', () => {
    expect(cellIn(text, { table: 'second', row: 'apples', column: 2 })).toBe('3');
    expect(cellIn(text, { table: 'kind', row: 'apples | 0', column: 'share' })).toBe('0.5');
  });

  it('is a phrase over the ends of lines', () => {
    expect(phraseIn('it is right in\n95 %  of all', /right in (\d+ %) of/)).toBe('95 %');
  });

  it('that is not where it was is an error, not a blank', () => {
    expect(() => cellIn(text, { table: 'kind', row: 'pears', column: 1 })).toThrow(/"pears"/);
    expect(() => phraseIn(text, /right in (\d+)/)).toThrow(/nothing matches/);
  });
});
