import type { Chart } from '../chart/fact.js';
import { latest } from '../chart/fact.js';
import type { AllergyFact, MedicineFact } from '../patient-record/facts.js';
import type { TextLine } from '../patient-record/text-line.js';
import type { AllergyLine } from './allergies/allergies.js';
import type { Finding, NotAssessed } from './finding.js';
import { type CaseParts, clearanceOf, type ReadLine } from './read-case.js';
import type { MedicationLine } from './schema.js';

/** The patient for whom medicines are proposed. */
export interface MedicinePatient {
  /** With what follows from its facts. */
  readonly chart: Chart;
  readonly medicines: readonly MedicineFact[];
  readonly allergies: readonly AllergyFact[];
  readonly lines: readonly TextLine[];
  /** Where something else than the chart says so. */
  readonly pregnant?: boolean;
}

/** What speaks against one of the proposed medicines. */
export interface MedicineObjection {
  /** Its number among those proposed. */
  readonly proposed: number;
  readonly severity: string;
  readonly title: string;
  readonly management: string;
  /** Others of the proposed, where they alone are what it does not go with. */
  readonly besides: readonly number[];
}

/** What a check of proposed medicines found. */
export interface MedicineCheck {
  readonly objections: readonly MedicineObjection[];
  /** Numbers of the proposed that could not be checked. */
  readonly unchecked: readonly number[];
  /** Lines of the patient's own list that could not be read. */
  readonly unresolved: readonly string[];
  readonly models: readonly {
    readonly id: string;
    readonly version: string;
    readonly backend: string;
  }[];
}

/** The bounds of a request hold here too: what is checked is checked in bounded time. */
const MOST = { medicines: 200, lines: 100, characters: 500 } as const;

const fits = (text: string): boolean => text.trim() !== '' && text.length <= MOST.characters;

function lineOf({ name, rxcui, dose, unit, route, frequency }: MedicineFact): MedicationLine {
  return {
    name,
    ...(rxcui !== undefined && { rxcui }),
    ...(dose !== undefined && { dose }),
    ...(unit !== undefined && { unit }),
    ...(route !== undefined && { route }),
    ...(frequency !== undefined && { frequency }),
  };
}

const allergyLine = ({ substance, reaction, severity }: AllergyFact): AllergyLine => ({
  substance,
  ...(reaction !== undefined && { reaction: reaction.slice(0, MOST.characters) }),
  ...(severity !== undefined && { severity }),
});

const LIVE = new Set(['present', 'possible']);

/** A patient's own lists as a check takes them, and the fields of what it cannot take. */
export interface OwnLists {
  readonly parts: Omit<CaseParts, 'proposed'>;
  readonly unread: readonly string[];
  /** More is on the lists than a check looks at: nothing can be said of what is proposed. */
  readonly tooMany: boolean;
}

/** What a patient takes, does not tolerate and has, as far as a check can look at it. */
export function ownLists(patient: MedicinePatient): OwnLists {
  const { chart, lines, pregnant } = patient;
  const taken = patient.medicines.filter(({ assertion }) => assertion === 'present');
  const medicines = taken.filter(({ name }) => fits(name));
  const known = patient.allergies.filter(({ assertion }) => LIVE.has(assertion));
  const allergies = known.filter(({ substance }) => fits(substance));
  const history = lines.filter(({ kind, text }) => kind === 'history' && text.trim() !== '');
  const charted = latest(chart, 'pregnant')?.value;
  const isPregnant = pregnant ?? (typeof charted === 'boolean' ? charted : undefined);
  const unread = [
    ...taken.filter(({ name }) => !fits(name)),
    ...known.filter(({ substance }) => !fits(substance)),
  ].map(({ field }) => `${field} holds no name of at most ${MOST.characters} characters`);
  return {
    unread,
    tooMany: medicines.length > MOST.medicines || allergies.length > MOST.lines,
    parts: {
      medications: medicines.map(lineOf),
      allergies: allergies.map(allergyLine),
      conditions: history.slice(0, MOST.lines).map(({ text, field }) => {
        return { text: text.slice(0, MOST.characters), path: field };
      }),
      patient: {
        ...{ chart, ...clearanceOf(chart) },
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

/** What is said of two medicines together. */
const MEETINGS: readonly string[] = ['interaction', 'duplicate_therapy'];

/** What findings say against each of the proposed. */
export function objectionsOf(findings: readonly Finding[]): MedicineObjection[] {
  return findings.flatMap(({ kind, items, severity, title, management }) => {
    const all = proposedOf(items);
    const among = MEETINGS.includes(kind) && all.length > 1 && all.length === items.length;
    return all.map((proposed) => {
      const besides = among ? all.filter((other) => other !== proposed) : [];
      return { proposed, severity, title, management, besides };
    });
  });
}

/** Numbers of the proposed, and the other lines, that were not understood. */
export function notUnderstood(lines: readonly ReadLine[]) {
  const unknown = lines.flatMap(({ item, input, unknown }) => unknown.map(() => ({ item, input })));
  return {
    unchecked: proposedOf(unknown.map(({ item }) => item)),
    unresolved: unknown.filter(({ item }) => !NUMBER.test(item)).map(({ input }) => input),
  };
}
