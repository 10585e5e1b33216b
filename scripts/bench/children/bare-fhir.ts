// What the same bytes cost without all that FHIR is: a bare Hono route on the same TLS that inserts
// or selects a text, with the same durability. `/audited` writes one row more for each read, as every
// read of the appliance does.
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { Hono } from 'hono';
import type * as ServerModule from '../../../src/http/server.js';
import type * as TlsModule from '../../../src/http/tls/tls.js';
import SqliteDatabase, { type Database } from '../../../src/store/sqlite.js';
import { answerQuestions } from '../processes.js';
import { product } from '../product.js';

export interface BareFhirSetup {
  readonly folder: string;
  /** The stored resources to be read. */
  readonly bodies: readonly string[];
}

export interface BareFhir {
  readonly url: string;
  readonly ids: readonly string[];
}

const { listen } = await product<typeof ServerModule>('http/server.js');
const { prepareTls } = await product<typeof TlsModule>('http/tls/tls.js');

const RECORD = 'r'.repeat(480);
const FHIR_JSON = { 'Content-Type': 'application/fhir+json; charset=utf-8' };

function openStore(folder: string) {
  const database = new SqliteDatabase(join(folder, 'bare.sqlite'));
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  database.exec(`
    CREATE TABLE resource (id TEXT PRIMARY KEY, body TEXT NOT NULL) STRICT;
    CREATE TABLE record (seq INTEGER PRIMARY KEY, event TEXT NOT NULL) STRICT;
  `);
  return database;
}

/** Commits all writes of one turn of the event loop together. */
function groupCommit(database: Database, synchronous: 'FULL' | 'NORMAL') {
  let waiting: { work: () => void; resolve: () => void }[] = [];
  function commit(): void {
    const group = waiting;
    waiting = [];
    database.pragma(`synchronous = ${synchronous}`);
    database.transaction(() => {
      for (const { work } of group) work();
    })();
    for (const { resolve } of group) resolve();
  }
  return (work: () => void) =>
    new Promise<void>((resolve) => {
      if (waiting.length === 0) setImmediate(commit);
      waiting.push({ work, resolve });
    });
}

async function setUp({ folder, bodies }: BareFhirSetup): Promise<BareFhir> {
  const database = openStore(folder);
  const insert = database.prepare('INSERT INTO resource (id, body) VALUES (?, ?)');
  const select = database
    .prepare<[string], string>('SELECT body FROM resource WHERE id = ?')
    .pluck();
  const record = database.prepare('INSERT INTO record (event) VALUES (?)');
  const synced = groupCommit(database, 'FULL');
  const written = groupCommit(database, 'NORMAL');
  const ids = bodies.map((body) => {
    const id = randomUUID();
    insert.run(id, body);
    return id;
  });
  const app = new Hono();
  app.post('/resource', async (c) => {
    const body = await c.req.text();
    await synced(() => void insert.run(randomUUID(), body));
    return c.body(body, 201, FHIR_JSON);
  });
  app.get('/resource/:id', (c) => c.body(select.get(c.req.param('id')) ?? '', 200, FHIR_JSON));
  app.get('/audited/:id', async (c) => {
    const body = select.get(c.req.param('id')) ?? '';
    await written(() => void record.run(RECORD));
    return c.body(body, 200, FHIR_JSON);
  });
  const tls = await prepareTls({ mode: 'auto', names: [] }, folder, Date.now());
  const options = { host: '127.0.0.1', port: 0, tls };
  const { url } = await listen(app as unknown as Parameters<typeof listen>[0], options);
  return { url, ids };
}

answerQuestions(setUp);
