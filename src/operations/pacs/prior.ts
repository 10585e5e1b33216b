import '../../imaging/worker/inspect-objects-contract.js';
import { rm } from 'node:fs/promises';
import { APPLIANCE } from '../../audit/audit-log.js';
import { messageOf } from '../../core/errors.js';
import type { HeldObject } from '../../core/held-object.js';
import type { KeyMode } from '../../core/key-mode.js';
import type { Logger } from '../../core/logger.js';
import {
  isComparable,
  isSamePatient,
  type PriorCaller,
  type PriorFailure,
  type PriorObstacle,
  type PriorQuery,
  type PriorRefusal,
  type PriorSearch,
  type RetrievedImage,
} from '../../core/prior-query.js';
import type { ObjectHeader, Reception } from '../../core/received-object.js';
import type { ObjectFault } from '../../imaging/worker/inspect-objects-contract.js';
import type { Engine } from '../../inference/engine.js';
import type { ObjectStore } from './object-store.js';
import { reasonFor } from './prior-reason.js';

/** An earlier image that is held, or why none is compared, in words. */
export type Prior = { readonly instanceUid: string } | { readonly reason: string };

/** Where an earlier image is looked for. */
export interface PriorSource {
  /** The name of a destination. */
  readonly from: string;
  readonly mode: KeyMode;
}

export interface PriorsParts {
  readonly objects: Pick<ObjectStore, 'object' | 'keep'>;
  /** Reads the headers of files. */
  readonly engine: Pick<Engine, 'run'>;
  /** Looks for an image at another node and has it sent to us; ends within its time limit. */
  readonly search: (
    from: PriorSource,
    query: PriorQuery,
    caller: PriorCaller,
    signal: AbortSignal,
  ) => Promise<PriorSearch>;
  readonly logger: Logger;
}

/** In place of the AE title of a node, in the list of what is held. */
const WADO_AE_TITLE = 'WADO-RS';

const OBSTACLES: Readonly<
  Record<ObjectFault | Exclude<Reception, 'kept' | 'same'>, PriorObstacle>
> = {
  'not-understood': 'invalid_answer',
  'other-class': 'invalid_answer',
  'other-instance': 'other_object',
  'class-not-supported': 'not_stored',
  'syntax-not-supported': 'not_stored',
  conflict: 'other_object',
  full: 'no_room',
};

const notDelivered = (obstacle: PriorObstacle): PriorFailure => ({
  refusal: 'not_delivered',
  obstacle,
});

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
function refusalOf(
  query: PriorQuery,
  studyUid: string,
  { patient, study, series }: Pick<ObjectHeader, 'patient' | 'study' | 'series'>,
): PriorRefusal | undefined {
  if (!isSamePatient(query.patient, patient)) return 'other_patient';
  const { modality, bodyPart, view } = series;
  const isEarlier = isComparable(query, {
    studyUid,
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
    if (query === undefined) return { reason: reasonFor({ refusal: 'unidentified' }) };
    const { objects, logger, search } = this.#parts;
    const expected: string[] = [];
    const caller: PriorCaller = {
      expect: async (instanceUid) => {
        if ((await objects.object(mode, instanceUid)) !== undefined) return false;
        expected.push(`${mode} ${instanceUid}`);
        this.#expected.add(`${mode} ${instanceUid}`);
        return true;
      },
      keep: (image) => this.#keep(image, query, mode, signal),
    };
    try {
      const found = await search({ from, mode }, query, caller, signal);
      if ('refusal' in found) return { reason: reasonFor(found) };
      const { instanceUid } = found;
      const held = await objects.object(mode, instanceUid);
      if (held === undefined) return { reason: reasonFor({ refusal: 'not_delivered' }) };
      const refusal = refusalOf(query, held.studyUid, held.header);
      return refusal === undefined ? { instanceUid } : { reason: reasonFor({ refusal }) };
    } catch (error) {
      logger.warn({ destination: from, reason: messageOf(error) }, 'no earlier image was fetched');
      return { reason: reasonFor({ refusal: 'unreachable' }) };
    } finally {
      for (const key of expected) this.#expected.delete(key);
    }
  }

  /** Holds a file that was retrieved, if it is what was asked for; otherwise nothing is left of it. */
  async #keep(
    image: RetrievedImage,
    query: PriorQuery,
    mode: KeyMode,
    signal: AbortSignal,
  ): Promise<PriorSearch> {
    const { file, instanceUid } = image;
    const remove = () => rm(file.path, { force: true });
    const checked = await this.#check(image, query, signal).catch(async (error: unknown) => {
      await remove();
      throw error;
    });
    if ('refusal' in checked) {
      await remove();
      return checked;
    }
    const received = { ...checked, file, callingAeTitle: WADO_AE_TITLE, remoteAddress: '' };
    const actor = { ...APPLIANCE, mode };
    // Where this fails it is not known whether it is held: the file stays, and is removed later if it is not.
    const reception = await this.#parts.objects.keep(received, mode, { actor, isRead: false });
    if (reception === 'kept') return { instanceUid };
    await remove();
    return reception === 'same' ? { instanceUid } : notDelivered(OBSTACLES[reception]);
  }

  /** The header of a file, read by a worker, or why it is not what was asked for. */
  async #check(
    { file, studyUid, seriesUid, instanceUid }: RetrievedImage,
    query: PriorQuery,
    signal: AbortSignal,
  ): Promise<{ readonly header: ObjectHeader; readonly sha256: string } | PriorFailure> {
    const { engine } = this.#parts;
    const { objects } = await engine.run('inspect-objects', { files: [file] }, { signal });
    const [inspected = { fault: 'not-understood' }] = objects;
    if ('fault' in inspected) return notDelivered(OBSTACLES[inspected.fault]);
    const { header, sha256 } = inspected;
    const isAsked =
      header.studyInstanceUid === studyUid &&
      header.seriesInstanceUid === seriesUid &&
      header.sopInstanceUid === instanceUid;
    if (!isAsked) return notDelivered('other_object');
    const refusal = refusalOf(query, studyUid, header);
    return refusal === undefined ? { header, sha256 } : { refusal };
  }
}
