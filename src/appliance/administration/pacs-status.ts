import { type Clock, isoTime } from '../../core/clock.js';
import type { KeyMode } from '../../core/key-mode.js';
import type { PacsStatus } from '../../operations/administration/pacs-schema.js';
import { createDicomObjectRepository } from '../../store/dicom-object-repository.js';
import type { SendCounts } from '../../store/dicom-send.js';
import { createDicomSendRepository } from '../../store/dicom-send-repository.js';
import type { StuckItem } from '../../store/dicom-worklist.js';
import { createWorklistRepository } from '../../store/dicom-worklist-repository.js';
import type { Database } from '../../store/open.js';
import type { LoadedConfig } from '../config/load.js';
import type { Pacs } from '../pacs/pacs-setup.js';

const MIB = 1024 * 1024;
const DAY_MS = 86_400_000;
const MAX_STUCK = 50;

export interface PacsStatusParts {
  readonly config: LoadedConfig;
  readonly clock: Clock;
  readonly database: Database;
  readonly pacs: Pick<Pacs, 'port'> & { readonly objects: Pick<Pacs['objects'], 'counts'> };
}

/** What waits for each destination, those of the configuration first, and what became of the rest. */
export function describeSends(
  configured: readonly string[],
  counts: readonly SendCounts[],
): PacsStatus['sends'] {
  const names = [...new Set([...configured, ...counts.map(({ destination }) => destination)])];
  return names.map((destination) => {
    const own = counts.filter((one) => one.destination === destination);
    const waiting = own.filter(({ state }) => state === 'queued' || state === 'sending');
    const sum = (rows: readonly SendCounts[], read: (row: SendCounts) => number) =>
      rows.reduce((total, row) => total + read(row), 0);
    const ofState = (wanted: SendCounts['state']) =>
      sum(
        own.filter(({ state }) => state === wanted),
        ({ count }) => count,
      );
    return {
      destination,
      waiting: sum(waiting, ({ count }) => count),
      retrying: sum(waiting, ({ tried }) => tried),
      failed: ofState('failed'),
      sent: ofState('sent'),
      oldest_at:
        waiting.length === 0 ? null : isoTime(Math.min(...waiting.map(({ oldestAt }) => oldestAt))),
    };
  });
}

const describeStuck = (item: StuckItem): PacsStatus['stuck'][number] => ({
  study_instance_uid: item.studyUid,
  series_instance_uid: item.seriesUid,
  sop_instance_uid: item.instanceUid,
  from: item.callingAeTitle,
  modality: item.modality,
  objects: item.objects,
  last_received_at: isoTime(item.lastAt),
  state: item.state,
  reason: item.reason ?? item.errorCode,
  not_filed: item.notFiled,
});

const NO_ITEMS: PacsStatus['items'] = {
  ...{ receiving: 0, waiting: 0, reading: 0, read: 0, not_assessed: 0, unroutable: 0, failed: 0 },
};

/** Lists what a running daemon knows of its exchange with DICOM nodes in a world. */
export function createPacsStatus(parts: PacsStatusParts): (mode: KeyMode) => PacsStatus {
  const { clock, database, pacs } = parts;
  const { pacs: config } = parts.config;
  const objects = createDicomObjectRepository(database);
  const worklist = createWorklistRepository(database);
  const sends = createDicomSendRepository(database);
  // Where nothing is to be filed, it is no fault that nothing was.
  const unfiled = config.patient_identifiers.length > 0;
  return (mode) => {
    const isOfMode = (one: { readonly mode: KeyMode }) => one.mode === mode;
    const port = pacs.port();
    const state = port !== undefined ? 'listening' : 'not_listening';
    const { objects: count, bytes } = pacs.objects.counts();
    const destinations = config.destinations.filter(isOfMode).map(({ name }) => name);
    return {
      listener: {
        state: config.port === undefined ? 'off' : state,
        port: port ?? config.port ?? null,
        tls: config.tls === 'on',
        peers: config.peers.filter(isOfMode).length,
        ae_title: config.ae_title,
      },
      held: { objects: count, bytes, limit_bytes: config.store_mb * MIB },
      received_in_a_day: objects.receivedSince(mode, clock() - DAY_MS),
      items: { ...NO_ITEMS, ...worklist.counts(mode).states },
      sends: describeSends(destinations, sends.counts().filter(isOfMode)),
      stuck: worklist.stuck(mode, { limit: MAX_STUCK, unfiled }).map(describeStuck),
    };
  };
}
