// One of three servers with the same empty handler: behind the whole pipeline of a clinical operation, the
// same without the audit record, or on a bare route.
import { join } from 'node:path';
import { Hono } from 'hono';
import { z } from 'zod';
import type * as AppModule from '../../../src/appliance/app.js';
import type * as AuditLogModule from '../../../src/audit/audit-log.js';
import type * as OperationModule from '../../../src/calls/operation.js';
import type * as LoggerModule from '../../../src/core/logger.js';
import type * as KeysModule from '../../../src/http/auth/api-keys.js';
import type * as BodyModule from '../../../src/http/body.js';
import type * as IdempotencyModule from '../../../src/http/idempotency.js';
import type * as ServerModule from '../../../src/http/server.js';
import type * as TlsModule from '../../../src/http/tls/tls.js';
import type * as UploadModule from '../../../src/http/upload.js';
import type * as AuditRepositoryModule from '../../../src/store/audit-repository.js';
import type * as CommitQueueModule from '../../../src/store/commit-queue.js';
import type * as CreateCommitModule from '../../../src/store/create-commit.js';
import type * as IdempotencyRepositoryModule from '../../../src/store/idempotency-repository.js';
import type * as KeyRepositoryModule from '../../../src/store/key-repository.js';
import type * as OpenModule from '../../../src/store/open.js';
import type { Commit } from '../../../src/store/unit-of-work.js';
import { answerQuestions } from '../processes.js';
import { product } from '../product.js';

export interface ServerSetup {
  readonly kind: 'guarded' | 'unaudited' | 'bare';
  readonly folder: string;
}

export interface RunningServer {
  readonly url: string;
  readonly key: string;
}

export type ServerQuestion = { readonly setup: ServerSetup } | { readonly cpu: true };

const PATH = '/v1/echo';
const BODY_LIMIT_BYTES = 65_536;
const RATE_PER_MINUTE = 1_000_000_000;

const { createApp } = await product<typeof AppModule>('app.js');
const { createLogger } = await product<typeof LoggerModule>('core/logger.js');
const { createBodyBudget } = await product<typeof BodyModule>('http/body.js');
const { createIdempotency } = await product<typeof IdempotencyModule>('http/idempotency.js');
const { postOperation } = await product<typeof OperationModule>('calls/operation.js');
const { createUploadSpool } = await product<typeof UploadModule>('http/upload.js');
const { listen } = await product<typeof ServerModule>('http/server.js');
const { createApiKeys } = await product<typeof KeysModule>('http/auth/api-keys.js');
const { createAuditWriter } = await product<typeof AuditLogModule>('audit/audit-log.js');
const { prepareTls } = await product<typeof TlsModule>('http/tls/tls.js');
const { createIdempotencyRepository } = await product<typeof IdempotencyRepositoryModule>(
  'store/idempotency-repository.js',
);
const { createAuditRepository } = await product<typeof AuditRepositoryModule>(
  'store/audit-repository.js',
);
const { createCommitQueue } = await product<typeof CommitQueueModule>('store/commit-queue.js');
const { createCommit } = await product<typeof CreateCommitModule>('store/create-commit.js');
const { createKeyRepository } =
  await product<typeof KeyRepositoryModule>('store/key-repository.js');
const { openDatabase } = await product<typeof OpenModule>('store/open.js');

const request = z.strictObject({
  patient_ref: z.string().min(1).max(100),
  age: z.int().min(0).max(130),
  tags: z.array(z.string().max(50)).max(20).default([]),
});
const response = z.strictObject({ accepted: z.literal(true), tags: z.int() });

const echo = postOperation({
  path: '/echo',
  operationId: 'bench.echo',
  summary: 'Nothing',
  description: 'Nothing.',
  scope: 'risk',
  request,
  response,
  bodyLimitBytes: BODY_LIMIT_BYTES,
  handle: async (_call, { tags }) => ({ body: { accepted: true, tags: tags.length } }),
});

const unaudited: Commit<AuditLogModule.AuditEvent> = async ({ work }) => {
  if (typeof work === 'function') throw new Error('nothing is decided here');
  return work.value;
};

function guarded({ kind, folder }: ServerSetup): { app: Hono; key: string } {
  const database = openDatabase(join(folder, kind));
  const write = createAuditWriter(createAuditRepository(database), Date.now);
  const keys = createApiKeys(createKeyRepository(database), Date.now);
  const { key } = keys.create({ name: 'bench', mode: 'test', ratePerMinute: RATE_PER_MINUTE });
  const app = createApp({
    operations: [echo],
    authenticator: { lookUp: keys.authenticate, noteRefusal: () => undefined },
    ratePerMinute: RATE_PER_MINUTE,
    bodyBudget: createBodyBudget(BODY_LIMIT_BYTES * 1_000),
    spool: createUploadSpool(join(folder, 'spool'), BODY_LIMIT_BYTES),
    secure: true,
    version: '0.0.0',
    commit:
      kind === 'guarded'
        ? createCommit({ database, queue: createCommitQueue(database, write) })
        : unaudited,
    idempotency: createIdempotency(createIdempotencyRepository(database), Date.now),
    clock: Date.now,
    logger: createLogger('info'),
    admit: () => undefined,
    readiness: () => {
      throw new Error('not asked for');
    },
  });
  return { app: app as unknown as Hono, key };
}

function bare(): { app: Hono; key: string } {
  const app = new Hono();
  app.post(PATH, async (c) => {
    const { tags } = await c.req.json<z.output<typeof request>>();
    return c.json({ accepted: true, tags: tags.length });
  });
  return { app, key: 'none' };
}

async function setUp(setup: ServerSetup): Promise<RunningServer> {
  const { app, key } = setup.kind === 'bare' ? bare() : guarded(setup);
  const tls = await prepareTls({ mode: 'auto', names: [] }, setup.folder, Date.now());
  const options = { host: '127.0.0.1', port: 0, tls };
  const { url } = await listen(app as unknown as Parameters<typeof listen>[0], options);
  return { url: `${url}${PATH}`, key };
}

answerQuestions(async (question: ServerQuestion) =>
  'setup' in question ? setUp(question.setup) : process.cpuUsage(),
);
