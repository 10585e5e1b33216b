import type { ObjectCounts } from '../../operations/pacs/object-store.js';
import type { WorklistCounts } from '../../store/dicom-worklist.js';
import type { DeliveryState } from '../../store/webhook-delivery.js';
import { byLabel, type Family, gauge } from './exposition.js';

/** What the exchange with DICOM nodes counts. */
export interface PacsFigures {
  readonly objects: { counts(): ObjectCounts };
  readonly worklist: { counts(): WorklistCounts };
  readonly webhooks: { counts(): Readonly<Record<DeliveryState, number>> };
}

/** Metrics of images that come from the network. */
export const pacsFamilies = ({ objects, worklist, webhooks }: PacsFigures): Family[] => [
  gauge('wardbox_dicom_objects', 'DICOM objects that are held.', () => objects.counts().objects),
  gauge('wardbox_dicom_object_bytes', 'Their bytes.', () => objects.counts().bytes),
  byLabel(
    {
      name: 'wardbox_dicom_received_total',
      help: 'DICOM objects that were sent: kept, the same again, in conflict, no room.',
      type: 'counter',
    },
    'reception',
    () => objects.counts().received,
  ),
  byLabel(
    {
      name: 'wardbox_worklist_items',
      help: 'Images and series that are held, by what became of them.',
      type: 'gauge',
    },
    'state',
    () => ({ unroutable: 0, failed: 0, ...worklist.counts().states }),
  ),
  gauge(
    'wardbox_critical_results',
    'Images and series that are held and whose result is urgent or immediate.',
    () => worklist.counts().urgent,
  ),
  byLabel(
    {
      name: 'wardbox_webhook_deliveries',
      help: 'Events for webhooks, by state.',
      type: 'gauge',
    },
    'state',
    () => webhooks.counts(),
  ),
];
