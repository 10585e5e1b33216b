import '../../../imaging/worker/inspect-objects-contract.js';
import type { Exchange, SentFile } from '../../../calls/exchange.js';
import type { Answer } from '../../../calls/operation.js';
import type { ObjectHeader } from '../../../core/received-object.js';
import type {
  InspectedObject,
  ObjectFault,
} from '../../../imaging/worker/inspect-objects-contract.js';
import type { Engine } from '../../../inference/engine.js';
import type { ObjectStore } from '../object-store.js';

export const DICOM = 'application/dicom';

/** In place of the AE title of a node: for the list of what is held, and for routes. */
export const STOW_AE_TITLE = 'STOW-RS';

/** Objects that one task of a worker reads, and that are committed together. */
const BATCH = 16;

/** Reasons of a failure (PS3.18 table I.2-2, PS3.4 table B.2-1). */
const REASON = {
  outOfResources: 0xa7_00,
  otherClass: 0xa9_00,
  notUnderstood: 0xc0_00,
  syntaxNotSupported: 0xc1_22,
  duplicate: 0x01_11,
  invalidInstance: 0x01_17,
  classNotSupported: 0x01_22,
} as const;

const FAULT_REASONS: Readonly<Record<ObjectFault, number>> = {
  'not-understood': REASON.notUnderstood,
  'other-class': REASON.otherClass,
  'other-instance': REASON.invalidInstance,
  'class-not-supported': REASON.classNotSupported,
  'syntax-not-supported': REASON.syntaxNotSupported,
};

/** What became of one file. */
interface Outcome {
  /** As far as it could be read. */
  readonly header?: ObjectHeader | undefined;
  /** Why it was not stored. */
  readonly reason?: number;
}

export interface StoreOptions {
  readonly engine: Engine;
  readonly objects: Pick<ObjectStore, 'adopt'>;
  /** Of the answer. */
  readonly mediaType: string;
  /** The study of the path, to which all have to belong. */
  readonly studyUid: string | undefined;
}

async function keep(
  { file, isCut, mediaType }: SentFile,
  inspected: InspectedObject,
  { mode, actor, remoteAddress = '' }: Exchange,
  { objects, studyUid }: StoreOptions,
): Promise<Outcome> {
  const { header } = inspected;
  if (isCut) return { header, reason: REASON.outOfResources };
  if ('fault' in inspected) return { header, reason: FAULT_REASONS[inspected.fault] };
  if (mediaType !== DICOM) return { header, reason: REASON.notUnderstood };
  if (studyUid !== undefined && inspected.header.studyInstanceUid !== studyUid) {
    return { header, reason: REASON.invalidInstance };
  }
  const { sha256 } = inspected;
  const origin = { callingAeTitle: STOW_AE_TITLE, remoteAddress };
  const received = { header: inspected.header, file, sha256, ...origin };
  const reception = await objects.adopt(received, mode, actor);
  if (reception === 'full') return { header, reason: REASON.outOfResources };
  return reception === 'conflict' ? { header, reason: REASON.duplicate } : { header };
}

const uid = (value: string) => ({ vr: 'UI', Value: [value] });
const url = (value: string) => ({ vr: 'UR', Value: [value] });
const reasonOf = (reason: number) => ({ '00081197': { vr: 'US', Value: [reason] } });
const named = ({ sopClassUid, sopInstanceUid }: ObjectHeader) => ({
  '00081150': uid(sopClassUid),
  '00081155': uid(sopInstanceUid),
});

const sequence = (tag: string, items: readonly object[]) =>
  items.length === 0 ? {} : { [tag]: { vr: 'SQ', Value: items } };

/** The Store Instances Response (PS3.18 annex I). */
function responseOf(outcomes: readonly Outcome[], base: string) {
  const stored: object[] = [];
  const failed: object[] = [];
  const others: object[] = [];
  const studies = new Set<string>();
  for (const { header, reason } of outcomes) {
    if (header === undefined) others.push(reasonOf(reason ?? REASON.notUnderstood));
    else if (reason !== undefined) failed.push({ ...named(header), ...reasonOf(reason) });
    else {
      const { studyInstanceUid, seriesInstanceUid, sopInstanceUid } = header;
      const study = `${base}/studies/${studyInstanceUid}`;
      studies.add(study);
      const instance = `${study}/series/${seriesInstanceUid}/instances/${sopInstanceUid}`;
      stored.push({ ...named(header), '00081190': url(instance) });
    }
  }
  const [study, ...more] = studies;
  return {
    ...(study !== undefined && more.length === 0 && { '00081190': url(study) }),
    ...sequence('00081198', failed),
    ...sequence('00081199', stored),
    ...sequence('0008119A', others),
  };
}

/** The status of PS3.18 table 10.5.3-1. */
function statusOf(outcomes: readonly Outcome[]): number {
  const failed = outcomes.filter(({ reason }) => reason !== undefined);
  if (failed.length === 0) return 200;
  if (failed.length < outcomes.length) return 202;
  if (failed.every(({ header }) => header === undefined)) return 400;
  return failed.every(({ reason }) => reason === REASON.outOfResources) ? 503 : 409;
}

/**
 * Stores objects (STOW-RS, PS3.18 section 10.5). What the answer names as stored is on the disk, with
 * its audit record; what it names as failed is not.
 */
export async function storeInstances(exchange: Exchange, options: StoreOptions): Promise<Answer> {
  const { engine, mediaType, studyUid } = options;
  const files = exchange.files ?? [];
  const outcomes: Outcome[] = [];
  for (let at = 0; at < files.length; at += BATCH) {
    const batch = files.slice(at, at + BATCH);
    const { objects } = await engine.run('inspect-objects', {
      files: batch.map(({ file }) => file),
    });
    const kept = batch.map((file, n) => {
      const inspected = objects[n] ?? { fault: 'not-understood' };
      return keep(file, inspected, exchange, options);
    });
    outcomes.push(...(await Promise.all(kept)));
  }
  const stored = outcomes.filter(({ reason }) => reason === undefined);
  const studies = new Set(stored.map(({ header }) => header?.studyInstanceUid));
  const study = studyUid ?? (studies.size === 1 ? [...studies][0] : undefined);
  return {
    status: statusOf(outcomes),
    text: JSON.stringify(responseOf(outcomes, exchange.base)),
    headers: { 'Content-Type': mediaType },
    audit: {
      count: stored.length,
      ...(study !== undefined && { target: `ImagingStudy/${study}` }),
    },
  };
}
