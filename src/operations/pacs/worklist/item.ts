import type { KeyMode } from '../../../core/key-mode.js';
import type { DescribedObject } from '../../../core/received-object.js';
import { MODALITIES } from '../../../imaging/schema.js';
import type { WorklistItem, WorklistKey } from '../../../store/dicom-worklist.js';
import { routeOf } from './match-route.js';
import type { ReadOrder, Route } from './route-schema.js';

/** An image that has arrived. */
export interface ArrivedImage {
  readonly mode: KeyMode;
  readonly studyUid: string;
  readonly seriesUid: string;
  readonly instanceUid: string;
  readonly callingAeTitle: string;
  readonly header: DescribedObject;
}

export interface RoutingRules {
  readonly routes: readonly Route[];
  /** A series that nothing was added to for this long is complete. */
  readonly quietMs: number;
}

/** The modalities whose series are read as a whole; of all others each image is read by itself. */
const READ_AS_SERIES: ReadonlySet<string> = new Set(['CT', 'MR']);

/** A series that keeps growing after it was read is waited for longer each time: up to 128 times as long. */
const MAX_DOUBLINGS = 7;

export function itemKey({ mode, seriesUid, instanceUid, header }: ArrivedImage): WorklistKey {
  const isSeries = READ_AS_SERIES.has(header.series.modality?.toUpperCase() ?? '');
  return { mode, seriesUid, instanceUid: isSeries ? '' : instanceUid };
}

/** The item before its first image. */
const begun = (key: WorklistKey, image: ArrivedImage, now: number): WorklistItem => ({
  ...key,
  studyUid: image.studyUid,
  callingAeTitle: image.callingAeTitle,
  modality: image.header.series.modality ?? null,
  state: 'receiving',
  reason: null,
  route: null,
  urgent: false,
  expected: null,
  objects: 0,
  readObjects: 0,
  readings: 0,
  firstAt: now,
  lastAt: now,
  completeBy: null,
  jobId: null,
  analysisId: null,
  urgency: null,
  readAt: null,
});

/** When the images of an item count as complete. */
function completeBy(item: WorklistItem, { quietMs }: RoutingRules, now: number): number {
  const { instanceUid, expected, objects, readings } = item;
  if (instanceUid !== '') return now;
  if (expected !== null && objects >= expected) return now;
  return now + quietMs * 2 ** Math.min(readings, MAX_DOUBLINGS);
}

/**
 * The item after one more image of it has arrived. A single image is complete at once; a series is when it has as
 * many images as its route or its header says, or when nothing was added for a while.
 *
 * @param before undefined for the first image
 */
export function arrive(
  before: WorklistItem | undefined,
  image: ArrivedImage,
  rules: RoutingRules,
  now: number,
): WorklistItem {
  const held = before ?? begun(itemKey(image), image, now);
  const route = routeOf(rules.routes, image, held.route);
  const item: WorklistItem = {
    ...held,
    route: route?.name ?? held.route,
    urgent: route?.priority === 'urgent',
    expected: route?.expected_images ?? image.header.series.instances ?? held.expected,
    objects: held.objects + 1,
    lastAt: now,
  };
  return { ...item, completeBy: completeBy(item, rules, now) };
}

/** Whether an item has to be routed now. While a job reads it, it waits for the end of that. */
export const isDue = (item: WorklistItem, isJobOpen: boolean, now: number): boolean =>
  item.completeBy !== null && item.completeBy <= now && !isJobOpen;

/** What becomes of an item that is due. */
export type Routing =
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'unroutable'; readonly reason: 'no_route' | 'no_modality' }
  | { readonly kind: 'read'; readonly order: ReadOrder };

/** The order to read an item in a way that a route, or a person, says. */
export function orderOf(
  item: WorklistItem,
  reading: Omit<Route, 'name' | 'match' | 'expected_images'> & { readonly name?: string },
): ReadOrder | undefined {
  const { name, modality, ...more } = reading;
  const stated = modality ?? MODALITIES.find((one) => one === item.modality?.toUpperCase());
  if (stated === undefined) return undefined;
  return {
    study_uid: item.studyUid,
    series_uid: item.seriesUid,
    ...(item.instanceUid !== '' && { instance_uid: item.instanceUid }),
    ...(name !== undefined && { route: name }),
    ...more,
    modality: stated,
  };
}

/** Decides about an item that is due. */
export function routing(item: WorklistItem, routes: readonly Route[]): Routing {
  const isNew = item.readings === 0 || item.objects > item.readObjects;
  if (!isNew) return { kind: 'unchanged' };
  const route = routes.find(({ name }) => name === item.route);
  if (route === undefined) return { kind: 'unroutable', reason: 'no_route' };
  const { match: _, expected_images: __, ...reading } = route;
  const order = orderOf(item, reading);
  return order === undefined
    ? { kind: 'unroutable', reason: 'no_modality' }
    : { kind: 'read', order };
}
