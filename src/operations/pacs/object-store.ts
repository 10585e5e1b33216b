import { mkdirSync, readdirSync } from 'node:fs';
import { rename, rm, stat, utimes } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { type Actor, APPLIANCE, type AuditEvent, nodeActor } from '../../audit/audit-log.js';
import type { Clock } from '../../core/clock.js';
import type { HeldObject, HeldObjects } from '../../core/held-object.js';
import type { KeyMode } from '../../core/key-mode.js';
import type { DescribedObject, ReceivedObject, Reception } from '../../core/received-object.js';
import { createSealedFile, type SealedFile } from '../../core/sealed-file.js';
import { syncToDisk } from '../../core/sync-to-disk.js';
import type {
  DicomObject,
  DicomObjectRepository,
  ObjectInsertion,
} from '../../store/dicom-object.js';
import { perform } from '../../store/steps.js';
import type { Commit, Conclusion, Decision } from '../../store/unit-of-work.js';
import { fileOf } from './dicom-web/held-files.js';
import type { ArrivedImage, RoutingRules } from './worklist/item.js';
import { enterImage, NOTHING_ROUTED } from './worklist/route-item.js';

/** Below the data folder. */
export const OBJECTS_FOLDER = 'dicom';

export interface ObjectStoreParts {
  readonly folder: string;
  readonly repository: DicomObjectRepository;
  readonly commit: Commit<AuditEvent>;
  readonly clock: Clock;
  /** Maximum bytes of all objects. */
  readonly maxBytes: number;
  /** Whether too little is left of the disk. */
  readonly isDiskLow: () => boolean;
  /** Objects older than this are deleted. */
  readonly keptMs: number;
  /** How what arrives is read. */
  readonly routing: RoutingRules;
  /** Called when a job that reads an object waits. */
  onQueued(): void;
}

export interface KeepOptions {
  /** By default the node that sends it by C-STORE. */
  readonly actor?: Actor;
  /** Whether it is read as its route says; by default it is. */
  readonly isRead?: boolean;
}

/** Counts since the start. */
export interface ObjectCounts {
  readonly objects: number;
  readonly bytes: number;
  readonly received: Readonly<Record<Reception, number>>;
}

const HOUR_MS = 3_600_000;

const RECORDED = { kept: 'success', same: 'success', conflict: 'refused' } as const;

/** Links a verified report to the readings whose objects it cites. */
function* noteVerification(
  { mode, studyUid, instanceUid, header: { report } }: ArrivedImage,
  actor: Actor,
  at: number,
): Decision<readonly AuditEvent[]> {
  if (!report?.verified) return [];
  const { cites } = report;
  const kind = 'dicom-verification.insert';
  const readings = yield* perform({ kind, mode, instanceUid, cites, at });
  return readings.map((result_id) => ({
    action: 'dicom.verified',
    outcome: 'success',
    actor,
    result_id,
    target: `ImagingStudy/${studyUid}`,
  }));
}

/**
 * Keeps an object, if none with its UID is held. A result of ours is the same however it comes back: a PACS
 * may have encoded it anew or coerced its attributes, and the one that is held stands.
 */
function* insertUnlessHeld(object: DicomObject): Decision<ObjectInsertion> {
  const insertion = yield* perform({ kind: 'dicom-object.insert', object });
  if (insertion !== 'conflict') return insertion;
  const { mode, instanceUid } = object;
  const isResult = yield* perform({ kind: 'dicom-result.find', mode, instanceUid });
  return isResult ? 'same' : 'conflict';
}

/** Keeps an object, puts it on the worklist and records it, or records that it conflicts. */
function* insertObject(
  received: ReceivedObject,
  { mode, actor }: { readonly mode: KeyMode; readonly actor: Actor },
  /** Absent: it is not put on the worklist. */
  routing: RoutingRules | undefined,
  receivedAt: number,
): Decision<Conclusion<{ insertion: ObjectInsertion; isQueued: boolean }, AuditEvent>> {
  const { header, file, sha256, callingAeTitle, remoteAddress } = received;
  const { sopClassUid, transferSyntaxUid, ...rest } = header;
  const { sopInstanceUid, studyInstanceUid, seriesInstanceUid, ...described } = rest;
  const insertion = yield* insertUnlessHeld({
    mode,
    studyUid: studyInstanceUid,
    seriesUid: seriesInstanceUid,
    instanceUid: sopInstanceUid,
    sopClassUid,
    transferSyntaxUid,
    header: JSON.stringify(described),
    sha256,
    file: { ...file, name: basename(file.path) },
    callingAeTitle,
    receivedAt,
  });
  const record: AuditEvent = {
    action: 'dicom.store',
    outcome: RECORDED[insertion],
    actor,
    remote_address: remoteAddress,
    request_sha256: sha256,
    target: `ImagingStudy/${studyInstanceUid}`,
    ...(insertion === 'conflict' && { error_code: 'conflict' }),
  };
  const image = {
    mode,
    studyUid: studyInstanceUid,
    seriesUid: seriesInstanceUid,
    instanceUid: sopInstanceUid,
    sopClassUid,
    callingAeTitle,
    header: described,
  };
  const { isQueued, records } =
    insertion === 'kept' && routing !== undefined
      ? yield* enterImage(image, routing, receivedAt)
      : NOTHING_ROUTED;
  const verified = insertion === 'kept' ? yield* noteVerification(image, actor, receivedAt) : [];
  return { value: { insertion, isQueued }, records: [record, ...records, ...verified] };
}

/** The DICOM objects that are held: files sealed with keys that only the database has. */
export class ObjectStore implements HeldObjects {
  readonly #parts: ObjectStoreParts;
  #objects = 0;
  #bytes = 0;
  readonly #received: Record<Reception, number> = { kept: 0, same: 0, conflict: 0, full: 0 };

  constructor(parts: ObjectStoreParts) {
    mkdirSync(parts.folder, { recursive: true, mode: 0o700 });
    this.#parts = parts;
    this.#count();
  }

  counts(): ObjectCounts {
    return { objects: this.#objects, bytes: this.#bytes, received: { ...this.#received } };
  }

  /**
   * Keeps an object. Resolves with `kept` only when its file, its row and its audit record are on disk:
   * from then on the sender may delete its own copy.
   */
  async keep(
    received: ReceivedObject,
    mode: KeyMode,
    { actor = nodeActor(received.callingAeTitle, mode), isRead = true }: KeepOptions = {},
  ): Promise<Reception> {
    const reception = await this.#keep(received, mode, { actor, isRead });
    this.#received[reception] += 1;
    return reception;
  }

  async #keep(
    received: ReceivedObject,
    mode: KeyMode,
    { actor, isRead }: Required<KeepOptions>,
  ): Promise<Reception> {
    const { commit, clock, folder, isDiskLow, maxBytes, routing, onQueued } = this.#parts;
    const { bytes, path } = received.file;
    if (isDiskLow() || this.#bytes + bytes > maxBytes) return 'full';
    await Promise.all([syncToDisk(path), syncToDisk(folder)]);
    const { insertion, isQueued } = await commit({
      work: () => insertObject(received, { mode, actor }, isRead ? routing : undefined, clock()),
      wait: 'synced',
    });
    if (isQueued) onQueued();
    if (insertion === 'kept') {
      this.#objects += 1;
      this.#bytes += bytes;
    }
    return insertion;
  }

  /**
   * Keeps an object whose file lies elsewhere on the same disk. Unless it is kept, nothing is left of
   * the file.
   */
  async adopt(received: ReceivedObject, mode: KeyMode, actor: Actor): Promise<Reception> {
    const { clock, folder } = this.#parts;
    const path = join(folder, basename(received.file.path));
    // As if it had just been written: what is old and belongs to no object is deleted.
    const now = new Date(clock());
    await utimes(received.file.path, now, now);
    await rename(received.file.path, path);
    const reception = await this.keep({ ...received, file: { ...received.file, path } }, mode, {
      actor,
    });
    if (reception !== 'kept') await rm(path, { force: true });
    return reception;
  }

  async object(mode: KeyMode, instanceUid: string): Promise<HeldObject | undefined> {
    const object = this.#parts.repository.find(mode, instanceUid);
    return object && this.#held(object);
  }

  async series(mode: KeyMode, seriesUid: string): Promise<readonly HeldObject[]> {
    return this.#parts.repository.ofSeries(mode, seriesUid).map((one) => this.#held(one));
  }

  async study(mode: KeyMode, studyUid: string): Promise<readonly HeldObject[]> {
    return this.#parts.repository.objects(mode, studyUid).map((one) => this.#held(one));
  }

  #held(object: DicomObject): HeldObject {
    const { studyUid, seriesUid, instanceUid, sopClassUid } = object;
    const header = JSON.parse(object.header) as DescribedObject;
    const file = fileOf(this.#parts.folder, object);
    return { studyUid, seriesUid, instanceUid, sopClassUid, header, file };
  }

  /**
   * Keeps the file of an object that was made here, until it is known whether the object is committed;
   * resolves when it is on the disk.
   */
  async seal(bytes: Uint8Array): Promise<SealedFile> {
    const { folder } = this.#parts;
    const writer = createSealedFile(folder);
    try {
      await writer.write(bytes);
      const file = await writer.finish();
      await syncToDisk(file.path);
      await syncToDisk(folder);
      return file;
    } catch (error) {
      await writer.discard();
      throw error;
    }
  }

  /** Counts such files with the objects that were committed, or deletes them. */
  async settle(files: readonly SealedFile[], committed: boolean): Promise<void> {
    if (committed) this.#count();
    else for (const { path } of files) await rm(path, { force: true });
  }

  /** Deletes what is older than it may be; returns how many objects. */
  async forgetOld(): Promise<number> {
    const { commit, clock, folder, keptMs } = this.#parts;
    const names = await commit({ work: () => forgetObjects(clock() - keptMs), wait: 'synced' });
    for (const name of names) await rm(join(folder, basename(name)), { force: true });
    await this.#removeUnknown(clock() - HOUR_MS);
    this.#count();
    return names.length;
  }

  /**
   * After a crash, or a restored backup: files that were never acknowledged are deleted, and objects
   * whose files are lost are forgotten. Nothing may be received meanwhile.
   *
   * @returns how many objects were lost
   */
  async sweep(): Promise<number> {
    const { commit, folder, repository } = this.#parts;
    await this.#removeUnknown(Number.POSITIVE_INFINITY);
    const there = new Set(readdirSync(folder));
    const lost = repository.fileNames().filter((name) => !there.has(name));
    if (lost.length === 0) return 0;
    const record: AuditEvent = {
      action: 'dicom.lost',
      outcome: 'failed',
      actor: APPLIANCE,
      count: lost.length,
    };
    const writes = [
      { kind: 'dicom-object.drop', files: lost },
      { kind: 'dicom-worklist.forget' },
    ] as const;
    await commit({ work: { value: undefined, writes, records: [record] }, wait: 'synced' });
    this.#count();
    return lost.length;
  }

  /** Files that belong to no object, last written before a time. */
  async #removeUnknown(before: number): Promise<void> {
    const { folder, repository } = this.#parts;
    const known = new Set(repository.fileNames());
    for (const name of readdirSync(folder).filter((one) => !known.has(one))) {
      const path = join(folder, name);
      const facts = await stat(path).catch(() => undefined);
      if (facts !== undefined && facts.mtimeMs < before) await rm(path, { recursive: true });
    }
  }

  #count(): void {
    const { objects, bytes } = this.#parts.repository.totals();
    this.#objects = objects;
    this.#bytes = bytes;
  }
}

/** Forgets old objects and records how many, and how much of the worklist went unread with them. */
function* forgetObjects(before: number): Decision<Conclusion<readonly string[], AuditEvent>> {
  const files = yield* perform({ kind: 'dicom-object.forget', before });
  if (files.length === 0) return { value: files, records: [] };
  const unread = yield* perform({ kind: 'dicom-worklist.forget' });
  const about = { action: 'dicom.expire', actor: APPLIANCE } as const;
  const expired: AuditEvent = { ...about, outcome: 'success', count: files.length };
  const notRead: AuditEvent = {
    ...about,
    outcome: 'failed',
    error_code: 'not_read',
    count: unread,
  };
  return { value: files, records: unread === 0 ? [expired] : [expired, notRead] };
}
