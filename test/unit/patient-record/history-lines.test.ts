import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readEvidence } from '../../../src/differential/evidence/read-evidence.js';
import { openKnowledgePackages } from '../../../src/operations/knowledge-packages.js';
import { withDerived } from '../../../src/patient-record/chart/derive.js';
import { chartOf, latest } from '../../../src/patient-record/chart/fact.js';
import { patientData } from '../../../src/patient-record/chart/schema.js';
import { FLAGS } from '../../../src/patient-record/chart/variables/catalogue.js';
import type { Assertion } from '../../../src/patient-record/language/entity.js';
import { readPatientRecord } from '../../../src/patient-record/read-record.js';
import { readWords } from '../../../src/patient-record/written-patient.js';

interface Saying {
  /** The flag of the chart; none where scores have none. */
  readonly name: string | null;
  readonly condition: string;
  readonly assertion: Assertion | readonly Assertion[];
  readonly currently: boolean | null;
}

interface HistoryLine {
  readonly line: string;
  readonly says: readonly Saying[];
}

const MODELS = join(import.meta.dirname, '../../../models');
const LINES: readonly HistoryLine[] = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../golden/history-lines.json'), 'utf8'),
);

const shelf = await openKnowledgePackages(MODELS);
const language = shelf.language.open?.made;
const finder = shelf.medications.knowledge?.conditions;
const diseases = shelf.diseases.open?.made;
if (!language || !finder || !diseases) throw new Error('the packages of the house are not open');

const NOBODY = { chart: chartOf([]) };
const isFlag = new Set<string>(FLAGS.map(({ name }) => name));

/** What the scores know of a patient of whom a line of history is all that is known. */
function chartOfLine(line: string) {
  const data = patientData.parse({ demographics: { medical_history: [line] } });
  return withDerived(readPatientRecord(data, { language, now: 0 }).chart);
}

/** What each consumer takes as there when a line is all that is known. */
const CONSUMERS: Readonly<Record<string, (line: string) => ReadonlySet<string>>> = {
  scores(line) {
    const chart = chartOfLine(line);
    const holding = [...chart.keys()].filter((name) => latest(chart, name)?.value === true);
    return new Set(holding.filter((name) => isFlag.has(name)));
  },
  medications: (line) => finder.find([{ text: line, path: '0' }], NOBODY, language).conditions,
  analysis(line) {
    const patient = readWords([{ text: line, field: '0', kind: 'history' }], new Map(), language);
    const { present } = readEvidence(diseases.reader, patient, 'any');
    const { findings } = diseases.reader.tree;
    const own = [...present].flatMap((n) => findings[n] ?? []);
    return new Set(own.filter(({ kind }) => kind !== 'family').map(({ id }) => id));
  },
};

const allowed = ({ assertion }: Saying): readonly Assertion[] => [assertion].flat();
const COUNT: readonly Assertion[] = ['present', 'historical'];
/** Whether nothing that a line says of a condition lets anybody take it as there. */
const isNotThere = (one: Saying): boolean => !allowed(one).some((a) => COUNT.includes(a));

const ALL = LINES.flatMap(({ line, says }) => says.map((one) => ({ line, says, one })));

/** What the reader of clinical language says of the words of a condition. */
function readAs(line: string, { condition }: Saying): Assertion | undefined {
  const start = line.indexOf(condition);
  const end = start + condition.length;
  const found = language?.read(line).entities.find((one) => one.start < end && one.end > start);
  return found?.assertion;
}

/**
 * What a consumer takes as there by a line because of a condition of which the line does not say
 * that it is there: whatever the words of the condition alone mean to it, and nothing else in the
 * line does.
 */
function countedWrongly(consumer: string, line: string, one: Saying, says: readonly Saying[]) {
  const read = CONSUMERS[consumer];
  if (read === undefined) return [];
  const meant = read(one.condition);
  const others = says
    .filter((other) => other !== one && !isNotThere(other))
    .flatMap(({ condition }) => [...read(condition)]);
  const counted = read(line);
  return [...meant].filter((id) => counted.has(id) && !others.includes(id));
}

const IS_OVER = /resolved|remission|cured|outgrown/;

const consumers = Object.keys(CONSUMERS);

describe('a line of history', () => {
  it('is one of at least 300', () => expect(LINES.length).toBeGreaterThanOrEqual(300));

  it('never counts as present where the clinical language reader finds it absent', () => {
    const wrong = ALL.flatMap(({ line, says, one }) => {
      const said = readAs(line, one);
      if (said === undefined || COUNT.includes(said)) return [];
      const own = allowed(one).includes(said) ? says : says.filter((other) => other === one);
      return consumers.flatMap((consumer) => {
        const ids = countedWrongly(consumer, line, one, own);
        return ids.length === 0 ? [] : [`${line} | ${said} | ${consumer}: ${ids.join(', ')}`];
      });
    });
    expect(wrong).toEqual([]);
  });

  it('never counts as present where the reader does not find it present', () => {
    const wrong = ALL.filter(({ one }) => isNotThere(one)).flatMap(({ line, says, one }) =>
      consumers.flatMap((consumer) => {
        const ids = countedWrongly(consumer, line, one, says);
        return ids.length === 0
          ? []
          : [`${line} | ${one.condition} | ${consumer}: ${ids.join(', ')}`];
      }),
    );
    expect(wrong).toEqual([]);
  });

  it('gives the scores what it says and nothing else', () => {
    const wrong = LINES.flatMap(({ line, says }) => {
      const chart = chartOfLine(line);
      const names = new Set(says.flatMap(({ name }) => name ?? []));
      return [...names].flatMap((name) => {
        const own = says.filter((one) => one.name === name);
        const truths = new Set(own.flatMap(({ currently }) => currently ?? []));
        const truth = truths.size === 1 ? [...truths][0] : null;
        const holds = latest(chart, name)?.value ?? null;
        // Of a lasting disease that is said to be over nothing is concluded either.
        if (holds === truth || (holds === null && IS_OVER.test(line))) return [];
        return [`${line} | ${name}: ${truth}, taken as ${holds}`];
      });
    });
    expect(wrong).toEqual([]);
  });
});
