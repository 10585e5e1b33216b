import { messageOf } from '../../core/errors.js';
import type { HeldObject, HeldObjects } from '../../core/held-object.js';
import type { KeyMode } from '../../core/key-mode.js';
import type { Logger } from '../../core/logger.js';
import {
  isComparable,
  isSamePatient,
  type PriorCaller,
  type PriorQuery,
  type PriorRefusal,
  type PriorSearch,
} from '../../core/prior-query.js';

/** An earlier image that is held, or why none is compared, in words. */
export type Prior = { readonly instanceUid: string } | { readonly reason: string };

/** Where an earlier image is looked for. */
export interface PriorSource {
  /** The name of a destination. */
  readonly from: string;
  readonly mode: KeyMode;
}

export interface PriorsParts {
  readonly objects: HeldObjects;
  /** Looks for an image at another node and has it sent to us; ends within its time limit. */
  readonly search: (
    from: PriorSource,
    query: PriorQuery,
    caller: PriorCaller,
    signal: AbortSignal,
  ) => Promise<PriorSearch>;
  readonly logger: Logger;
}

const REASONS: Readonly<Record<PriorRefusal, string>> = {
  unidentified:
    'the header states no patient ID or no study date, so no earlier image was looked for',
  none: 'the PACS holds no comparable earlier image of the patient',
  other_patient:
    'the PACS holds an earlier image with this patient ID whose issuer, birth date or sex contradict',
  other_mode: 'the PACS of the route is not for data of this mode',
  unreachable: 'the PACS could not be searched for an earlier image in time',
  not_delivered: 'the PACS did not deliver the earlier image in time',
};

/** Characters that a search would take for wildcards or for the end of a value. */
const SPECIAL = /[*?\\]/;

function queryFor({ studyUid, header }: HeldObject): PriorQuery | undefined {
  const { patient, study, series } = header;
  const { id, ...rest } = patient;
  const { bodyPart, view, modality } = series;
  if (id === undefined || id.trim() === '' || SPECIAL.test(id)) return undefined;
  if (study.date === undefined || !/^\d{8}$/.test(study.date)) return undefined;
  return {
    patient: { ...rest, id },
    studyUid,
    studyDate: study.date,
    modality: modality ?? '',
    ...(bodyPart !== undefined && { bodyPart }),
    ...(view !== undefined && { view }),
  };
}

/** Whether what was sent to us is what was looked for: a search may answer otherwise than the header says. */
function refusalOf(query: PriorQuery, held: HeldObject | undefined): PriorRefusal | undefined {
  if (held === undefined) return 'not_delivered';
  const { patient, study, series } = held.header;
  if (!isSamePatient(query.patient, patient)) return 'other_patient';
  const { modality, bodyPart, view } = series;
  const isEarlier = isComparable(query, {
    studyUid: held.studyUid,
    ...(study.date !== undefined && { studyDate: study.date }),
    ...(modality !== undefined && { modality }),
    ...(bodyPart !== undefined && { bodyPart }),
    ...(view !== undefined && { view }),
  });
  return isEarlier ? undefined : 'none';
}

/** Earlier films of patients, fetched from other nodes for comparison. */
export class Priors {
  readonly #parts: PriorsParts;
  /** What other nodes were asked to send, by mode and UID. */
  readonly #expected = new Set<string>();

  constructor(parts: PriorsParts) {
    this.#parts = parts;
  }

  /** Whether an object that arrives was asked for: it is held and not read by itself. */
  isExpected(mode: KeyMode, instanceUid: string): boolean {
    return this.#expected.has(`${mode} ${instanceUid}`);
  }

  /** Fetches the last comparable film; never fails, and ends in time. */
  async retrieve(
    from: string,
    now: HeldObject,
    mode: KeyMode,
    signal: AbortSignal,
  ): Promise<Prior> {
    const query = queryFor(now);
    if (query === undefined) return { reason: REASONS.unidentified };
    const { objects, logger, search } = this.#parts;
    const expected: string[] = [];
    const caller: PriorCaller = {
      expect: async (instanceUid) => {
        if ((await objects.object(mode, instanceUid)) !== undefined) return false;
        expected.push(`${mode} ${instanceUid}`);
        this.#expected.add(`${mode} ${instanceUid}`);
        return true;
      },
    };
    try {
      const found = await search({ from, mode }, query, caller, signal);
      if ('refusal' in found) return { reason: REASONS[found.refusal] };
      const { instanceUid } = found;
      const refusal = refusalOf(query, await objects.object(mode, instanceUid));
      return refusal === undefined ? { instanceUid } : { reason: REASONS[refusal] };
    } catch (error) {
      logger.warn({ destination: from, reason: messageOf(error) }, 'no earlier image was fetched');
      return { reason: REASONS.unreachable };
    } finally {
      for (const key of expected) this.#expected.delete(key);
    }
  }
}
