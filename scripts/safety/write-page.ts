import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Complain } from '../knowledge/build/diseases/blocks.js';
import { FIGURES, isFigureName } from './figures.js';
import { LEVELS, LIKELIHOODS, levelOf, MATRIX, type Rating, SEVERITIES } from './policy.js';
import { type Control, type Hazard, PARTS, type Proof, readHazards } from './read-hazards.js';
import { createTestFiles, type TestFile } from './test-titles.js';

const ROOT = join(import.meta.dirname, '..', '..');

/** The page that is written, from the project's folder. */
export const PAGE = 'docs/clinical-safety.md';

const SLOT = /\{([a-z_0-9]+)\}/g;

const namesIn = (text: string): readonly string[] =>
  [...text.matchAll(SLOT)].map(([, name = '']) => name);

const linkTo = (path: string): string => `[\`${path}\`](../${path})`;

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n');

/** The text of a cell: a bar would end it. */
const cellText = (text: string): string => text.replaceAll('|', '\\|');

const ratingText = (rating: Rating): string =>
  `${rating.severity}, ${rating.likelihood}: **level ${levelOf(rating)}**`;

const anchorOf = ({ id, title }: Hazard): string =>
  `${id} ${title}`
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

/** Figures read once each; faults are told where they are quoted. */
function createQuotes(complain: Complain) {
  const known = new Map<string, string>();
  const read = (name: string, at: string): string => {
    if (!isFigureName(name)) {
      complain(at, `{${name}} is no figure`);
      return '';
    }
    try {
      return FIGURES[name].read();
    } catch (error) {
      const { from } = FIGURES[name];
      complain(at, `{${name}} in ${from}: ${error instanceof Error ? error.message : error}`);
      return '';
    }
  };
  return (text: string, at: string): string =>
    text.replace(SLOT, (_, name: string) => {
      const value = known.get(name) ?? read(name, at);
      known.set(name, value);
      return value;
    });
}

/** The files that the figures of a text come from, each once. */
function sourcesOf(text: string): readonly string[] {
  const names = namesIn(text).filter(isFigureName);
  return [...new Set(names.map((name) => FIGURES[name].from))];
}

type FindTestFile = (path: string) => TestFile | undefined;

/** The marks behind a path: a test that needs tools or data of its machine. */
const CONDITIONAL = '†';

function proofText({ file, title }: Proof, find: FindTestFile): string {
  const mark = find(file)?.isConditional ? ` ${CONDITIONAL}` : '';
  return `[${file}](../${file})${mark}: ${cellText(title)}`;
}

/** The rows of a control: what it is, and what proves it. */
function controlRows(
  { kind, text, proofs }: Control,
  find: FindTestFile,
): (readonly [string, string])[] {
  const proven = proofs.map((proof) => proofText(proof, find)).join('<br>');
  return [
    [kind, cellText(text)],
    ['tested by', proven === '' ? 'no test' : proven],
  ];
}

interface PageParts {
  readonly quote: (text: string, at: string) => string;
  readonly find: FindTestFile;
}

function hazardText(hazard: Hazard, { quote, find }: PageParts): string {
  const { id, title, at, controls, uncontrolled, residual, verdict, because } = hazard;
  const sources = sourcesOf(residual).map(linkTo);
  const figures = sources.length === 0 ? '' : ` (figures: ${sources.join(', ')})`;
  const rows: (readonly [string, string])[] = [
    ['effect', hazard.effect],
    ['causes', hazard.causes.join('; ')],
    ['before control', ratingText(hazard.before)],
    ...controls.flatMap((control) => controlRows(control, find)),
    ...(uncontrolled === undefined ? [] : [['**not controlled**', uncontrolled] as const]),
    ['after control', ratingText(hazard.after)],
    ['residual risk', `${quote(residual, at)}${figures}`],
    ['verdict', `**${verdict}**: ${because}`],
    ...hazard.duties.map(({ who, what }) => ['at the hospital', `${who}: ${what}`] as const),
  ];
  return `### ${id} ${title}\n\n${table(['', ''], rows)}`;
}

/** Whether it stands at the top: not acceptable for patients, or with a cause that nothing controls. */
export const isOpen = ({ verdict, uncontrolled }: Hazard): boolean =>
  verdict === 'unacceptable' || uncontrolled !== undefined;

function openText(hazards: readonly Hazard[]): string {
  const open = hazards.filter(isOpen);
  const byWeight = [...open].sort((a, b) => levelOf(b.after) - levelOf(a.after));
  const stopped = open.filter(({ verdict }) => verdict === 'unacceptable').length;
  const rows = byWeight.map((hazard) => {
    const { id, title, after, verdict, because, uncontrolled } = hazard;
    return [
      `[${id}](#${anchorOf(hazard)})`,
      title,
      String(levelOf(after)),
      verdict === 'unacceptable' ? `**${verdict}**: ${because}` : `${verdict}: ${because}`,
      uncontrolled ?? '',
    ];
  });
  return (
    `${stopped} of ${hazards.length} hazards are unacceptable for the care of patients as the product stands, and ` +
    `${open.filter(({ uncontrolled }) => uncontrolled !== undefined).length} have a cause that nothing in it controls. ` +
    'The level is that of the residual risk.\n\n' +
    table(['hazard', '', 'level', 'verdict', 'not controlled'], rows)
  );
}

function summaryText(hazards: readonly Hazard[]): string {
  const counts = (some: readonly Hazard[]) =>
    LEVELS.map((level) => {
      const count = (pick: (one: Hazard) => Rating) =>
        some.filter((one) => levelOf(pick(one)) === level).length;
      return `${count(({ after }) => after)} (${count(({ before }) => before)})`;
    });
  const verdicts = (some: readonly Hazard[]) =>
    (['acceptable', 'conditional', 'unacceptable'] as const).map((verdict) =>
      String(some.filter((one) => one.verdict === verdict).length),
    );
  const lineOf = (title: string, some: readonly Hazard[]) => [
    title,
    String(some.length),
    ...counts(some),
    ...verdicts(some),
  ];
  const head = ['', 'hazards', ...LEVELS.map((level) => `level ${level}`)];
  return table(
    [...head, 'acceptable', 'conditional', 'unacceptable'],
    [
      ...PARTS.map(({ file, title }) =>
        lineOf(
          title,
          hazards.filter(({ part }) => part === file),
        ),
      ),
      lineOf('all', hazards),
    ],
  );
}

function matrixText(): string {
  const rows = [...LIKELIHOODS]
    .reverse()
    .map((likelihood) => [likelihood, ...MATRIX[likelihood].map(String)]);
  return table(['likelihood \\ severity', ...SEVERITIES], rows);
}

const MARK_TEXT =
  'Tests are named by file and title, where `%s` and the like stand for each of several cases. ' +
  `${CONDITIONAL}: parts of this file need tools or data that not every machine has, and are skipped, with the reason, ` +
  'where these are missing.';

function hazardsText(hazards: readonly Hazard[], parts: PageParts): string {
  const chapters = PARTS.map(({ file, title }) => {
    const some = hazards.filter(({ part }) => part === file);
    return [`## ${title}`, ...some.map((one) => hazardText(one, parts))].join('\n\n');
  });
  return [MARK_TEXT, ...chapters].join('\n\n');
}

/** Complains of tests that do not exist. */
function checkProofs(hazards: readonly Hazard[], find: FindTestFile, complain: Complain): void {
  for (const { at, id, controls } of hazards) {
    for (const { file, title } of controls.flatMap(({ proofs }) => proofs)) {
      const found = find(file);
      if (found === undefined) complain(at, `${id}: ${file} does not exist`);
      else if (!found.titles.has(title)) complain(at, `${id}: ${file} has no "${title}"`);
    }
  }
}

/**
 * Returns the text of the page.
 *
 * @param complain is told of each fault of the hazards, their figures and their tests
 */
export function writePage(complain: Complain): string {
  const hazards = readHazards(complain);
  const find = createTestFiles(ROOT);
  checkProofs(hazards, find, complain);
  const texts: Readonly<Record<string, string>> = {
    open: openText(hazards),
    summary: summaryText(hazards),
    matrix: matrixText(),
    hazards: hazardsText(hazards, { quote: createQuotes(complain), find }),
  };
  const words = readFileSync(join(import.meta.dirname, 'page.md'), 'utf8');
  return words.replace(/\{\{(\w+)\}\}/g, (_, name: string) => texts[name] ?? '');
}
