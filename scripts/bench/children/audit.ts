// Audit appends, to a database that is encrypted too, against bare commits of the same text, in one
// process and on one disk.
import { join } from 'node:path';
import type * as AuditLogModule from '../../../src/audit/audit-log.js';
import type * as AuditRepositoryModule from '../../../src/store/audit-repository.js';
import type * as CommitQueueModule from '../../../src/store/commit-queue.js';
import type * as KeyModule from '../../../src/store/encryption/key.js';
import type * as OpenModule from '../../../src/store/open.js';
import SqliteDatabase from '../../../src/store/sqlite.js';
import { answerQuestions } from '../processes.js';
import { product } from '../product.js';

export type AuditQuestion =
  | { readonly folder: string }
  | {
      readonly kind: 'append' | 'encrypted';
      readonly writers: number;
      readonly forMs: number;
    }
  | { readonly kind: 'commit'; readonly forMs: number };

const { createAuditLog, createAuditWriter } =
  await product<typeof AuditLogModule>('audit/audit-log.js');
const { createAuditRepository } = await product<typeof AuditRepositoryModule>(
  'store/audit-repository.js',
);
const { createCommitQueue } = await product<typeof CommitQueueModule>('store/commit-queue.js');
const { makeEncryptionKey } = await product<typeof KeyModule>('store/encryption/key.js');
const { openDatabase } = await product<typeof OpenModule>('store/open.js');

const EVENT: AuditLogModule.AuditEvent = {
  action: 'imaging.create',
  actor: { type: 'api_key', id: 'key_0123456789abcdefghijkl', mode: 'test' },
  request_id: 'req_0123456789abcdefghijkl',
  remote_address: '127.0.0.1',
  outcome: 'success',
  status: 200,
  result_id: 'im_0123456789abcdefghijkl',
  models: [{ id: 'chest-xray-triage', version: '1.0.0', backend: 'cpu' }],
  request_sha256: 'a'.repeat(64),
  response_sha256: 'b'.repeat(64),
};

type Append = (writers: number, forMs: number) => Promise<number>;

interface Writers {
  readonly append: Append;
  readonly encrypted: Append;
  commit(forMs: number): number;
}

const rate = (count: number, startedAt: number) => count / ((performance.now() - startedAt) / 1e3);

function appendsTo(folder: string, key?: KeyModule.EncryptionKey): Append {
  const database = openDatabase(folder, key);
  const write = createAuditWriter(createAuditRepository(database), Date.now);
  const audit = createAuditLog(createCommitQueue(database, write));
  return async (writers, forMs) => {
    const startedAt = performance.now();
    let count = 0;
    const write = async () => {
      while (performance.now() - startedAt < forMs) {
        await audit.append(EVENT);
        count += 1;
      }
    };
    await Promise.all(Array.from({ length: writers }, write));
    return rate(count, startedAt);
  };
}

function setUp(folder: string): Writers {
  const plain = new SqliteDatabase(join(folder, 'plain.sqlite'));
  plain.pragma('journal_mode = WAL');
  plain.pragma('synchronous = FULL');
  plain.exec('CREATE TABLE event (seq INTEGER PRIMARY KEY, event TEXT NOT NULL) STRICT');
  const insert = plain.prepare('INSERT INTO event (event) VALUES (?)');
  const text = JSON.stringify(EVENT);
  return {
    append: appendsTo(folder),
    encrypted: appendsTo(join(folder, 'encrypted'), makeEncryptionKey(join(folder, 'a.key'))),
    commit(forMs) {
      const startedAt = performance.now();
      let count = 0;
      for (; performance.now() - startedAt < forMs; count += 1) insert.run(text);
      return rate(count, startedAt);
    },
  };
}

let writers: Writers | undefined;

answerQuestions(async (question: AuditQuestion) => {
  if ('folder' in question) {
    writers = setUp(question.folder);
    return true;
  }
  return question.kind === 'commit'
    ? writers?.commit(question.forMs)
    : writers?.[question.kind](question.writers, question.forMs);
});
