import { basename } from 'node:path';
import type { Call } from '../../../calls/operation.js';
import { AppError } from '../../../core/errors.js';
import type { HeldObject } from '../../../core/held-object.js';
import type { KeyMode } from '../../../core/key-mode.js';
import type { SealedFile } from '../../../core/sealed-file.js';
import { VERSION } from '../../../core/version.js';
import type { ImagingResult } from '../../../imaging/schema.js';
import type { ImageAnalysis, ImagingLimits } from '../../../imaging/service.js';
import type {
  MakeResultObjectsOutput,
  ResultKind,
  ResultObject,
} from '../../../imaging/worker/make-result-objects-contract.js';
import type { Engine } from '../../../inference/engine.js';
import type { Write } from '../../../store/unit-of-work.js';
import { isCritical } from './critical.js';
import type { ReadOrder } from './route-schema.js';

export interface ResultObjectsParts {
  readonly engine: Pick<Engine, 'run'>;
  readonly limits: ImagingLimits;
  /** Keeps the files of objects that are about to be committed. */
  readonly files: {
    seal(file: Uint8Array): Promise<SealedFile>;
    settle(files: readonly SealedFile[], committed: boolean): Promise<void>;
  };
  /** New UIDs begin with it. */
  readonly uidRoot?: string | undefined;
  /** Of this box. */
  readonly identity: string;
  readonly aeTitle: string;
  /** The mode of a destination; undefined where the configuration has none of that name. */
  modeOf(destination: string): KeyMode | undefined;
}

/** The objects of a reading, to be committed with it. */
export interface PreparedResults {
  readonly made: readonly HeldObject[];
  readonly writes: readonly Write[];
  /** What could not be made, as a short text; null where all was. */
  readonly fault: string | null;
  settled(committed: boolean): Promise<void>;
}

/** In this order they are sent. */
const KINDS: readonly ResultKind[] = ['structured_report', 'secondary_capture', 'segmentation'];

/** Of a series the images that carry the answer, strongest first; otherwise the image itself. */
function imagesToDrawOn({ series }: ImagingResult, sources: readonly HeldObject[]) {
  const named = [...new Set(series?.key_images.map((key) => key.sop_instance_uid) ?? [])];
  const found = named.flatMap((uid) => sources.filter(({ instanceUid }) => instanceUid === uid));
  return (found.length > 0 ? found : sources.slice(0, 1)).map(({ instanceUid, file }) => ({
    instanceUid,
    file,
  }));
}

const evidenceOf = ({ studyUid, seriesUid, instanceUid, sopClassUid }: HeldObject) => ({
  studyUid,
  seriesUid,
  instanceUid,
  sopClassUid,
});

/** Faults after which another attempt would end in the same way. */
const isFinal = (thrown: unknown): boolean =>
  thrown instanceof AppError && ['model_unavailable', 'validation_error'].includes(thrown.code);

/** Makes the objects in a worker. A worker that dies of it must not take the reading with it. */
async function make(
  order: ReadOrder,
  { result, sources }: ImageAnalysis,
  { engine, limits, uidRoot, identity }: ResultObjectsParts,
  { signal }: Pick<Call, 'signal'>,
  at: number,
): Promise<MakeResultObjectsOutput> {
  const kinds = KINDS.filter((kind) => order.results.includes(kind));
  if (kinds.length === 0) return { objects: [], notMade: [] };
  const input = {
    result,
    evidence: sources.map(evidenceOf),
    imageType: order.image_type,
    images: imagesToDrawOn(result, sources),
    kinds,
    ...(uidRoot !== undefined && { uidRoot }),
    identity,
    version: VERSION,
    limits,
    at,
  };
  try {
    return await engine.run('make-result-objects', input, { signal, background: true });
  } catch (thrown) {
    if (!isFinal(thrown)) throw thrown;
    return { objects: [], notMade: kinds.map((kind) => ({ kind, reason: 'its worker failed' })) };
  }
}

interface KeptObject {
  readonly object: ResultObject;
  readonly file: SealedFile;
}

/** As what it is held once it is committed. */
function heldObject({ object: { header: whole }, file }: KeptObject): HeldObject {
  const { sopClassUid, transferSyntaxUid: _, ...rest } = whole;
  const { sopInstanceUid, studyInstanceUid, seriesInstanceUid, ...header } = rest;
  return {
    studyUid: studyInstanceUid,
    seriesUid: seriesInstanceUid,
    instanceUid: sopInstanceUid,
    sopClassUid,
    header,
    file,
  };
}

function writesOf(
  kept: readonly KeptObject[],
  order: ReadOrder,
  { result }: ImageAnalysis,
  mode: KeyMode,
  at: number,
  { aeTitle, modeOf }: Pick<ResultObjectsParts, 'aeTitle' | 'modeOf'>,
): Write[] {
  const analysisId = result.analysis_id;
  const objects = kept.flatMap((one): Write[] => {
    const { header, file, ...uids } = heldObject(one);
    const object = {
      mode,
      ...uids,
      transferSyntaxUid: one.object.header.transferSyntaxUid,
      header: JSON.stringify(header),
      sha256: one.object.sha256,
      file: { ...file, name: basename(file.path) },
      callingAeTitle: aeTitle,
      receivedAt: at,
    };
    return [
      { kind: 'dicom-object.insert', object },
      { kind: 'dicom-result.insert', mode, instanceUid: uids.instanceUid, analysisId, at },
    ];
  });
  const urgent = order.priority === 'urgent' || isCritical(result);
  // One that is configured no more is queued all the same, so that it is seen.
  const destinations = order.destinations.filter((name) => (modeOf(name) ?? mode) === mode);
  const sends = destinations.flatMap((destination) =>
    kept.map(({ object }) => ({
      mode,
      destination,
      instanceUid: object.header.sopInstanceUid,
      analysisId,
      urgent,
      createdAt: at,
    })),
  );
  return sends.length === 0 ? objects : [...objects, { kind: 'dicom-send.insert', sends }];
}

/** A report that is missing is a fault; without a finding or an outline there may be nothing to draw. */
function faultOf({ notMade }: MakeResultObjectsOutput): string | null {
  const report = notMade.find(({ kind }) => kind === 'structured_report');
  return report === undefined ? null : `no structured report: ${report.reason}`;
}

/**
 * Makes the DICOM objects of a reading, and what has to be committed with it so that they are held and sent.
 *
 * @throws AppError where no worker is there now
 */
export async function prepareResults(
  order: ReadOrder,
  analysis: ImageAnalysis,
  parts: ResultObjectsParts,
  call: Pick<Call, 'mode' | 'signal'>,
  at: number,
): Promise<PreparedResults> {
  const made = await make(order, analysis, parts, call, at);
  const kept: KeptObject[] = [];
  const settled = (committed: boolean) =>
    parts.files.settle(
      kept.map(({ file }) => file),
      committed,
    );
  try {
    for (const object of made.objects) {
      kept.push({ object, file: await parts.files.seal(object.file) });
    }
  } catch (error) {
    await settled(false);
    throw error;
  }
  const writes = writesOf(kept, order, analysis, call.mode, at, parts);
  return { made: kept.map(heldObject), writes, fault: faultOf(made), settled };
}
