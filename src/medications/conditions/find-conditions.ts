import type { NameAsserter } from '../../patient-record/asserted-names.js';
import type { NotAssessed } from '../finding.js';
import type { Patient } from '../patient.js';
import { ConditionIndex } from './condition-index.js';
import { readEntry } from './read-entry.js';
import type { Condition } from './schema.js';
import { childPughIn, trimesterIn } from './stated.js';

/** One entry of the list of conditions, and its path in the request. */
export interface ConditionText {
  readonly text: string;
  readonly path: string;
}

/** The result of reading a list of conditions and the chart. */
export interface ConditionReading {
  /** Ids of the table, including implied ones. */
  readonly conditions: ReadonlySet<string>;
  /** Those of them that only values of the chart show. */
  readonly shownByValues: ReadonlySet<string>;
  /** Only where an entry states it; an entry that denies it gives `false`. */
  readonly pregnant?: boolean;
  readonly trimester?: 1 | 2 | 3;
  readonly lactating?: boolean;
  readonly hepaticClass?: 'A' | 'B' | 'C';
  readonly notAssessed: readonly NotAssessed[];
}

type ConditionState = Omit<ConditionReading, 'conditions' | 'shownByValues' | 'notAssessed'>;

/** Whether an id is stated to be present or absent; nothing where neither is. */
function statementOf(
  id: string,
  present: ReadonlySet<string>,
  absent: ReadonlySet<string>,
): boolean | undefined {
  if (present.has(id)) return true;
  return absent.has(id) ? false : undefined;
}

/** The first answer that one of the texts gives. */
function firstIn<T>(texts: readonly ConditionText[], read: (text: string) => T | undefined) {
  for (const { text } of texts) {
    const answer = read(text);
    if (answer !== undefined) return answer;
  }
  return undefined;
}

/** Reads pregnancy, breastfeeding and the Child–Pugh class from the conditions. */
function stateOf(
  present: ReadonlySet<string>,
  absent: ReadonlySet<string>,
  texts: readonly ConditionText[],
): ConditionState {
  const pregnant = statementOf('pregnancy', present, absent);
  const lactating = statementOf('lactation', present, absent);
  const trimester = pregnant ? firstIn(texts, trimesterIn) : undefined;
  const hepaticClass = firstIn(texts, childPughIn);
  return {
    ...(hepaticClass && { hepaticClass }),
    ...(pregnant !== undefined && { pregnant }),
    ...(trimester && { trimester }),
    ...(lactating !== undefined && { lactating }),
  };
}

/** Finds the conditions of a patient in a list of texts and in the chart. */
export class ConditionFinder {
  readonly #index: ConditionIndex;

  constructor(table: readonly Condition[]) {
    this.#index = new ConditionIndex(table);
  }

  /**
   * Finds conditions.
   *
   * @param language determines the assertion of a name; without it doubtful texts yield nothing
   */
  find(
    texts: readonly ConditionText[],
    patient: Omit<Patient, 'conditions'>,
    language: NameAsserter | undefined,
  ): ConditionReading {
    const entries = texts.map(({ text, path }) => ({
      path,
      reading: readEntry(this.#index, text, language),
    }));
    const charted = this.#index.inChart(patient);
    const stated = [...entries.flatMap(({ reading }) => reading.present), ...charted.stated];
    const onRecord = this.#index.withImplied(stated);
    const present = new Set([...stated, ...charted.shown]);
    const conditions = this.#index.withImplied(present);
    const absent = new Set(entries.flatMap(({ reading }) => reading.absent));
    return {
      ...stateOf(present, absent, texts),
      conditions,
      shownByValues: new Set([...conditions].filter((id) => !onRecord.has(id))),
      notAssessed: entries.flatMap(({ path, reading }) =>
        reading.reasons.map((reason) => ({ what: path, reason })),
      ),
    };
  }
}
