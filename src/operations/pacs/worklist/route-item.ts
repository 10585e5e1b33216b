import type { AuditEvent } from '../../../audit/audit-log.js';
import { APPLIANCE_ID } from '../../../core/appliance-id.js';
import type { DescribedObject } from '../../../core/received-object.js';
import { NOT_VERIFIED } from '../../../imaging/result-objects/codes.js';
import type { DicomObject } from '../../../store/dicom-object.js';
import type {
  FoundWorklistItem,
  WorklistItem,
  WorklistKey,
} from '../../../store/dicom-worklist.js';
import { perform } from '../../../store/steps.js';
import type { Decision } from '../../../store/unit-of-work.js';
import { applianceJob } from '../../jobs/appliance-job.js';
import { type ArrivedImage, arrive, isDue, itemKey, type RoutingRules, routing } from './item.js';
import type { ReadOrder } from './route-schema.js';

/** The operation that reads an item; only jobs carry it out. */
export const READ_OPERATION = 'pacs.read';
export const READ_SCOPE = 'imaging';

/** What routing has changed: the records of it, and whether a job waits now. */
export interface Routed {
  readonly records: readonly AuditEvent[];
  readonly isQueued: boolean;
}

export const NOTHING_ROUTED: Routed = { records: [], isQueued: false };

/** Images of CR, DX, CT, MR and secondary captures; no reports, segmentations or presentation states. */
const IMAGE_CLASS = /^1\.2\.840\.10008\.5\.1\.4\.1\.1\.(1|2|4|7)(\.\d+)*$/;

const isImage = (sopClassUid: string): boolean => IMAGE_CLASS.test(sopClassUid);

/** Queues a job that reads an item. */
export function* queueReading(item: WorklistItem, order: ReadOrder, at: number): Decision<string> {
  const urgent = order.priority === 'urgent';
  const job = applianceJob({
    mode: item.mode,
    operationId: READ_OPERATION,
    scope: READ_SCOPE,
    body: order,
    urgent,
    at,
  });
  yield { kind: 'job.insert', job };
  const { jobId } = job;
  yield {
    kind: 'dicom-worklist.put',
    item: { ...item, state: 'queued', reason: null, urgent, completeBy: null, jobId },
  };
  return jobId;
}

/** Routes an item that is due. */
function* routeItem(item: WorklistItem, { routes }: RoutingRules, at: number): Decision<Routed> {
  const next = routing(item, routes);
  const about = {
    action: 'dicom.route',
    actor: { type: 'appliance', id: APPLIANCE_ID, mode: item.mode },
    target: `ImagingStudy/${item.studyUid}`,
  } as const;
  const put = (changed: Partial<WorklistItem>) =>
    ({ kind: 'dicom-worklist.put', item: { ...item, completeBy: null, ...changed } }) as const;
  switch (next.kind) {
    case 'unchanged':
      yield put({});
      return NOTHING_ROUTED;
    case 'unroutable': {
      const { reason } = next;
      yield put({ state: 'unroutable', reason, jobId: null });
      const record: AuditEvent = { ...about, outcome: 'refused', error_code: reason };
      return { records: [record], isQueued: false };
    }
    case 'read': {
      const job_id = yield* queueReading(item, next.order, at);
      return { records: [{ ...about, outcome: 'success', job_id }], isQueued: true };
    }
  }
}

/** Routes an item if that is due; otherwise keeps it as it is. */
function* routeIfDue(
  { item, isJobOpen }: FoundWorklistItem,
  rules: RoutingRules,
  at: number,
): Decision<Routed> {
  if (isDue(item, isJobOpen, at)) return yield* routeItem(item, rules, at);
  yield { kind: 'dicom-worklist.put', item };
  return NOTHING_ROUTED;
}

/** Puts an object that has arrived on the worklist, as a part of the unit of work that keeps it. */
export function* enterImage(
  image: ArrivedImage & { readonly sopClassUid: string },
  rules: RoutingRules,
  at: number,
): Decision<Routed> {
  const { mode, instanceUid, sopClassUid } = image;
  if (!isImage(sopClassUid)) return NOTHING_ROUTED;
  // An archive may send results back, or those of another Wardbox: they are no images of the patient.
  if (image.header.series.description === NOT_VERIFIED) return NOTHING_ROUTED;
  const isResult = yield* perform({ kind: 'dicom-result.find', mode, instanceUid });
  if (isResult) return NOTHING_ROUTED;
  const before = yield* perform({ kind: 'dicom-worklist.find', key: itemKey(image) });
  const item = arrive(before?.item, image, rules, at);
  return yield* routeIfDue({ item, isJobOpen: before?.isJobOpen ?? false }, rules, at);
}

/** Puts objects on the worklist that are held since before there was one. */
export function* enterHeld(
  objects: readonly DicomObject[],
  rules: RoutingRules,
  at: number,
): Decision<Routed> {
  const all: Routed[] = [];
  for (const { header, ...object } of objects) {
    const image = { ...object, header: JSON.parse(header) as DescribedObject };
    all.push(yield* enterImage(image, rules, at));
    const { mode, instanceUid } = object;
    yield { kind: 'dicom-object.routed', mode, instanceUid };
  }
  return {
    records: all.flatMap(({ records }) => records),
    isQueued: all.some(({ isQueued }) => isQueued),
  };
}

/** Routes an item that was found to be due, if it still is. */
export function* routeDue(key: WorklistKey, rules: RoutingRules, at: number): Decision<Routed> {
  const found = yield* perform({ kind: 'dicom-worklist.find', key });
  return found === undefined ? NOTHING_ROUTED : yield* routeIfDue(found, rules, at);
}

/** Lets an item count as complete at a time, if it is still being received. */
export function* completeItem(
  key: WorklistKey,
  by: number,
  rules: RoutingRules,
  at: number,
): Decision<Routed> {
  const found = yield* perform({ kind: 'dicom-worklist.find', key });
  if (found === undefined || found.item.completeBy === null) return NOTHING_ROUTED;
  return yield* routeIfDue({ ...found, item: { ...found.item, completeBy: by } }, rules, at);
}
