import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Appliance, createAppliance } from '../../src/appliance/appliance.js';
import { loadConfig, processEnvironment } from '../../src/appliance/config/load.js';
import type { AuditEvent } from '../../src/audit/audit-log.js';
import { type Clock, systemClock } from '../../src/core/clock.js';
import { createSilentLogger, type Logger } from '../../src/core/logger.js';
import { type ApiKeys, createApiKeys } from '../../src/http/auth/api-keys.js';
import { createAuditRepository } from '../../src/store/audit-repository.js';
import { configuredKey } from '../../src/store/encryption/key.js';
import { createKeyRepository } from '../../src/store/key-repository.js';
import { type Database, openDatabase } from '../../src/store/open.js';
import { FIXTURE_MODELS } from './fixture-models.js';
import { encodeForm } from './form.js';
import { revealNames } from './reveal-names.js';

type Headers = Record<string, string>;

export interface TestAppliance {
  readonly appliance: Appliance;
  readonly dataDir: string;
  /** A connection of its own, as the command line has it. */
  readonly database: Database;
  readonly keys: ApiKeys;
  /** The default key of requests. */
  readonly defaultKey: string;
  /** A new test key, by default with all scopes. */
  key(options?: { mode?: 'test' | 'live'; scopes?: string[]; rate?: number }): string;
  post(path: string, body: unknown, headers?: Headers): Promise<Response>;
  /** A form with a file in it. */
  upload(path: string, form: FormData, headers?: Headers): Promise<Response>;
  get(path: string, headers?: Headers): Promise<Response>;
  auditEvents(): AuditEvent[];
  stop(): Promise<void>;
}

/** A whole appliance in this process, on tiny models and a data folder of its own. */
export async function startTestAppliance(
  config: Record<string, unknown> = {},
  logger: Logger = createSilentLogger(),
  clock: Clock = systemClock,
): Promise<TestAppliance> {
  const folder = mkdtempSync(join(tmpdir(), 'wardbox-test-'));
  const dataDir = join(folder, 'data');
  const file = join(folder, 'appliance.config.json');
  const defaults = {
    data_dir: dataDir,
    models_dir: FIXTURE_MODELS,
    server: { port: 0, tls: { mode: 'off' } },
    inference: { backend: 'cpu', cpu_workers: 1 },
    // A thread would compile TypeScript again for each appliance.
    analyze: { workers: 0 },
  };
  writeFileSync(file, JSON.stringify({ ...defaults, ...config }));
  const loaded = loadConfig({ file, env: {} });
  const appliance = createAppliance({
    config: loaded,
    environment: processEnvironment,
    logger,
    clock,
  });
  await appliance.start();
  // As the command line does next to a running daemon: a separate connection.
  const database = openDatabase(dataDir, configuredKey(loaded.storage));
  const keys = createApiKeys(createKeyRepository(database), systemClock);
  const key: TestAppliance['key'] = ({ mode = 'test', scopes, rate } = {}) =>
    keys.create({
      name: 'test',
      mode,
      ...(scopes && { scopes }),
      ...(rate !== undefined && { ratePerMinute: rate }),
    }).key;
  const defaultKey = key();
  const authorised = (headers: Headers): Headers => ({
    Authorization: `Bearer ${defaultKey}`,
    ...headers,
  });
  return {
    appliance,
    dataDir,
    database,
    keys,
    key,
    defaultKey,
    async post(path, body, headers = {}) {
      return appliance.app.request(path, {
        method: 'POST',
        body: typeof body === 'string' ? body : JSON.stringify(body),
        headers: { 'Content-Type': 'application/json', ...authorised(headers) },
      });
    },
    async upload(path, form, headers = {}) {
      const { headers: type, bytes } = await encodeForm(form);
      const init = { method: 'POST', body: bytes, headers: { ...type, ...authorised(headers) } };
      return appliance.app.request(path, init);
    },
    async get(path, headers = {}) {
      return appliance.app.request(path, { headers: authorised(headers) });
    },
    auditEvents() {
      const plain = revealNames(database);
      return [...createAuditRepository(database).each()].map(({ event }) =>
        JSON.parse(plain(event)),
      );
    },
    async stop() {
      await appliance.stop();
      database.close();
      rmSync(folder, { recursive: true });
    },
  };
}
