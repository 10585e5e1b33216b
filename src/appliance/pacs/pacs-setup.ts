import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ExchangePart } from '../../calls/exchange.js';
import type { WorkOperation } from '../../calls/operation.js';
import type { Clock } from '../../core/clock.js';
import type { Logger } from '../../core/logger.js';
import type { PriorSearch } from '../../core/prior-query.js';
import type { ReceivedObject } from '../../core/received-object.js';
import type { ReportOutcome } from '../../core/storage-commitment.js';
import { VERSION } from '../../core/version.js';
import type { NoteRefusal } from '../../http/auth/refusal-tally.js';
import type { DescribedPaths } from '../../http/openapi.js';
import { prepareTls, tlsChoice } from '../../http/tls/tls.js';
import type { Engine } from '../../inference/engine.js';
import { createReadingFiling, type FilingParts } from '../../operations/filing/filing.js';
import { dicomWebPaths } from '../../operations/pacs/dicom-web/described-paths.js';
import { createDicomWeb } from '../../operations/pacs/dicom-web/dicom-web.js';
import { OBJECTS_FOLDER, ObjectStore } from '../../operations/pacs/object-store.js';
import { Priors } from '../../operations/pacs/prior.js';
import { SendQueue } from '../../operations/pacs/send-queue.js';
import { StorageCommitment } from '../../operations/pacs/storage-commitment.js';
import { createPatientFiling } from '../../operations/pacs/worklist/file-with-patient.js';
import {
  type ReadOperationParts,
  readOperation,
} from '../../operations/pacs/worklist/read-operation.js';
import { READ_OPERATION } from '../../operations/pacs/worklist/route-item.js';
import { Worklist } from '../../operations/pacs/worklist/worklist.js';
import type { Tell } from '../../operations/webhooks/events.js';
import { createPeerLookup } from '../../pacs/listener/peers.js';
import type { ListenerSettings, Peer } from '../../pacs/listener/settings.js';
import { readApplianceIdentity } from '../../store/appliance-identity.js';
import { createCommitmentRepository } from '../../store/dicom-commitment-repository.js';
import { createDicomObjectRepository } from '../../store/dicom-object-repository.js';
import { createDicomSendRepository } from '../../store/dicom-send-repository.js';
import { createWorklistRepository } from '../../store/dicom-worklist-repository.js';
import type { Environment, LoadedConfig } from '../config/load.js';
import type { Storage } from '../storage-setup.js';
import { openDestinations, openReportAddresses } from './destinations.js';
import { PacsProcess } from './pacs-process.js';

export interface PacsSetupParts {
  readonly config: LoadedConfig;
  readonly environment: Environment;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly storage: Storage;
  readonly noteRefusal: NoteRefusal;
  /** Reads the headers of files. */
  readonly engine: Engine;
  /** Tells webhooks of critical results. */
  readonly tell: Tell;
  /** Called when a job of the worklist waits. */
  readonly onQueued: () => void;
}

export interface Pacs {
  readonly objects: ObjectStore;
  readonly worklist: Worklist;
  readonly sends: SendQueue;
  /** The operation that reads what is on the worklist, for jobs alone. */
  readOperation(
    imaging: ReadOperationParts['imaging'],
    fhir: Pick<FilingParts, 'prepare' | 'store'>,
  ): WorkOperation;
  readonly dicomWeb: { readonly part: ExchangePart; readonly paths: DescribedPaths };
  /** The port of the DICOM listener, while it listens. */
  port(): number | undefined;
  start(): Promise<void>;
  stop(): Promise<void>;
  /** After the certificate of the server was renewed. */
  renewTls(): void;
}

const MIB = 1024 * 1024;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** How long a reading waits for an earlier image. */
const PRIOR_MS = 30_000;

type CallingNode = Pick<ReceivedObject, 'callingAeTitle' | 'remoteAddress'>;

const peersOf = ({ pacs }: LoadedConfig): Peer[] =>
  pacs.peers.map(({ ae_title, addresses, mode }) => ({ aeTitle: ae_title, addresses, mode }));

async function readSettings(
  config: LoadedConfig,
  folder: string,
  now: number,
): Promise<ListenerSettings> {
  const { pacs, server, data_dir } = config;
  const settings: ListenerSettings = {
    host: pacs.host,
    port: pacs.port ?? 0,
    aeTitle: pacs.ae_title,
    peers: peersOf(config),
    maxAssociations: pacs.max_associations,
    idleMs: pacs.idle_timeout_s * 1_000,
    maxObjectBytes: pacs.max_object_mb * MIB,
    folder,
  };
  if (pacs.tls === 'off') return settings;
  const material = await prepareTls(tlsChoice(server.tls), data_dir, now);
  if (material === undefined) throw new Error('pacs.tls needs server.tls');
  const { client_ca_file } = pacs;
  const clientCa =
    client_ca_file === undefined ? {} : { clientCa: readFileSync(client_ca_file, 'utf8') };
  return { ...settings, tls: { cert: material.cert, key: material.key, ...clientCa } };
}

/** The exchange of DICOM objects with modalities and PACS. */
export function setUpPacs(parts: PacsSetupParts): Pacs {
  const { config, environment, clock, logger, storage, noteRefusal, engine, onQueued } = parts;
  const folder = join(config.data_dir, OBJECTS_FOLDER);
  const megapixels = config.limits.image_megapixels;
  const repository = createDicomObjectRepository(storage.database);
  const routing = { routes: config.pacs.routes, quietMs: config.pacs.series_quiet_s * 1_000 };
  const worklist = new Worklist({
    repository: createWorklistRepository(storage.database),
    objects: repository,
    commit: storage.commit,
    rules: routing,
    clock,
    logger,
    onQueued,
  });
  const objects = new ObjectStore({
    folder,
    repository,
    commit: storage.commit,
    clock,
    maxBytes: config.pacs.store_mb * MIB,
    isDiskLow: () => storage.disk().low,
    keptMs: config.pacs.retention_hours * HOUR_MS,
    routing,
    onQueued,
  });
  const peerOf = createPeerLookup(peersOf(config));
  /** Its peer says whether it is test data or live data. */
  const modeOf = ({ callingAeTitle, remoteAddress }: CallingNode) => {
    const peer = peerOf(callingAeTitle, remoteAddress);
    if (peer === undefined) throw new Error('the listener let a node in that is none of the peers');
    return peer.mode;
  };
  const reportTo = openReportAddresses(config);
  const commitments = new StorageCommitment({
    repository: createCommitmentRepository(storage.database),
    objects: repository,
    commit: storage.commit,
    isReachable: (aeTitle, mode) => reportTo(aeTitle, mode) !== undefined,
    async report(aeTitle, mode, report, signal) {
      const destination = await reportTo(aeTitle, mode)?.(clock());
      if (destination === undefined) return 'not-now';
      const input = { destination, report };
      return process.run<ReportOutcome>({ name: 'pacs.report', input, signal });
    },
    complete: (mode, studyUid, seriesUid) => worklist.complete(mode, studyUid, seriesUid),
    clock,
    random: Math.random,
    logger,
  });
  const listens = config.pacs.port !== undefined;
  const process = new PacsProcess({
    settings: listens ? () => readSettings(config, folder, clock()) : undefined,
    environment,
    clock,
    logger,
    caller: {
      async store(object) {
        const mode = modeOf(object);
        const isRead = !priors.isExpected(mode, object.header.sopInstanceUid);
        return objects.keep(object, mode, { isRead });
      },
      async requestCommitment(request) {
        const { report, isReportedHere } = await commitments.request(request, modeOf(request));
        return isReportedHere ? report : undefined;
      },
      commitmentReported: (request) => commitments.reported(request, modeOf(request)),
      async refused({ remoteAddress, why }) {
        noteRefusal(remoteAddress, { code: 'insufficient_scope', status: 403, isDicom: true });
        logger.info({ remote: remoteAddress, why }, 'DICOM connection refused');
      },
    },
  });
  const limits = {
    bytes: config.limits.spool_bytes,
    fileBytes: config.pacs.max_object_mb * MIB,
  };
  const destinations = openDestinations(config);
  const sends = new SendQueue({
    lines: destinations.map(({ name, mode }) => ({ mode, destination: name })),
    repository: createDicomSendRepository(storage.database),
    commit: storage.commit,
    folder,
    givenUpMs: config.pacs.send_days * DAY_MS,
    clock,
    random: Math.random,
    logger,
    async send({ line, objects: sent }, caller, signal) {
      const one = destinations.find(({ name }) => name === line.destination);
      if (one === undefined) throw new Error('the queue has a destination that is not configured');
      const input = { destination: await one.current(clock()), objects: sent };
      await process.run({ name: 'pacs.send', input, caller, signal });
    },
  });
  const priors = new Priors({
    objects,
    engine,
    logger,
    async search({ from, mode }, query, caller, signal) {
      const one = destinations.find(({ name }) => name === from);
      if (one?.mode !== mode) return { refusal: 'other_mode' };
      const node = await one.current(clock());
      const files = { folder, maxBytes: limits.fileBytes };
      const input = { node, query, moveTo: config.pacs.ae_title, files, limitMs: PRIOR_MS };
      return process.run<PriorSearch>({ name: 'pacs.find-prior', input, caller, signal });
    },
  });
  const isOn = listens || destinations.length > 0;
  return {
    objects,
    sends,
    worklist,
    readOperation(imaging, fhir) {
      const filing = { ...fhir, clock, newId: randomUUID, version: VERSION };
      const file = createReadingFiling(filing, READ_OPERATION);
      const systems = config.pacs.patient_identifiers;
      const fileWithPatient = createPatientFiling({ store: fhir.store, objects, systems, file });
      return readOperation({
        imaging,
        objects,
        results: {
          engine,
          limits: { fileBytes: config.limits.image_file_bytes, megapixels },
          files: objects,
          uidRoot: config.pacs.uid_root,
          identity: readApplianceIdentity(storage.database),
          aeTitle: config.pacs.ae_title,
          modeOf: (destination) => destinations.find(({ name }) => name === destination)?.mode,
        },
        clock,
        fileWithPatient,
        tell: parts.tell,
        onConcluded: () => sends.wake(),
        priors,
      });
    },
    dicomWeb: {
      part: createDicomWeb({ repository, objects, engine, folder, megapixels, limits }),
      paths: dicomWebPaths(),
    },
    port: () => process.port,
    async start() {
      const lost = await objects.sweep();
      if (lost > 0)
        logger.error({ count: lost }, 'DICOM objects whose files are lost were forgotten');
      await worklist.start();
      if (isOn) await process.start();
      sends.start();
      if (listens) commitments.start();
    },
    async stop() {
      await sends.stop();
      await commitments.stop();
      if (isOn) await process.stop();
      await worklist.stop();
    },
    renewTls: () => process.restart(),
  };
}
