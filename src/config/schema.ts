import { z } from 'zod';
import { isLoopback } from '../core/addresses.js';
import { LOG_LEVELS } from '../core/logger.js';

const MIB = 1024 * 1024;
const count = (min: number, max: number) => z.int().min(min).max(max);
const section = <T extends z.ZodRawShape>(shape: T) => z.strictObject(shape).prefault({} as never);

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

const tls = section({
  mode: z
    .enum(['off', 'auto', 'files'])
    .default('auto')
    .describe('off: plain HTTP, loopback only; auto: a certificate made here; files: your own'),
  cert_file: z.string().min(1).optional(),
  key_file: z.string().min(1).optional(),
  names: z
    .array(z.string().min(1))
    .max(50)
    .default([])
    .describe('further names and addresses that an automatic certificate is valid for'),
});

const server = section({
  host: z.string().min(1).default('127.0.0.1'),
  port: count(0, 65_535).default(8443).describe('0 takes any free port'),
  tls,
  drain_timeout_s: count(1, 300)
    .default(20)
    .describe('how long a stop waits for requests that are under way'),
});

const inference = section({
  backend: z.enum(['auto', 'webgpu', 'cpu', 'wasm']).default('auto'),
  cpu_workers: count(1, 32).default(2),
  threads_per_worker: count(0, 64)
    .default(0)
    .describe('0: all cores, shared out among the workers'),
  allow_software_gpu: z.boolean().default(false),
  queue_limit: count(1, 1_000).default(16),
  task_timeout_s: count(1, 600).default(30),
  worker_memory_mb: count(256, 65_536)
    .default(1_536)
    .describe('a worker whose resident memory passes this is ended and replaced'),
});

const limits = section({
  imaging_body_bytes: count(1_024, 256 * MIB).default(90 * MIB),
  data_body_bytes: count(1_024, 256 * MIB)
    .default(16 * MIB)
    .describe('a request that is no image: risk'),
  image_file_bytes: count(1_024, 128 * MIB).default(64 * MIB),
  image_megapixels: count(1, 400).default(100),
  audio_body_bytes: count(1_024, 1_024 * MIB)
    .default(201 * MIB)
    .describe('a form with a recording in it'),
  audio_seconds: count(1, 86_400).default(14_400).describe('the longest recording that is taken'),
  spool_bytes: count(1_024, 65_536 * MIB)
    .default(1_024 * MIB)
    .describe('recordings that lie on the disk, encrypted, while they are worked on'),
  uploads_in_flight_bytes: count(1_024, 4_096 * MIB)
    .default(360 * MIB)
    .describe('request bodies held at the same time; past this, 503 with Retry-After'),
});

const rateLimits = section({
  per_minute: count(1, 1_000_000)
    .default(600)
    .describe('for keys that carry no limit of their own'),
});

const storage = section({
  disk_reserve_mb: count(0, 1_000_000)
    .default(256)
    .describe('below this much free space new clinical work is refused'),
  audit_reads: z
    .enum(['written', 'synced'])
    .default('written')
    .describe(
      'when a FHIR read is answered: once its audit record is committed (the disk has it about 20 ms ' +
        'later, so only a power cut can lose it) or once the disk has it. Whatever changes data or ' +
        'computes an answer always waits for the disk',
    ),
  imaging_readings_days: count(0, 36_500)
    .default(730)
    .describe(
      'how long the scores of an analysis (never its image) are kept, so that a later one can be ' +
        'compared with it; 0 keeps none',
    ),
});

/** Where patients' data and what authorises us go: never in the clear but on this machine. */
function isRemote(address: string): boolean {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined || /[?#]/.test(address) || url.username + url.password !== '') return false;
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(host));
}

const remoteUrl = z
  .string()
  .max(2_000)
  .refine(isRemote, 'must be an https address without a query, a fragment, a name or a password');

const upstream = z
  .strictObject({
    base_url: remoteUrl.describe("of the hospital's FHIR R4 server"),
    token_url: remoteUrl.optional().describe('the token endpoint of SMART Backend Services'),
    client_id: z.string().min(1).max(1_000).optional(),
    key_file: z
      .string()
      .min(1)
      .optional()
      .describe('private key, PEM or JWK: RSA of 2048 bits or more (RS384) or P-384 (ES384)'),
    key_id: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .describe('kid of the key; default: that of the JWK, else its thumbprint (RFC 7638)'),
    scopes: z
      .array(z.string().regex(/^[\x21\x23-\x5b\x5d-\x7e]{1,200}$/))
      .min(1)
      .max(50)
      .default(['system/*.rs']),
    ca_file: z.string().min(1).optional().describe('trusted instead of the public authorities'),
    timeout_s: count(1, 60).default(15).describe('for all that one request makes necessary'),
  })
  .superRefine(({ token_url, client_id, key_file }, context) => {
    const given = { token_url, client_id, key_file };
    const missing = Object.entries(given).filter(([, value]) => value === undefined);
    if (missing.length === 3) return;
    for (const [field] of missing) {
      const message = 'token_url, client_id and key_file are needed together';
      context.addIssue({ code: 'custom', path: [field], message });
    }
  });

const fhir = section({
  resource_body_bytes: count(1_024, 256 * MIB).default(4 * MIB),
  bundle_body_bytes: count(1_024, 256 * MIB).default(32 * MIB),
  bundle_entries: count(1, 10_000)
    .default(1_000)
    .describe('of a batch or transaction; a transaction holds up every other writer meanwhile'),
  time_zone: z
    .string()
    .min(1)
    .default('UTC')
    .refine(isTimeZone, 'must be a time zone of the IANA list, such as Europe/Vienna')
    .describe('of dates that name none; another one rebuilds the search index'),
  upstream: upstream.optional().describe('read-through for live keys; without it nothing is asked'),
});

const logging = section({ level: z.enum(LOG_LEVELS).default('info') });

/** The whole of `appliance.config.json`; every field has a default that runs on a laptop. */
export const configSchema = z
  .strictObject({
    $schema: z.string().optional(),
    version: z.literal(1).default(1),
    server,
    data_dir: z.string().min(1).default('./data'),
    models_dir: z.string().min(1).optional().describe('default: the models that ship with Wardbox'),
    inference,
    limits,
    rate_limits: rateLimits,
    storage,
    fhir,
    logging,
  })
  .superRefine((config, context) => {
    const fault = (path: string[], message: string) =>
      context.addIssue({ code: 'custom', path, message });
    const { host, tls } = config.server;
    if (tls.mode === 'off' && !isLoopback(host)) {
      fault(
        ['server', 'tls', 'mode'],
        `"off" is refused on ${host}: only loopback may go without TLS`,
      );
    }
    for (const field of ['cert_file', 'key_file'] as const) {
      if (tls.mode === 'files' && tls[field] === undefined) {
        fault(['server', 'tls', field], 'is needed when mode is "files"');
      }
    }
    const { uploads_in_flight_bytes, imaging_body_bytes, data_body_bytes } = config.limits;
    if (config.limits.spool_bytes < config.limits.audio_body_bytes) {
      fault(['limits', 'spool_bytes'], 'must hold at least one audio body');
    }
    const { resource_body_bytes, bundle_body_bytes } = config.fhir;
    const bodies = [imaging_body_bytes, data_body_bytes, resource_body_bytes, bundle_body_bytes];
    if (uploads_in_flight_bytes < Math.max(...bodies)) {
      fault(['limits', 'uploads_in_flight_bytes'], 'must hold at least one body of each kind');
    }
  });

export type Config = z.output<typeof configSchema>;
