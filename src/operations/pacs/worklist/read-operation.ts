import {
  type Answer,
  type Call,
  postOperation,
  type Work,
  type WorkOperation,
} from '../../../calls/operation.js';
import type { Clock } from '../../../core/clock.js';
import { AppError } from '../../../core/errors.js';
import type { HeldObject, HeldObjects } from '../../../core/held-object.js';
import { type ImagingRequest, type ImagingResult, imagingResult } from '../../../imaging/schema.js';
import type { Asker, ImageAnalysis, ImagingService } from '../../../imaging/service.js';
import type { ConcludeReading } from '../../../store/dicom-worklist.js';
import { imagingEvents } from '../../webhooks/answer-events.js';
import type { Tell } from '../../webhooks/events.js';
import type { Priors } from '../prior.js';
import type { FileWithPatient } from './file-with-patient.js';
import { patientContext } from './patient-context.js';
import { prepareResults, type ResultObjectsParts } from './result-objects.js';
import { READ_OPERATION, READ_SCOPE } from './route-item.js';
import { type ReadOrder, readOrder } from './route-schema.js';

export interface ReadOperationParts {
  readonly imaging: ImagingService;
  readonly objects: HeldObjects;
  readonly results: ResultObjectsParts;
  readonly priors: Pick<Priors, 'retrieve'>;
  readonly clock: Clock;
  readonly fileWithPatient: FileWithPatient;
  readonly tell: Tell;
  /** Called when the objects of a reading wait to be sent, and events to be told. */
  onConcluded(): void;
}

const MAX_ORDER_BYTES = 65_536;

/** The images of an item that are held now. */
async function imagesOf(
  { series_uid, instance_uid }: ReadOrder,
  objects: HeldObjects,
  { mode }: Pick<Call, 'mode'>,
): Promise<readonly HeldObject[]> {
  if (instance_uid === undefined) return objects.series(mode, series_uid);
  const one = await objects.object(mode, instance_uid);
  return one === undefined ? [] : [one];
}

function requestOf(order: ReadOrder, { header }: HeldObject): ImagingRequest {
  const { instance_uid, series_uid, image_type, modality, options, results } = order;
  return {
    image_type,
    modality,
    image:
      instance_uid === undefined
        ? { field: 'series_instance_uid', seriesUid: series_uid }
        : { field: 'sop_instance_uid', instanceUid: instance_uid },
    patient_context: patientContext(header),
    analysis_options: {
      ...options,
      compare_to_prior: false,
      return_heatmap: results.includes('secondary_capture'),
      return_outlines: results.includes('segmentation'),
      return_probabilities: true,
    },
  };
}

/** With the last comparable film, where the route wants that, or with the reason why there is none. */
async function withPrior(
  request: ImagingRequest,
  { prior, instance_uid }: ReadOrder,
  image: HeldObject,
  { priors }: Pick<ReadOperationParts, 'priors'>,
  { mode, signal }: Pick<Call, 'mode' | 'signal'>,
): Promise<ImagingRequest> {
  if (prior === undefined || instance_uid === undefined) return request;
  const fetched = await priors.retrieve(prior.from, image, mode, signal);
  const analysis_options = { ...request.analysis_options, compare_to_prior: true };
  return 'reason' in fetched
    ? { ...request, analysis_options, priorRefusal: fetched.reason }
    : {
        ...request,
        analysis_options,
        prior: { field: 'sop_instance_uid', instanceUid: fetched.instanceUid },
      };
}

/** Fields of a reading that name a model. */
const MODEL_FIELDS: readonly string[] = ['image_type', 'modality'];

/** Whether no installed model reads what was ordered. */
const isWithoutModel = (thrown: unknown): boolean =>
  thrown instanceof AppError &&
  thrown.issues.length > 0 &&
  thrown.issues.every(({ field }) => MODEL_FIELDS.includes(field));

/** Why nothing of the image was assessed, if so. */
function reasonOf({ not_assessed }: ImagingResult, { image_type }: ReadOrder): string | null {
  return not_assessed.find(({ what }) => what === image_type)?.reason ?? null;
}

/** The job of this call, which an item of the worklist names. */
function jobOf({ jobId }: Call): string {
  if (jobId === undefined) throw new Error('only a job reads what is on the worklist');
  return jobId;
}

/** The operation that reads what is on the worklist. It is no part of the interface: only jobs carry it out. */
/** What a work list needs to find the study. */
const describeOrder = (order: ReadOrder) => ({
  study_instance_uid: order.study_uid,
  series_instance_uid: order.series_uid,
  ...(order.instance_uid !== undefined && { sop_instance_uid: order.instance_uid }),
  image_type: order.image_type,
});

export function readOperation(parts: ReadOperationParts): WorkOperation {
  const { imaging, objects, clock, fileWithPatient } = parts;

  function conclusion(
    call: Call,
    found: Pick<ConcludeReading, 'state' | 'reason' | 'readObjects' | 'analysisId' | 'urgency'>,
  ): ConcludeReading {
    return { kind: 'dicom-worklist.conclude', jobId: jobOf(call), at: clock(), ...found };
  }

  /** An earlier image that cannot be read never keeps the new one from being read. */
  async function readWithPrior(request: ImagingRequest, asker: Asker): Promise<ImageAnalysis> {
    const { prior, ...alone } = request;
    try {
      return await imaging.read(request, asker);
    } catch (thrown) {
      if (prior === undefined || asker.signal.aborted) throw thrown;
      const priorRefusal = 'the earlier image could not be read';
      return imaging.read({ ...alone, priorRefusal }, asker);
    }
  }

  async function read(call: Call, order: ReadOrder): Promise<Work> {
    call.concerns(`ImagingStudy/${order.study_uid}`);
    const images = await imagesOf(order, objects, call);
    const [first] = images;
    if (first === undefined) throw new AppError('gone', 'Its images are not held any more.');
    const request = requestOf(order, first);
    const asker: Asker = {
      mode: call.mode,
      signal: call.signal,
      ...(call.onProgress !== undefined && { onProgress: call.onProgress }),
      // What is urgent goes on with the requests of those who wait for their answers.
      background: order.priority !== 'urgent',
    };
    const readObjects = images.length;
    try {
      await imaging.check(request, asker);
    } catch (thrown) {
      if (!isWithoutModel(thrown)) throw thrown;
      const state = { state: 'unroutable', reason: 'no_model', readObjects } as const;
      return {
        audit: { outcome: 'refused', error_code: 'no_model' },
        body: { reason: 'no_model' },
        writes: [conclusion(call, { ...state, analysisId: null, urgency: null })],
      };
    }
    const analysis = await readWithPrior(
      await withPrior(request, order, first, parts, call),
      asker,
    );
    const { result, reading } = analysis;
    const reason = reasonOf(result, order);
    const at = clock();
    const prepared = await prepareResults(order, analysis, parts.results, call, at);
    const events = imagingEvents(result, { mode: call.mode }, describeOrder(order));
    const { heatmap: _, ...body } = result;
    const answer: Answer = {
      body,
      audit: { result_id: result.analysis_id, models: result.models },
      writes: [
        ...(reading === undefined ? [] : [{ kind: 'imaging-reading.insert', reading } as const]),
        ...prepared.writes,
        ...parts.tell(events),
        conclusion(call, {
          state: reason === null ? 'read' : 'not_assessed',
          reason: prepared.fault ?? reason,
          readObjects,
          analysisId: result.analysis_id,
          urgency: result.urgency?.level ?? null,
        }),
      ],
      async settled(committed) {
        await prepared.settled(committed);
        if (committed) parts.onConcluded();
      },
    };
    return fileWithPatient(answer, call, first, prepared.made);
  }

  return postOperation({
    path: '/pacs/readings',
    operationId: READ_OPERATION,
    summary: 'Read what has arrived from a DICOM node',
    description: 'Reads an image or a series that is held, as its route says.',
    scope: READ_SCOPE,
    request: readOrder,
    response: imagingResult,
    bodyLimitBytes: MAX_ORDER_BYTES,
    handle: read,
  });
}
