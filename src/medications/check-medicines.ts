import type { Chart } from '../patient-record/chart/fact.js';
import { latest } from '../patient-record/chart/fact.js';
import type { AllergyFact, MedicineFact } from '../patient-record/facts.js';
import type { TextLine } from '../patient-record/text-line.js';
import type { Finding, NotAssessed } from './finding.js';
import { type CaseParts, clearanceOf, type ReadLine } from './read-case.js';
import { allergyLine, lineOf, MAX_OF_RECORD as MAX } from './record-lines.js';
import { blocks } from './safety.js';
import type { Severity } from './severity.js';

/** The patient for whom medicines are proposed. */
export interface MedicinePatient {
  /** Including facts derived from others. */
  readonly chart: Chart;
  readonly medicines: readonly MedicineFact[];
  readonly allergies: readonly AllergyFact[];
  readonly lines: readonly TextLine[];
  /** If another source than the chart states it. */
  readonly pregnant?: boolean;
}

/** An alert against one of the proposed medicines. */
export interface MedicineObjection {
  /** Its index among the proposed. */
  readonly proposed: number;
  readonly severity: Severity;
  /** Whether the policy keeps it from being recommended. */
  readonly blocks: boolean;
  readonly title: string;
  readonly management: string;
  /** Other proposed medicines, if it conflicts with them alone. */
  readonly besides: readonly number[];
}

/** The result of a check of proposed medicines. */
export interface MedicineCheck {
  readonly objections: readonly MedicineObjection[];
  /** Indexes of the proposed that could not be checked. */
  readonly unchecked: readonly number[];
  /** Lines of the patient's own list that could not be read. */
  readonly unresolved: readonly string[];
  readonly models: readonly {
    readonly id: string;
    readonly version: string;
    readonly backend: string;
  }[];
}

const fits = (text: string): boolean => text.trim() !== '' && text.length <= MAX.characters;

const LIVE = new Set(['present', 'possible']);

/** A patient's lists as a check accepts them, and the fields of entries that it does not. */
export interface OwnLists {
  readonly parts: Omit<CaseParts, 'proposed'>;
  readonly unread: readonly string[];
  /** The lists are longer than the limit of a check: no proposal can be assessed. */
  readonly tooMany: boolean;
}

/** Returns the medicines, allergies and conditions of a patient within the limits of a check. */
export function ownLists(patient: MedicinePatient): OwnLists {
  const { chart, lines, pregnant } = patient;
  const taken = patient.medicines.filter(({ assertion }) => assertion === 'present');
  const medicines = taken.filter(({ name, rxcui }) => fits(name) || (name === '' && rxcui));
  const known = patient.allergies.filter(({ assertion }) => LIVE.has(assertion));
  const allergies = known.filter(({ substance }) => fits(substance));
  const history = lines.filter(({ kind, text }) => kind === 'history' && text.trim() !== '');
  const charted = latest(chart, 'pregnant')?.value;
  const isPregnant = pregnant ?? (typeof charted === 'boolean' ? charted : undefined);
  const unread = [
    ...taken.filter((one) => !medicines.includes(one)),
    ...known.filter(({ substance }) => !fits(substance)),
  ].map(({ field }) => `${field} is not a name of at most ${MAX.characters} characters`);
  return {
    unread,
    tooMany: medicines.length > MAX.medicines || allergies.length > MAX.lines,
    parts: {
      medications: medicines.map(lineOf),
      allergies: allergies.map(allergyLine),
      conditions: history.slice(0, MAX.lines).map(({ text, field }) => {
        return { text: text.slice(0, MAX.characters), path: field };
      }),
      patient: {
        chart,
        ...clearanceOf(chart),
        ...(isPregnant !== undefined && { pregnant: isPregnant }),
      },
      notAssessed: [] as readonly NotAssessed[],
    },
  };
}

const NUMBER = /^proposed\.(\d+)$/;

const proposedOf = (items: readonly string[]): number[] =>
  items.flatMap((item) => {
    const number = NUMBER.exec(item)?.[1];
    return number === undefined ? [] : [Number(number)];
  });

/** Severity and texts of a pair of medicines. */
const MEETINGS: readonly string[] = ['interaction', 'duplicate_therapy'];

/**
 * Returns the alerts against each of the proposed medicines.
 *
 * @param blockAt the severity from which an alert blocks
 */
export function objectionsOf(findings: readonly Finding[], blockAt: Severity): MedicineObjection[] {
  return findings.flatMap(({ kind, items, severity, title, management }) => {
    const all = proposedOf(items);
    const among = MEETINGS.includes(kind) && all.length > 1 && all.length === items.length;
    return all.map((proposed) => {
      const besides = among ? all.filter((other) => other !== proposed) : [];
      return { proposed, severity, blocks: blocks(severity, blockAt), title, management, besides };
    });
  });
}

/** Returns the indexes of proposed medicines, and the other lines, that were not understood. */
export function notUnderstood(lines: readonly ReadLine[]) {
  const unknown = lines.flatMap(({ item, input, unknown }) => unknown.map(() => ({ item, input })));
  return {
    unchecked: proposedOf(unknown.map(({ item }) => item)),
    unresolved: unknown.filter(({ item }) => !NUMBER.test(item)).map(({ input }) => input),
  };
}
