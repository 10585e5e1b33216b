import type { ObjectCounts } from '../../operations/pacs/object-store.js';
import type { SendFigures } from '../../operations/pacs/send-queue.js';
import type { WorklistCounts } from '../../store/dicom-worklist.js';
import { byLabel, type Family, gauge } from './exposition.js';

/** What the exchange with DICOM nodes counts. */
export interface PacsFigures {
  readonly objects: { counts(): ObjectCounts };
  readonly worklist: { counts(): WorklistCounts };
  readonly sends: { figures(): Readonly<Record<string, SendFigures>> };
}

const SENDS: Readonly<Record<keyof SendFigures, readonly [name: string, help: string]>> = {
  waiting: ['wardbox_dicom_sends_waiting', 'DICOM objects that wait to be sent.'],
  oldestSeconds: ['wardbox_dicom_sends_oldest_seconds', 'How long the oldest of them has waited.'],
  sent: ['wardbox_dicom_sends_sent', 'DICOM objects that were sent.'],
  failed: ['wardbox_dicom_sends_failed', 'DICOM objects that were refused or given up.'],
};

/** One family for each figure, by destination. */
const sendFamilies = ({ sends }: Pick<PacsFigures, 'sends'>): Family[] =>
  (['waiting', 'oldestSeconds', 'sent', 'failed'] as const).map((figure) => {
    const [name, help] = SENDS[figure];
    return byLabel({ name, help, type: 'gauge' }, 'destination', () =>
      Object.fromEntries(
        Object.entries(sends.figures()).map(([destination, of]) => [destination, of[figure]]),
      ),
    );
  });

/** Metrics of images that come from the network. */
export const pacsFamilies = ({ objects, worklist, sends }: PacsFigures): Family[] => [
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
  ...sendFamilies({ sends }),
];
