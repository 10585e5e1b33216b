import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApp } from '../../../src/appliance/app.js';
import { loadConfig } from '../../../src/appliance/config/load.js';
import {
  createFhirServer,
  type FhirServer,
  openFhirStore,
} from '../../../src/appliance/fhir-server.js';
import { type AuditEvent, createAuditWriter } from '../../../src/audit/audit-log.js';
import type { FhirAccess } from '../../../src/calls/fhir-access.js';
import { systemClock } from '../../../src/core/clock.js';
import { AppError } from '../../../src/core/errors.js';
import { createSilentLogger, type Logger } from '../../../src/core/logger.js';
import { createApiKeys } from '../../../src/http/auth/api-keys.js';
import type { Principal } from '../../../src/http/auth/principal.js';
import { createBodyBudget } from '../../../src/http/body.js';
import { createIdempotency } from '../../../src/http/idempotency.js';
import { createOwnAddress } from '../../../src/http/own-address.js';
import { listen, type RunningServer } from '../../../src/http/server.js';
import { createUploadSpool } from '../../../src/http/upload.js';
import { createAuditRepository } from '../../../src/store/audit-repository.js';
import { createCommitQueue } from '../../../src/store/commit-queue.js';
import { createCommit } from '../../../src/store/create-commit.js';
import { configuredKey } from '../../../src/store/encryption/key.js';
import { createIdempotencyRepository } from '../../../src/store/idempotency-repository.js';
import { createKeyRepository } from '../../../src/store/key-repository.js';
import { type Database, openDatabase } from '../../../src/store/open.js';
import type { Commit } from '../../../src/store/unit-of-work.js';
import { revealNames } from '../reveal-names.js';

type Headers = Readonly<Record<string, string>>;

export interface Told {
  readonly status: number;
  readonly headers: globalThis.Headers;
  readonly text: string;
  /** Parsed, where there is anything. */
  // biome-ignore lint/suspicious/noExplicitAny: tests inspect answers of any shape
  readonly body: any;
}

export interface FhirBox {
  readonly fhir: FhirServer;
  /** The data folder. */
  readonly folder: string;
  readonly database: Database;
  readonly commit: Commit<AuditEvent>;
  /** A request below `/v1/fhir`, with a test key of both scopes unless `Authorization` is given. */
  ask(method: string, path: string, body?: unknown, headers?: Headers): Promise<Told>;
  /** The same of a whole path. */
  request(path: string, init?: RequestInit): Promise<Response>;
  /** `Bearer …` of a fresh key. */
  key(options?: { mode?: 'test' | 'live'; scopes?: string[]; rate?: number }): string;
  /** `Bearer …` of a token with these grants. */
  token(access: FhirAccess): string;
  /** Serves on a free port of this machine, without TLS, until `stop`. */
  listen(): Promise<string>;
  auditEvents(): AuditEvent[];
  stop(): Promise<void>;
}

const URL = 'http://localhost';

function typeOf(method: string, path: string): string {
  if (method === 'PATCH') return 'application/json-patch+json';
  return path.includes('/_search') ? 'application/x-www-form-urlencoded' : 'application/fhir+json';
}

function principalOfToken(access: FhirAccess | undefined): Principal {
  if (access === undefined) throw new AppError('invalid_api_key', 'This token is not known.');
  const scopes = ['fhir.read', 'fhir.write'];
  const names = { type: 'client', id: 'app', name: 'App' } as const;
  return { ...names, mode: 'test', scopes, access, ratePerMinute: null };
}

/** The FHIR server in this process, behind the whole of HTTP, on a data folder of its own. */
export function startFhirBox(
  config: Readonly<Record<string, unknown>> = {},
  logger: Logger = createSilentLogger(),
): FhirBox {
  const folder = mkdtempSync(join(tmpdir(), 'wardbox-fhir-'));
  const file = join(folder, 'appliance.config.json');
  const base = { data_dir: join(folder, 'data'), server: { tls: { mode: 'off' } } };
  writeFileSync(file, JSON.stringify({ ...base, ...config }));
  const loaded = loadConfig({ file, env: {} });
  const database = openDatabase(loaded.data_dir, configuredKey(loaded.storage));
  const repository = createAuditRepository(database);
  const queue = createCommitQueue(database, createAuditWriter(repository, systemClock));
  const keys = createApiKeys(createKeyRepository(database), systemClock);
  const common = { config: loaded, database, clock: systemClock };
  const opened = openFhirStore({ ...common, queue });
  const commit = createCommit({ database, queue, fhir: opened.store });
  const bulk = { mayGoOn: () => undefined };
  const fhir = createFhirServer({ ...common, commit, opened, bulk });
  const address = createOwnAddress({ url: URL, names: [] });
  const searchable = fhir.rebuildIndex(logger);
  const tokens = new Map<string, FhirAccess>();
  const app = createApp({
    operations: [],
    fhir: { ...fhir, readsWait: 'written', address },
    authenticator: {
      lookUp: keys.authenticate,
      findTokenCaller: async (_c, token) => principalOfToken(tokens.get(token)),
      noteRefusal: () => undefined,
    },
    ratePerMinute: 1_000_000,
    bodyBudget: createBodyBudget(loaded.limits.uploads_in_flight_bytes),
    spool: createUploadSpool(join(folder, 'data', 'tmp'), 64 * 1_048_576),
    secure: false,
    version: '0.0.0',
    commit,
    idempotency: createIdempotency(createIdempotencyRepository(database), systemClock),
    clock: systemClock,
    logger,
    admit: () => undefined,
    readiness: () => {
      throw new Error('This is not asked for.');
    },
  });
  const key: FhirBox['key'] = ({
    mode = 'test',
    scopes = ['fhir.read', 'fhir.write'],
    rate,
  } = {}) =>
    `Bearer ${
      keys.create({
        name: 'test',
        mode,
        scopes,
        ...(rate !== undefined && { ratePerMinute: rate }),
      }).key
    }`;
  const authorization = key();
  let server: RunningServer | undefined;
  return {
    fhir,
    folder: loaded.data_dir,
    database,
    commit,
    key,
    token(access) {
      const token = `token-${tokens.size}`;
      tokens.set(token, access);
      return `Bearer ${token}`;
    },
    async request(path, init) {
      await searchable;
      return app.request(path, init);
    },
    async ask(method, path, body, headers = {}) {
      await searchable;
      const sent = typeof body === 'string' ? body : JSON.stringify(body);
      const response = await app.request(`/v1/fhir${path}`, {
        method,
        headers: {
          Authorization: authorization,
          ...(body !== undefined && { 'Content-Type': typeOf(method, path) }),
          ...headers,
        },
        ...(body !== undefined && { body: sent }),
      });
      const text = await response.text();
      const parsed = text === '' ? undefined : JSON.parse(text);
      return { status: response.status, headers: response.headers, text, body: parsed };
    },
    auditEvents() {
      const plain = revealNames(database);
      return [...repository.each()].map(({ event }) => JSON.parse(plain(event)));
    },
    async listen() {
      server = await listen(app, { host: '127.0.0.1', port: 0, tls: undefined });
      return server.url;
    },
    async stop() {
      await server?.drain(1_000);
      await Promise.all(fhir.part.bulk.map((runs) => runs.stop()));
      queue.flush();
      database.close();
      rmSync(folder, { recursive: true });
    },
  };
}
