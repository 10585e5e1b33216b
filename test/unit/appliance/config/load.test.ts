import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Environment, loadConfig } from '../../../../src/appliance/config/load.js';
import type { AppError } from '../../../../src/core/errors.js';
import { configFile } from '../../../support/config-file.js';
import { thrownBy } from '../../../support/refusals.js';

const load = (content: unknown, env: Environment = {}) =>
  loadConfig({ file: configFile(content).file, env });
const faultsOf = (content: unknown, env: Environment = {}): AppError =>
  thrownBy(() => load(content, env));
const fieldsOf = (content: unknown, env: Environment = {}) =>
  faultsOf(content, env).issues.map(({ field }) => field);

/** What an administrator may rely on when a field is left out. */
const DEFAULTS = {
  version: 1,
  server: {
    host: '127.0.0.1',
    port: 8443,
    tls: { mode: 'auto', names: [] },
    trusted_proxies: [],
    cors_origins: [],
    max_connections: 2_000,
    idle_timeout_s: 65,
    headers_timeout_s: 20,
    request_timeout_s: 120,
    answer_timeout_s: 60,
    drain_timeout_s: 20,
  },
  models: { require_signature: false, package_mb: 4_096 },
  inference: {
    backend: 'auto',
    cpu_workers: 2,
    threads_per_worker: 0,
    allow_software_gpu: false,
    queue_limit: 16,
    task_timeout_s: 30,
    worker_memory_mb: 1536,
  },
  analyze: { workers: 'auto', queue_limit: 256, timeout_s: 30, worker_memory_mb: 768 },
  medications: { block_at: 'major' },
  cds: { show_from: 'moderate', fhir_servers: [] },
  jobs: { per_key: 16, parallel: 0, store_bytes: 4_096 * 1024 * 1024 },
  limits: {
    header_bytes: 16 * 1024,
    imaging_body_bytes: 90 * 1024 * 1024,
    imaging_form_bytes: 768 * 1024 * 1024,
    data_body_bytes: 16 * 1024 * 1024,
    image_file_bytes: 64 * 1024 * 1024,
    image_megapixels: 100,
    audio_body_bytes: 201 * 1024 * 1024,
    audio_seconds: 14_400,
    spool_bytes: 1024 * 1024 * 1024,
    uploads_in_flight_bytes: 360 * 1024 * 1024,
    answers_in_flight_bytes: 256 * 1024 * 1024,
  },
  rate_limits: { per_minute: 600 },
  sign_in: {
    local: true,
    second_factor_for: [],
    idle_minutes: 30,
    session_hours: 12,
    password_length: 12,
    free_failures: 5,
    free_failures_per_address: 20,
    longest_pause_s: 900,
    max_failures: 100,
  },
  smart: { clients: [], issuers: [] },
  storage: {
    disk_reserve_mb: 256,
    audit_reads: 'written',
    audit_retention_days: 0,
    imaging_readings_days: 730,
    result_retention_days: 7,
  },
  fhir: {
    resource_body_bytes: 4 * 1024 * 1024,
    bundle_body_bytes: 32 * 1024 * 1024,
    import_body_bytes: 2 * 1024 ** 3,
    bundle_entries: 1_000,
    time_zone: 'UTC',
  },
  pacs: {
    host: '127.0.0.1',
    ae_title: 'WARDBOX',
    tls: 'off',
    peers: [],
    max_associations: 16,
    idle_timeout_s: 60,
    max_object_mb: 1_024,
    store_mb: 20_480,
    retention_hours: 72,
    routes: [],
    patient_identifiers: [],
    series_quiet_s: 30,
    destinations: [],
    send_days: 7,
  },
  webhooks: [],
  logging: { level: 'info' },
};

describe('loadConfig', () => {
  it('fills every field of an empty file', () => {
    const { file, folder } = configFile({});
    const config = loadConfig({ file, env: {} });
    const { source, models_dir, data_dir, ...rest } = config;
    expect(rest).toEqual(DEFAULTS);
    expect(source).toBe(file);
    expect(data_dir).toBe(join(folder, 'data'));
    expect(models_dir).toBe(resolve(import.meta.dirname, '../../../../models'));
  });

  it('ships a file that says the defaults and is used when none is named', () => {
    const root = resolve(import.meta.dirname, '../../../..');
    for (const env of [{}, { WARDBOX_CONFIG: '' }]) {
      const { source, data_dir, models_dir, ...rest } = loadConfig({ env });
      expect(rest).toEqual(DEFAULTS);
      expect(source).toBe(join(root, 'appliance.config.json'));
      expect(data_dir).toBe(join(root, 'data'));
      expect(models_dir).toBe(join(root, 'models'));
    }
  });

  it('takes relative paths from the folder of the file', () => {
    const { file, folder } = configFile({
      data_dir: '../elsewhere',
      models_dir: 'm',
      server: { tls: { mode: 'files', cert_file: 'tls/a.crt', key_file: '/abs/a.key' } },
    });
    const config = loadConfig({ file, env: {} });
    expect(config.data_dir).toBe(resolve(folder, '../elsewhere'));
    expect(config.models_dir).toBe(join(folder, 'm'));
    expect(config.server.tls.cert_file).toBe(join(folder, 'tls/a.crt'));
    expect(config.server.tls.key_file).toBe('/abs/a.key');
  });

  it('cannot be changed afterwards, at any depth', () => {
    const config = load({ server: { tls: { names: ['box.ward'] } } });
    const loose = config as unknown as { server: { port: number; tls: { names: string[] } } };
    expect(() => {
      loose.server.port = 1;
    }).toThrow(TypeError);
    expect(() => loose.server.tls.names.push('evil')).toThrow(TypeError);
    expect(config.server.port).toBe(8443);
  });
});

describe('the faults of a configuration', () => {
  it('are all reported at once, each with its path, in the message too', () => {
    const error = faultsOf({
      server: { port: 70_000, tls: { mode: 'maybe' } },
      inference: { cpu_workers: 0, threads_per_worker: 1.5 },
      limits: { image_megapixels: '100' },
      logging: { level: 'loud' },
      colour: 'red',
    });
    const fields = error.issues.map(({ field }) => field);
    expect(fields.sort()).toEqual([
      'colour',
      'inference.cpu_workers',
      'inference.threads_per_worker',
      'limits.image_megapixels',
      'logging.level',
      'server.port',
      'server.tls.mode',
    ]);
    for (const field of fields) expect(error.message).toContain(`\n  ${field}: `);
  });

  it('include unknown keys at any depth and keys of prototypes', () => {
    expect(fieldsOf({ server: { tls: { cert: 'x' } } })).toEqual(['server.tls.cert']);
    expect(fieldsOf('{"__proto__": {"data_dir": "/x"}}')).toEqual(['__proto__']);
    expect(fieldsOf({ constructor: 1 })).toEqual(['constructor']);
  });

  it.each([
    ['both', {}, ['server.tls.cert_file', 'server.tls.key_file']],
    ['the key', { cert_file: 'a' }, ['server.tls.key_file']],
    ['the certificate', { key_file: 'a' }, ['server.tls.cert_file']],
  ])('include %s missing when TLS is from files', (_, tls, fields) => {
    expect(fieldsOf({ server: { tls: { mode: 'files', ...tls } } })).toEqual(fields);
  });

  it('include clients and issuers of tokens that nobody could be', () => {
    const client = { id: 'a', name: 'A', mode: 'test', scopes: ['system/*.rs'], jwks_file: 'a' };
    const issuer = {
      issuer: 'https://login.hospital.example',
      audience: 'https://wardbox.hospital.example/v1/fhir',
      mode: 'live',
      scopes: ['patient/*.rs'],
      jwks_url: 'https://login.hospital.example/keys',
    };
    const introspection = { url: `${issuer.issuer}/ask`, client_id: 'w', client_secret_file: 's' };
    const fieldsWith = (smart: object) => fieldsOf({ smart });
    expect(fieldsWith({ clients: [{ ...client, jwks_url: 'https://a.example/k' }] })).toEqual([
      'smart.clients.0.jwks_file',
    ]);
    expect(fieldsWith({ clients: [client, { ...client, jwks_file: 'b' }] })).toEqual([
      'smart.clients.1.id',
    ]);
    for (const scopes of [['patient/*.rs'], ['system/*.sr'], ['fhir.read'], []]) {
      const [field] = fieldsWith({ clients: [{ ...client, scopes }] });
      expect(field).toMatch(/^smart\.clients\.0\.scopes/);
    }
    expect(fieldsWith({ issuers: [{ ...issuer, scopes: ['system/*.rs'] }] })).toEqual([
      'smart.issuers.0.scopes.0',
    ]);
    expect(fieldsWith({ issuers: [{ ...issuer, jwks_url: undefined }] })).toEqual([
      'smart.issuers.0.jwks_url',
    ]);
    expect(fieldsWith({ issuers: [{ ...issuer, jwks_url: 'http://a.example/k' }] })).toEqual([
      'smart.issuers.0.jwks_url',
    ]);
    const other = { ...issuer, issuer: 'https://other.hospital.example', introspection };
    expect(fieldsWith({ issuers: [{ ...issuer, introspection }, other] })).toEqual([
      'smart.issuers.1.introspection',
    ]);
    const config = load({ smart: { clients: [client], issuers: [{ ...issuer, introspection }] } });
    expect(config.smart.clients[0]?.jwks_file).toMatch(/^\/.*\/a$/);
    expect(config.smart.issuers[0]?.introspection?.client_secret_file).toMatch(/^\/.*\/s$/);
  });

  it('include origins that are none', () => {
    for (const origin of ['*', 'http://app.example', 'https://app.example/', 'null']) {
      const fields = fieldsOf({ server: { cors_origins: [origin] } });
      expect(new Set(fields)).toEqual(new Set(['server.cors_origins.0']));
    }
  });

  it('include a store for uploads that cannot hold one body', () => {
    const limits = {
      imaging_body_bytes: 2_048,
      data_body_bytes: 1_024,
      uploads_in_flight_bytes: 2_047,
    };
    const fhir = { resource_body_bytes: 1_024, bundle_body_bytes: 2_048 };
    expect(fieldsOf({ limits, fhir })).toEqual(['limits.uploads_in_flight_bytes']);
    const enough = { ...limits, uploads_in_flight_bytes: 2_048 };
    expect(fieldsOf({ limits: enough, fhir: { ...fhir, bundle_body_bytes: 2_049 } })).toEqual([
      'limits.uploads_in_flight_bytes',
    ]);
    expect(load({ limits: enough, fhir }).limits).toMatchObject({
      uploads_in_flight_bytes: 2_048,
    });
  });

  it.each([['[]'], ['null'], ['"text"'], ['3']])('include a file that holds %s', (text) => {
    expect(faultsOf(text).issues).toEqual([{ field: 'body', issue: 'must be an object' }]);
  });

  it('include a file that is not JSON or not there', () => {
    expect(faultsOf('{"server": ').message).toContain('is not JSON');
    expect(faultsOf('').message).toContain('is not JSON');
    const missing = thrownBy(() => loadConfig({ file: '/nonexistent/box.json', env: {} }));
    expect(missing).toMatchObject({ code: 'validation_error' });
    expect(missing.message).toContain('/nonexistent/box.json');
  });
});

describe('overrides from the environment', () => {
  it('go before the file, field by field', () => {
    const env = {
      WARDBOX_HOST: '0.0.0.0',
      WARDBOX_PORT: '9000',
      WARDBOX_LOG_LEVEL: 'debug',
      WARDBOX_DATA_DIR: 'from-env',
    };
    const config = load({ server: { port: 1, drain_timeout_s: 7 }, data_dir: 'in-file' }, env);
    expect(config.server).toMatchObject({ host: '0.0.0.0', port: 9000, drain_timeout_s: 7 });
    expect(config.logging.level).toBe('debug');
    expect(config.data_dir).toBe(resolve('from-env'));
  });

  it('name the file', () => {
    const { file } = configFile({ server: { port: 4_321 } });
    expect(loadConfig({ env: { WARDBOX_CONFIG: file } }).server.port).toBe(4_321);
    const other = configFile({ server: { port: 1_234 } }).file;
    expect(loadConfig({ file: other, env: { WARDBOX_CONFIG: file } }).server.port).toBe(1_234);
  });

  it('count as not set when they are empty', () => {
    const env = { WARDBOX_HOST: '', WARDBOX_PORT: '', WARDBOX_LOG_LEVEL: '', WARDBOX_DATA_DIR: '' };
    expect(load({ server: { port: 5 } }, env).server).toMatchObject({ host: '127.0.0.1', port: 5 });
  });

  it.each(['http', '80 80', '-1', '65536', '8443.5', 'NaN', 'Infinity', '1e9'])(
    'refuse the port %s',
    (port) => {
      expect(fieldsOf({}, { WARDBOX_PORT: port })).toEqual(['server.port']);
    },
  );

  it('are checked like the file: a level that is none, plain HTTP for all the network', () => {
    expect(fieldsOf({}, { WARDBOX_LOG_LEVEL: 'loud' })).toEqual(['logging.level']);
    const plain = { server: { tls: { mode: 'off' } } };
    expect(fieldsOf(plain, { WARDBOX_HOST: '0.0.0.0' })).toEqual(['server.tls.mode']);
    expect(load(plain).server.tls.mode).toBe('off');
  });

  it.each([[5], ['text'], [[1]], [true]])('do not hide a section that is %j', (server) => {
    expect(fieldsOf({ server }, { WARDBOX_PORT: '9000' })).toEqual(['server']);
  });
});
