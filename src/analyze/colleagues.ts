import type { PictureReading } from './evidence/pictures.js';
import type { SentMedicine } from './gather.js';

/** A score as the risk room tells it. */
export interface ToldScore {
  readonly [more: string]: unknown;
  readonly score: string;
  readonly name: string;
  readonly value: number | string | null;
  readonly bounds: { readonly min: number; readonly max: number } | null;
  readonly interpretation: string;
  readonly category: string | null;
  readonly reference: { readonly title: string };
}

/** What the risk room says of a patient. */
export interface RiskAnswer {
  readonly scores: readonly ToldScore[];
  readonly predictions: readonly { readonly [more: string]: unknown; readonly model: string }[];
  readonly not_assessed?: readonly { readonly what: string; readonly reason: string }[] | undefined;
  readonly models?:
    | readonly { readonly id: string; readonly version: string; readonly backend: string }[]
    | undefined;
}

/** A question to the medication room: may these be given to who takes those? */
export interface MedicineQuestion {
  readonly proposed: readonly string[];
  readonly medications: readonly SentMedicine[];
  readonly allergies: readonly SentMedicine[];
  readonly conditions: readonly string[];
  readonly patient: Readonly<Record<string, unknown>>;
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

export interface MedicineAnswer {
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

/** Whose data may be seen. */
export type Mode = 'test' | 'live';

/** The rooms that are asked for their part; what joins them hands them in. */
export interface Colleagues {
  assessRisk(patientData: unknown, signal: AbortSignal): Promise<RiskAnswer>;
  /** What an earlier analysis of an image said; nothing where none of that id is kept for the mode. */
  findReading(analysisId: string, mode: Mode): PictureReading | undefined;
  /** Nothing where no knowledge of medicines can be used. */
  checkMedicines(question: MedicineQuestion): MedicineAnswer | undefined;
}
