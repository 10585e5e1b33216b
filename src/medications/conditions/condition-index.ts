import { latest } from '../../patient-record/chart/fact.js';
import { holds } from '../gate.js';
import type { Patient } from '../patient.js';
import { spansIn } from './names.js';
import { createPhrases, type Phrases } from './phrases.js';
import type { Condition } from './schema.js';
import { createSpelling } from './spelling.js';
import { type Word, wordsOf } from './words.js';

/** What the chart of a patient is read for. */
type Person = Omit<Patient, 'conditions'>;

/** The table of conditions by id, name, code and chart. */
export class ConditionIndex {
  /** All names of all conditions. */
  readonly phrases: Phrases;
  readonly #byId: ReadonlyMap<string, Condition>;
  readonly #corrected: (words: readonly Word[]) => readonly Word[];
  /** Conditions that the chart can determine. */
  readonly #charted: readonly Condition[];
  readonly #coded: readonly { readonly prefix: string; readonly condition: Condition }[];

  constructor(table: readonly Condition[]) {
    this.#byId = new Map(table.map((condition) => [condition.id, condition]));
    this.phrases = createPhrases(
      table.map(({ id, name, synonyms }) => ({ id, phrases: [name, ...synonyms] })),
    );
    this.#corrected = createSpelling(this.phrases.vocabulary);
    this.#charted = table.filter(
      ({ flags, numbers }) => flags !== undefined || numbers !== undefined,
    );
    this.#coded = table.flatMap((condition) =>
      condition.icd10.map((prefix) => ({ prefix, condition })),
    );
  }

  condition(id: string): Condition | undefined {
    return this.#byId.get(id);
  }

  /** Words with misspelled names corrected. */
  corrected(words: readonly Word[]): readonly Word[] {
    return this.#corrected(words);
  }

  /** Whether a text is a name or has one: `T2D` has the form of a code but is not one. */
  isName(text: string): boolean {
    return spansIn(wordsOf(text), this.phrases).length > 0;
  }

  /** The conditions that an ICD-10 code belongs to. */
  withCode(code: string): readonly Condition[] {
    return this.#coded
      .filter(({ prefix }) => code.startsWith(prefix))
      .map(({ condition }) => condition);
  }

  /** Ids of the conditions that a chart determines: those that its flags state, and those that its values show. */
  inChart(person: Person): {
    readonly stated: readonly string[];
    readonly shown: readonly string[];
  } {
    const patient = { ...person, conditions: new Set<string>() };
    const context = { patient, taken: [], matches: () => false };
    const isStated = ({ flags = [] }: Condition) =>
      flags.some((flag) => latest(person.chart, flag)?.value === true);
    const isShown = ({ numbers }: Condition) =>
      numbers !== undefined && holds(numbers, context) === true;
    return {
      stated: this.#charted.filter(isStated).map(({ id }) => id),
      shown: this.#charted.filter(isShown).map(({ id }) => id),
    };
  }

  /** Conditions with all that they imply. */
  withImplied(ids: Iterable<string>): ReadonlySet<string> {
    const all = new Set<string>();
    const add = (id: string): void => {
      if (all.has(id)) return;
      all.add(id);
      for (const implied of this.#byId.get(id)?.implies ?? []) add(implied);
    };
    for (const id of ids) add(id);
    return all;
  }
}
