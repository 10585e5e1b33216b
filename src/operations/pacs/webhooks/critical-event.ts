import { isoTime } from '../../../core/clock.js';
import { newId } from '../../../core/ids.js';
import type { KeyMode } from '../../../core/key-mode.js';
import type { ImagingResult } from '../../../imaging/schema.js';
import type { NewDelivery } from '../../../store/webhook-delivery.js';
import { isCritical } from '../worklist/critical.js';
import type { ReadOrder } from '../worklist/route-schema.js';

/** Where events of one mode are sent. */
export interface WebhookAddress {
  readonly url: string;
  readonly mode: KeyMode;
}

/** What a work list needs to find the study, and nothing of its header. */
function eventBody(order: ReadOrder, result: ImagingResult, mode: KeyMode, at: number): string {
  return JSON.stringify({
    type: 'reading.critical',
    timestamp: isoTime(at),
    data: {
      mode,
      analysis_id: result.analysis_id,
      study_instance_uid: order.study_uid,
      series_instance_uid: order.series_uid,
      ...(order.instance_uid !== undefined && { sop_instance_uid: order.instance_uid }),
      image_type: order.image_type,
      urgency: result.urgency?.level,
      findings: result.findings.map(({ label }) => label),
      created_at: result.created_at,
    },
  });
}

/** What the webhooks have to be told of a reading: nothing unless a person has to know of it at once. */
export function criticalEvent(
  order: ReadOrder,
  result: ImagingResult,
  webhooks: readonly WebhookAddress[],
  mode: KeyMode,
  at: number,
): NewDelivery[] {
  if (!isCritical(result)) return [];
  const eventId = newId('evt');
  const body = eventBody(order, result, mode, at);
  return webhooks
    .filter((one) => one.mode === mode)
    .map(({ url }) => ({ eventId, url, mode, body, createdAt: at }));
}
