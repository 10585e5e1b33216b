import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { AuditEvent } from '../audit/audit-log.js';
import { urlHost } from '../core/addresses.js';
import type { Clock } from '../core/clock.js';
import { messageOf } from '../core/errors.js';
import type { Logger } from '../core/logger.js';
import { VERSION } from '../core/version.js';
import type { BulkSettings } from '../fhir/bulk/bulk-runs.js';
import type { FhirOffload } from '../fhir/bundle/bundle-offload.js';
import type { Definitions } from '../fhir/definitions/definition.js';
import { openDefinitions } from '../fhir/definitions/open.js';
import { EXPORTS_FOLDER } from '../fhir/export/exports.js';
import { IMPORTS_FOLDER } from '../fhir/import/imports.js';
import { createIndexer, type Indexer } from '../fhir/index/extract.js';
import type { Resource } from '../fhir/resource.js';
import { createFhirService, type FhirService } from '../fhir/service.js';
import { openUpstream } from '../fhir/upstream/open.js';
import { createReadThrough } from '../fhir/upstream/read-through.js';
import type { Upstream } from '../fhir/upstream/server.js';
import { createValidator } from '../fhir/validation/create-validator.js';
import type { DescribedPaths } from '../http/openapi.js';
import { fhirFault } from '../http/outcome.js';
import { authorizationOf } from '../http/smart/discovery.js';
import { fhirPaths } from '../operations/fhir.js';
import { scoreCodeSystem } from '../operations/filing/score-code-system.js';
import { createAuditView } from '../store/audit-view.js';
import type { CommitQueue } from '../store/commit-queue.js';
import { createFhirStore, type FhirTables } from '../store/fhir/create-store.js';
import type { FhirStore } from '../store/fhir/fhir-store.js';
import { Reindexer } from '../store/fhir/reindex.js';
import type { Database } from '../store/open.js';
import type { Commit } from '../store/unit-of-work.js';
import type { LoadedConfig } from './config/load.js';

export interface FhirStoreParts {
  readonly config: LoadedConfig;
  readonly database: Database;
  readonly queue: CommitQueue<AuditEvent>;
  readonly clock: Clock;
}

/** The store of resources and their index. */
export interface OpenedFhirStore {
  readonly store: FhirTables;
  readonly definitions: Definitions;
  readonly index: Indexer;
  readonly reindexing: Reindexer;
  readonly upstream?: Upstream;
  /** Prefixes of references that name resources of this server. */
  readonly bases: readonly string[];
}

export interface FhirServerParts {
  readonly config: LoadedConfig;
  readonly database: Database;
  readonly commit: Commit<AuditEvent>;
  readonly clock: Clock;
  readonly opened: OpenedFhirStore;
  /** If absent, every resource is validated synchronously. */
  readonly offload?: FhirOffload;
  /** If absent, neither exports nor imports are offered. */
  readonly bulk?: Omit<BulkSettings, 'folder'>;
}

export interface FhirServer {
  readonly part: FhirService;
  readonly store: FhirStore;
  /** Whether the search index matches the definitions; until then searches are refused. */
  searchable(): boolean;
  /** Does nothing unless the definitions have changed since the last start. */
  rebuildIndex(logger: Logger): Promise<void>;
  /** The same for callers that await it and handle its errors. */
  readonly reindex: Reindexer['run'];
  /** For the OpenAPI document. */
  readonly paths: DescribedPaths;
}

/** Prefixes of references that name resources of this server. */
function ownBases({ server: { host, port, tls } }: LoadedConfig): string[] {
  const scheme = tls.mode === 'off' ? 'http' : 'https';
  const names = new Set(['localhost', hostname(), host, ...tls.names]);
  return [...names].flatMap((name) => {
    const address = `${scheme}://${urlHost(name)}:${port}`;
    return [`${address}/v1/fhir`, `${address}/api/v1/fhir`];
  });
}

const newId = () => randomUUID();

async function rebuildIndex(reindexing: Reindexer, logger: Logger): Promise<void> {
  try {
    const { resources, failed } = await reindexing.run();
    if (resources > 0) logger.info({ resources, failed }, 'search index rebuilt');
  } catch (error) {
    // The next start continues from here.
    logger.error({ reason: messageOf(error) }, 'search index not rebuilt');
  }
}

/** Opens the definitions of FHIR and the store that is indexed by them. */
export function openFhirStore({ config, database, queue, clock }: FhirStoreParts): OpenedFhirStore {
  const { fhir } = config;
  const definitions = openDefinitions();
  const upstream = fhir.upstream && openUpstream(fhir.upstream, { clock, newId });
  // Resources taken over from the hospital's server keep their ids, so its URLs name local resources too.
  const bases = [...ownBases(config), ...(upstream === undefined ? [] : [upstream.base])];
  const index = createIndexer(definitions, fhir.time_zone, bases);
  const reindexing = new Reindexer({
    database,
    queue,
    index: (body) => index(JSON.parse(body) as Resource),
    hash: JSON.stringify([definitions.hash, fhir.time_zone, bases]),
  });
  const store = createFhirStore(database, queue, clock, () => reindexing.complete());
  return { store, definitions, index, reindexing, bases, ...(upstream && { upstream }) };
}

/** Joins the definitions, the store and the interactions of FHIR. */
export function createFhirServer(parts: FhirServerParts): FhirServer {
  const { config, database, commit, clock, offload, bulk, opened } = parts;
  const { fhir } = config;
  const { definitions, index, store, upstream, bases, reindexing } = opened;
  const readThrough =
    upstream &&
    createReadThrough({
      upstream,
      store,
      commit,
      definitions,
      timeZone: fhir.time_zone,
      clock,
      newId,
      prepare: (request, who) => part.prepare(request, who),
      checkAhead: (request, who) => part.checkAhead(request, who),
      accessOf: (who) => part.accessOf(who),
    });
  const part: FhirService = createFhirService({
    definitions,
    validator: createValidator(definitions),
    index,
    store,
    commit,
    auditView: createAuditView(database),
    codeSystems: [scoreCodeSystem(VERSION)],
    clock,
    timeZone: fhir.time_zone,
    bundleEntries: fhir.bundle_entries,
    bodyBytes: {
      resource: fhir.resource_body_bytes,
      bundle: fhir.bundle_body_bytes,
      files: Math.min(fhir.import_body_bytes, config.limits.spool_bytes),
    },
    faultOf: fhirFault,
    version: VERSION,
    authorization: (base) => authorizationOf(base, config.smart),
    bases,
    ...(offload !== undefined && { offload }),
    ...(readThrough !== undefined && { readThrough }),
    ...(bulk !== undefined && {
      exports: { ...bulk, folder: join(config.data_dir, EXPORTS_FOLDER) },
      imports: { ...bulk, folder: join(config.data_dir, IMPORTS_FOLDER) },
    }),
  });
  return {
    part,
    store,
    paths: fhirPaths(),
    searchable: () => reindexing.complete(),
    rebuildIndex: (logger) => rebuildIndex(reindexing, logger),
    reindex: (options) => reindexing.run(options),
  };
}
