import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { isSameAnswer } from '../../scripts/readme/compare-answers.js';
import { readExamples } from '../../scripts/readme/examples.js';
import { type Outcome, runExamples } from '../../scripts/readme/run.js';

const README = readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8');
const { examples, faults } = readExamples(README);

function hasCurl(): boolean {
  try {
    // `--fail-with-body` came with 7.76.
    return execFileSync('curl', ['--help', 'all'], { encoding: 'utf8' }).includes('fail-with-body');
  } catch {
    return false;
  }
}

describe('README.md', () => {
  it('marks every block as an example or as not run', () => {
    expect(faults).toEqual([]);
  });

  it('shows what every capability answers', () => {
    const asked = examples.filter(({ answer }) => answer?.language === 'json');
    const paths = asked.map(({ command }) => /localhost:8443(\/v1\/\w+)/.exec(command)?.[1]);
    const capabilities = ['imaging', 'transcribe', 'risk', 'medications', 'analyze'];
    expect(paths).toEqual(expect.arrayContaining(capabilities.map((name) => `/v1/${name}`)));
  });
});

describe.skipIf(!hasCurl())('the examples of README.md (skipped where there is no curl)', () => {
  let outcomes: ReadonlyMap<string, Outcome>;
  beforeAll(async () => {
    outcomes = await runExamples(examples);
  });

  it.each(examples)('$name (line $line) prints what is shown', ({ name, line, answer }) => {
    const { printed, fault } = outcomes.get(name) ?? { fault: 'it was not run' };
    const place = `README.md:${line}, example "${name}"`;
    expect(fault, `${place} failed`).toBeUndefined();
    if (answer === undefined || isSameAnswer(answer.text, printed ?? '')) return;
    expect(answer.text, `${place} prints something else; "npm run readme" writes it anew`).toBe(
      printed,
    );
  });
});
