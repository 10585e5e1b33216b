import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SCORES } from '../../src/scores/catalogue.js';
import { readJsonLines } from '../knowledge/measure/json-lines.js';
import { WORDINGS } from '../knowledge/measure/triage-cases.js';

const ROOT = join(import.meta.dirname, '..', '..');

/** A measured figure, read from the file that states it. */
export interface Figure {
  /** Path from the project's folder; a folder where several files are counted. */
  readonly from: string;
  readonly read: () => string;
}

const textOf = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

const cardOf = (model: string): string => `models/${model}/CARD.md`;

const cellsOf = (line: string): string[] =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());

interface Table {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** The Markdown tables of a text. */
export function tablesOf(text: string): readonly Table[] {
  const blocks = text.split('\n\n').map((block) => block.split('\n'));
  return blocks.flatMap((lines) => {
    const table = lines.filter((line) => line.startsWith('|')).map(cellsOf);
    const [head, rule, ...rows] = table;
    return head !== undefined && rule?.every((cell) => /^:?-+:?$/.test(cell))
      ? [{ head, rows }]
      : [];
  });
}

interface CellPlace {
  /** Words of the head of the table. */
  readonly table: string;
  /** How the row begins, with ` | ` between its cells. */
  readonly row: string;
  /** Number of the cell in its row, or how its heading begins. */
  readonly column: number | string;
}

/**
 * Returns a cell of a Markdown table, without emphasis.
 *
 * @throws Error where no table, row or column is as named
 */
export function cellIn(text: string, { table, row, column }: CellPlace): string {
  const candidates = tablesOf(text).filter(({ head }) => head.join(' | ').includes(table));
  for (const { head, rows } of candidates) {
    const cells = rows.find((one) => one.join(' | ').startsWith(row));
    const at =
      typeof column === 'number' ? column : head.findIndex((name) => name.startsWith(column));
    const cell = cells?.[at];
    if (cell !== undefined && cell !== '') return cell.replaceAll('**', '');
  }
  throw new Error(`no table with "${table}" has a row "${row}" with a column "${column}"`);
}

/**
 * Returns what the groups of a pattern match in a text whose line breaks are blanks.
 *
 * @throws Error where the pattern does not match
 */
export function phraseIn(text: string, pattern: RegExp): string {
  const groups = pattern.exec(text.replace(/\s+/g, ' '))?.slice(1);
  if (groups === undefined) throw new Error(`nothing matches ${pattern}`);
  return groups.join(' ');
}

const cell = (model: string, table: string, row: string, column: number | string): Figure => ({
  from: cardOf(model),
  read: () => cellIn(textOf(cardOf(model)), { table, row, column }),
});

const phrase = (model: string, pattern: RegExp): Figure => ({
  from: cardOf(model),
  read: () => phraseIn(textOf(cardOf(model)), pattern),
});

const percent = (hits: number, all: number): string =>
  `${hits.toLocaleString('en')} of ${all.toLocaleString('en')} (${Math.round((100 * hits) / all)} %)`;

const TIME_CRITICAL = 'test/time-critical';

/** How many wordings of time-critical conditions reach what is demanded of them. */
function timeCritical(demand: 'level' | 'first'): Figure {
  return {
    from: `${TIME_CRITICAL}/shortfalls.json`,
    read: () => {
      const all =
        readJsonLines(join(ROOT, TIME_CRITICAL, 'conditions.jsonl')).length * WORDINGS.length;
      const shortfalls = JSON.parse(textOf(`${TIME_CRITICAL}/shortfalls.json`)) as string[];
      const missed = shortfalls.filter((one) => one.endsWith(` ${demand}`)).length;
      return percent(all - missed, all);
    },
  };
}

/** How many orders of the lists of never events are tested, dangerous ones or right ones. */
function neverEvents(isDangerous: boolean): Figure {
  const files = ['building', 'held-out'].map((name) => `test/never-events/${name}.jsonl`);
  return {
    from: 'test/never-events',
    read: () => {
      const orders = files.flatMap((path) =>
        readJsonLines<{ least: string | null }>(join(ROOT, path)),
      );
      return String(orders.filter(({ least }) => (least !== null) === isDangerous).length);
    },
  };
}

interface LabelFacts {
  readonly name: string;
  readonly reported?: boolean;
}

/** The labels of a model that are not reported, by name. */
function withheldLabels(model: string): Figure {
  const path = `models/${model}/model.json`;
  return {
    from: path,
    read: () => {
      const { labels } = JSON.parse(textOf(path)) as { labels: readonly LabelFacts[] };
      return labels
        .filter(({ reported }) => reported === false)
        .map(({ name }) => name)
        .join(', ');
    },
  };
}

const EXAMPLES = 'test/golden/scores';

const CHEST = 'chest-xray-triage';
const ON_STRANGERS = 'reported';
const FALSE_ALARMS = 'source | films | n | abnormal';

/** Every figure that the hazard log quotes, by its name there. */
export const FIGURES = {
  emergencies_high: cell('disease-knowledge', 'test/triage/measuring.jsonl', 'levels 1–2', 1),
  minor_moderate: cell('disease-knowledge', 'test/triage/measuring.jsonl', 'levels 4–5', 1),
  nurse_difference: cell('disease-knowledge', 'test/triage/measuring.jsonl', 'below the nurse', 1),
  nurse_kappa: cell('disease-knowledge', 'test/triage/measuring.jsonl', 'weighted kappa', 1),
  first_public: cell('disease-knowledge', 'among three', '80 public', 'first'),
  three_public: cell('disease-knowledge', 'among three', '80 public', 'among three'),
  first_vignettes: cell('disease-knowledge', 'among three', '110 vignettes for measuring', 'first'),
  must_not_miss: cell('disease-knowledge', 'must-not-miss.ts', '45 presentations for measuring', 1),
  disease_count: phrase('disease-knowledge', /\| diseases \| ([\d,]+) diseases/),
  time_critical_level: timeCritical('level'),
  time_critical_first: timeCritical('first'),
  negated_wrong: cell('clinical-language', 'everyday sentences', 'negated', 'wrong'),
  affirmed_wrong: cell('clinical-language', 'everyday sentences', 'affirmed', 'wrong'),
  dictated_wrong: cell('clinical-language', 'everyday sentences', 'dictations', 'wrong'),
  possible_wrong: cell('clinical-language', 'unusual sentences', 'possible', 2),
  unusual_wrong: cell('clinical-language', 'unusual sentences', 'all', 2),
  values_right: phrase('clinical-language', /([\d.]+ % of \d+) values are read correctly/),
  wer_native: cell('dictation-en', 'clips, groups', 'native reader', 'no specialty'),
  wer_crowd: cell('dictation-en', 'clips, groups', 'crowd-sourced', 'no specialty'),
  wer_accent: cell('dictation-en', 'clips, groups', 'short prompts', 'no specialty'),
  wer_synthetic: cell('dictation-en', 'clips, groups', 'synthetic', 'no specialty'),
  no_speech: phrase('dictation-en', /on (\d+) made recordings without speech/),
  three_voices: phrase('dictation-en', /three in (\d+ of \d+)/),
  unspoken_medicines: phrase(
    'dictation-en',
    /stay, and (\d+ of \d+) medicines that were not spoken/,
  ),
  unspoken_general: phrase(
    'dictation-en',
    /by telephone\) (\d+ of \d+) medicines that were not spoken/,
  ),
  strange_names: phrase(
    'dictation-en',
    /drug names that are not in the lexicon are worse \((\d+ names: \d+ % and \d+ %)\)/,
  ),
  chest_sensitivity: cell(CHEST, ON_STRANGERS, 'abnormal', 'sensitivity'),
  chest_specificity: cell(CHEST, ON_STRANGERS, 'abnormal', 'specificity'),
  pneumonia_sensitivity: cell(CHEST, ON_STRANGERS, 'pneumonia', 'sensitivity'),
  pneumothorax_auroc: cell(CHEST, ON_STRANGERS, 'pneumothorax', 'AUROC'),
  withheld_chest: withheldLabels(CHEST),
  jsrt_auroc: cell(CHEST, 'source | label | AUROC', 'JSRT (Japan) | abnormal', 'AUROC'),
  children_alarms: cell(CHEST, FALSE_ALARMS, 'Kermany (children, China) | normal', 'abnormal'),
  adult_alarms: cell(CHEST, FALSE_ALARMS, 'RSNA/NIH adult normals (USA) | normal', 'abnormal'),
  source_named: phrase(CHEST, /balanced accuracy ([\d.]+ \(chance [\d.]+\))/),
  boxes_hit: cell(CHEST, 'boxes hit', 'abnormal', 'boxes hit'),
  boxes_chance: cell(CHEST, 'boxes hit', 'abnormal', 'by chance'),
  ratio_error: cell('chest-xray-anatomy', 'mean absolute error', '', 'mean absolute error'),
  ratio_limits: cell('chest-xray-anatomy', 'mean absolute error', '', 'limits of agreement'),
  turned_refused: cell('chest-xray-anatomy', 'pictures that are refused', 'turned 90', 'share'),
  brain_refused: cell('chest-xray-anatomy', 'pictures that are refused', 'brain mri', 'share'),
  ct_gate_mri: cell('head-ct-haemorrhage', 'pictures that are refused', 'brain MRI', 'share'),
  mri_upside_down: cell(
    'brain-mri-tumour',
    'pictures that pass',
    'test slices upside down',
    'share',
  ),
  ct_auroc: cell('head-ct-haemorrhage', 'unseen slices', 'round 1', 'AUROC'),
  ct_slices: phrase('head-ct-haemorrhage', /trained on \*\*(\d+ slices)\*\*/),
  ct_answered: cell('head-ct-haemorrhage', 'risk a class', 'haemorrhage', 'answered'),
  mri_style_auroc: cell('brain-mri-tumour', 'clusters', 'style 3 | abnormal', 'AUROC'),
  mri_trivial: cell('brain-mri-tumour', 'ten trivial numbers', 'style 3', 'ten trivial numbers'),
  mri_glioma_yes: cell('brain-mri-tumour', 'yes / unsure', 'style 0 | glioma', 'abnormal'),
  score_count: { from: 'src/scores/catalogue.ts', read: () => String(SCORES.length) },
  example_files: {
    from: EXAMPLES,
    read: () =>
      String(
        readdirSync(join(ROOT, EXAMPLES), { recursive: true, encoding: 'utf8' }).filter((name) =>
          name.endsWith('.json'),
        ).length,
      ),
  },
  icu_auroc: cell('deterioration', 'sent | AUROC', 'whole series of the first 24 h', 'AUROC'),
  icu_vitals_auroc: cell('deterioration', 'sent | AUROC', 'last vital signs', 'AUROC'),
  icu_vitals_slope: cell('deterioration', 'sent | AUROC', 'last vital signs', 'slope'),
  icu_no_gcs_auroc: cell('deterioration', 'sent | AUROC', 'last vital signs without GCS', 'AUROC'),
  icu_outside_slope: phrase(
    'deterioration',
    /version 1\.0\.0[\s\S]*?calibration slope of (\d\.\d+)\*\*/,
  ),
  icu_worst_ratio: cell('deterioration', 'sent | AUROC', 'one value each: the worst', 'O/E'),
  ward_auroc: cell('deterioration', 'SUPPORT2', 'all', 'AUROC'),
  ward_ratio: cell('deterioration', 'SUPPORT2', 'all', 'O/E'),
  old_ratio: cell('deterioration', 'group | n | events', 'age 80', 'O/E'),
  surgical_ratio: cell('deterioration', 'group | n | events', 'surgical unit', 'O/E'),
  women_auroc: cell('deterioration', 'group | n | events', 'women', 'AUROC'),
  extreme_patient: phrase('deterioration', /sent as single values, gets (\d+ %)/),
  heart_auroc: cell('heart-disease', 'known | AUROC', 'all 13 answers', 'AUROC'),
  heart_slope: cell('heart-disease', 'known | AUROC', 'all 13 answers', 'slope'),
  heart_elsewhere: phrase('heart-disease', /\*\*AUROC (\d\.\d+, \d\.\d+ and \d\.\d+); calibration/),
  heart_slopes_elsewhere: phrase(
    'heart-disease',
    /calibration slopes of (\d\.\d+ and \d\.\d+) at two/,
  ),
  heart_patients: phrase('heart-disease', /(\d+) consecutive patients referred/),
  serious_pairs: cell('medication-knowledge', 'first lists', 'serious pairs', 2),
  serious_pairs_first: cell('medication-knowledge', 'first lists', 'serious pairs', 1),
  pairs_at_major: cell('medication-knowledge', 'first lists', 'the same at major', 2),
  harmless_pairs: cell('medication-knowledge', 'first lists', 'pairs without', 2),
  unlisted_alerts: phrase(
    'medication-knowledge',
    /([\d.]+ %) \([\d.]+ %\) are reported as moderate or above, rare drugs included/,
  ),
  names_read: cell('medication-knowledge', 'first lists', 'names understood', 2),
  names_read_first: cell('medication-knowledge', 'first lists', 'names understood', 1),
  misspellings: phrase(
    'medication-knowledge',
    /(of [\d,]+ names \d+ % understood, \d+ % unresolved with the right name suggested, \d+) understood wrongly/,
  ),
  listed_safe: phrase('medication-knowledge', /`safe_to_proceed` is true for (\d+ = [\d.]+ %)/),
  medicine_alerts: cell('medication-knowledge', 'first lists', 'cases that need an alert', 2),
  everyday_silent: cell('medication-knowledge', 'first lists', 'everyday therapy', 2),
  never_dangerous: neverEvents(true),
  never_right: neverEvents(false),
  never_second: cell('medication-knowledge', 'first set', 'dangerous orders stopped', 2),
} as const satisfies Readonly<Record<string, Figure>>;

export type FigureName = keyof typeof FIGURES;

export const isFigureName = (name: string): name is FigureName => Object.hasOwn(FIGURES, name);
