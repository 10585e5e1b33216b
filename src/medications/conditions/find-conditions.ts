import { type NameAsserter, NOT_READABLE } from '../../patient-record/asserted-names.js';
import { chartOf, latest } from '../../patient-record/chart/fact.js';
import type { NotAssessed } from '../finding.js';
import { holds } from '../gate.js';
import type { Patient } from '../patient.js';
import { codeOf, codesIn } from './codes.js';
import { type ConditionMention, leavesPart, namesIn, spansIn } from './names.js';
import { numbersIn } from './numbers-in-text.js';
import { createPhrases } from './phrases.js';
import type { Condition } from './schema.js';
import { createSpelling } from './spelling.js';
import { asRecent, childPughIn, trimesterIn } from './stated.js';
import { wordsOf, wordsOfPlain, writtenOut } from './words.js';

/** One entry of the list of conditions, and its path in the request. */
export interface ConditionText {
  readonly text: string;
  readonly path: string;
}

/** The result of reading a list of conditions and the chart. */
export interface ConditionReading {
  /** Ids of the table, including implied ones. */
  readonly conditions: ReadonlySet<string>;
  /** Only where an entry states it; an entry that denies it gives `false`. */
  readonly pregnant?: boolean;
  readonly trimester?: 1 | 2 | 3;
  readonly lactating?: boolean;
  readonly hepaticClass?: 'A' | 'B' | 'C';
  readonly notAssessed: readonly NotAssessed[];
}

export interface ConditionFinder {
  /**
   * Finds conditions.
   *
   * @param language determines the assertion of a name; without it doubtful texts yield nothing
   */
  find(
    texts: readonly ConditionText[],
    patient: Omit<Patient, 'conditions'>,
    language: NameAsserter | undefined,
  ): ConditionReading;
}

const UNKNOWN = 'not a condition that the checks know: contraindications by it were not assessed';
const ALLERGY = 'reads as an allergy: only `allergies` is assessed for these';
const PARTLY = 'part of it was not understood: contraindications by that part were not assessed';
/** Entries without a condition: `none`, `NKDA`, `no past medical history`. */
const SAYS_NOTHING =
  /^\s*(?:none|nil|no|n\/?a|nkda|nka|nad|-|fit and well|healthy|well|nothing|no (?:known |significant |relevant |past |other )*(?:pmhx?|history|medical history|conditions?|problems?|illness(?:es)?|comorbidit(?:y|ies)|diagnos(?:is|es)|allerg(?:y|ies)))(?: (?:known|of note|significant|relevant|reported))?[\s.]*$/i;
const BROAD_CODE = 'the code covers more than one condition: name the condition in words';

interface Reading {
  readonly present: Set<string>;
  readonly absent: Set<string>;
  readonly notAssessed: NotAssessed[];
  readonly language: NameAsserter | undefined;
}

/** Cues of a condition that has ended. */
const OVER =
  /\b(?:resol\w+|recover\w*|cured?|outgr\w+|heal\w*|inactive|remission|in the past|past history)\b/i;

/** Whether a condition with this assertion counts today. */
function counts({ course }: Condition, { assertion, cue = '' }: ConditionMention): boolean {
  if (assertion !== 'historical') return assertion === 'present';
  return OVER.test(cue) ? course === 'lasting' : course !== 'passing';
}

const IN_DOUBT: Readonly<Record<string, string>> = {
  possible: 'it is only suspected: contraindications by it were not assessed',
  hypothetical: 'it refers to a future possibility: contraindications by it were not assessed',
};

export function createConditionFinder(table: readonly Condition[]): ConditionFinder {
  const byId = new Map(table.map((condition) => [condition.id, condition]));
  const phrases = createPhrases(
    table.map(({ id, name, synonyms }) => ({ id, phrases: [name, ...synonyms] })),
  );
  const mended = createSpelling(phrases.vocabulary);
  /** Conditions that the chart can determine. */
  const charted = table.filter(
    ({ flags, numbers }) => flags !== undefined || numbers !== undefined,
  );
  const coded = table.flatMap((condition) =>
    condition.icd10.map((prefix) => ({ prefix, condition })),
  );

  function readCode(code: string, path: string, reading: Reading): void {
    const hits = coded.filter(({ prefix }) => code.startsWith(prefix));
    const exact = hits.filter(({ condition }) => !condition.code_is_broader);
    for (const { condition } of exact) reading.present.add(condition.id);
    if (exact.length < hits.length) reading.notAssessed.push({ what: path, reason: BROAD_CODE });
    if (hits.length === 0) reading.notAssessed.push({ what: path, reason: UNKNOWN });
  }

  /**
   * Reads the conditions named in the words.
   *
   * @returns whether the words name anything
   */
  function readWords({ text, path }: ConditionText, reading: Reading): boolean {
    const plain = writtenOut(asRecent(text));
    const words = wordsOfPlain(plain);
    const named = namesIn(plain, mended(words), phrases, reading.language);
    if (named === undefined) {
      reading.notAssessed.push({ what: path, reason: NOT_READABLE });
      return true;
    }
    for (const one of named) takeName(one, path, reading);
    if (named.length > 0 && leavesPart(words, named)) {
      reading.notAssessed.push({ what: path, reason: PARTLY });
    }
    return named.length > 0;
  }

  function takeName(named: ConditionMention, path: string, reading: Reading): void {
    const { ids, assertion } = named;
    for (const id of ids) {
      const condition = byId.get(id);
      if (condition && counts(condition, named)) reading.present.add(id);
      else if (assertion === 'absent') reading.absent.add(id);
      else if (condition?.history && assertion === 'historical') {
        reading.present.add(condition.history);
      }
    }
    const reason = IN_DOUBT[assertion];
    if (reason !== undefined) reading.notAssessed.push({ what: path, reason });
  }

  /** `T2D` has the form of a code but is not one. */
  const isName = (text: string) => spansIn(wordsOf(text), phrases).length > 0;

  function readText({ text, path }: ConditionText, reading: Reading): void {
    const code = codeOf(text);
    const { codes, rest } =
      code !== undefined && !isName(text) ? { codes: [code], rest: '' } : codesIn(text);
    const measured = measuresIn(rest, reading);
    const understood = readWords({ text: rest, path }, reading) || measured;
    if (SAYS_NOTHING.test(rest)) return;
    // The words are more specific than a code that covers more.
    const target = understood ? { ...reading, notAssessed: [] } : reading;
    for (const one of codes) readCode(one, path, target);
    if (!understood && codes.length === 0) {
      const reason = /allerg|anaphyla|intoleran/i.test(text) ? ALLERGY : UNKNOWN;
      reading.notAssessed.push({ what: path, reason });
    }
  }

  /** Conditions implied by a number in the text: `eGFR 22`. */
  function measuresIn(text: string, reading: Reading): boolean {
    const chart = chartOf(numbersIn(text));
    if (chart.size > 0) readChart({ chart }, reading);
    return chart.size > 0;
  }

  /** Reads flags and numbers of the chart. */
  function readChart(patient: Omit<Patient, 'conditions'>, reading: Reading): void {
    const context = {
      patient: { ...patient, conditions: new Set<string>() },
      taken: [],
      matches: () => false,
    };
    for (const { id, flags = [], numbers } of charted) {
      const flagged = flags.some((flag) => latest(patient.chart, flag)?.value === true);
      const numbered = numbers !== undefined && holds(numbers, context) === true;
      if (flagged || numbered) reading.present.add(id);
    }
  }

  function withImplied(present: ReadonlySet<string>): Set<string> {
    const all = new Set<string>();
    const add = (id: string): void => {
      if (all.has(id)) return;
      all.add(id);
      for (const implied of byId.get(id)?.implies ?? []) add(implied);
    };
    for (const id of present) add(id);
    return all;
  }

  return {
    find(texts, patient, language) {
      const [present, absent] = [new Set<string>(), new Set<string>()];
      const reading: Reading = { present, absent, notAssessed: [], language };
      for (const text of texts) readText(text, reading);
      readChart(patient, reading);
      return {
        ...stateOf(reading, texts),
        conditions: withImplied(reading.present),
        notAssessed: reading.notAssessed,
      };
    },
  };
}

/** Reads pregnancy, breastfeeding and the Child–Pugh class from the conditions. */
function stateOf({ present, absent }: Reading, texts: readonly ConditionText[]) {
  const says = (id: string) => (present.has(id) ? true : absent.has(id) ? false : undefined);
  const pregnant = says('pregnancy');
  const lactating = says('lactation');
  const trimester = pregnant
    ? texts.map(({ text }) => trimesterIn(text)).find((one) => one !== undefined)
    : undefined;
  const hepaticClass = texts.map(({ text }) => childPughIn(text)).find((one) => one !== undefined);
  return {
    ...(hepaticClass && { hepaticClass }),
    ...(pregnant !== undefined && { pregnant }),
    ...(trimester && { trimester }),
    ...(lactating !== undefined && { lactating }),
  };
}
