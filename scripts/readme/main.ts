import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isSameAnswer } from './compare-answers.js';
import { readExamples, writeAnswers } from './examples.js';
import { runExamples } from './run.js';

// Runs the examples of README.md and writes what came back into it. An example that fails leaves
// its answer as it was and the script ends with 1.

const FILE = join(import.meta.dirname, '..', '..', 'README.md');

const say = (line: string) => void process.stdout.write(`${line}\n`);

async function main(): Promise<boolean> {
  const document = readFileSync(FILE, 'utf8');
  const { examples, faults } = readExamples(document);
  const failed = faults.map((fault) => `README.md, ${fault}`);
  const answers = new Map<string, string>();
  const outcomes = await runExamples(examples);
  for (const { name, line, answer } of examples) {
    const { printed, fault } = outcomes.get(name) ?? { fault: 'it was not run' };
    if (printed === undefined) failed.push(`README.md:${line}, example "${name}":\n${fault}`);
    else if (answer !== undefined && !isSameAnswer(answer.text, printed))
      answers.set(name, printed);
  }
  writeFileSync(FILE, writeAnswers(document, answers));
  say(
    `${examples.length} examples run, answers written anew: ${[...answers.keys()].join(', ') || 'none'}`,
  );
  for (const fault of failed) process.stderr.write(`${fault}\n`);
  return failed.length === 0;
}

process.exitCode = (await main()) ? 0 : 1;
