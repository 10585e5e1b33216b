import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { verifyChain } from '../../src/audit/audit-chain.js';
import { createAuditRepository } from '../../src/store/audit-repository.js';
import { openDatabase } from '../../src/store/open.js';
import {
  type Answered,
  type FhirDaemon,
  inTurns,
  startFhirDaemon,
} from '../support/fhir/daemon.js';
import { rounds } from '../support/rounds.js';

const FOLDER = mkdtempSync(join(tmpdir(), 'wardbox-idempotency-crash-'));
afterAll(() => rmSync(FOLDER, { recursive: true }));

const SYSTEM = 'https://hospital.test/order';
const WRITERS = 8;
const ROUNDS = rounds({ short: 1, long: 50 });
/** Patients that an order of each kind makes. */
const MAKES = { single: 1, batch: 3, transaction: 3 } as const;
const KINDS = ['single', 'batch', 'transaction'] as const;

interface Order {
  readonly name: string;
  readonly kind: (typeof KINDS)[number];
}

const patient = (name: string) => ({
  resourceType: 'Patient',
  identifier: [{ system: SYSTEM, value: name }],
});

function sent({ name, kind }: Order): { path: string; body: object } {
  if (kind === 'single') return { path: '/Patient', body: patient(name) };
  const one = { resource: patient(name), request: { method: 'POST', url: 'Patient' } };
  const entry = Array.from({ length: MAKES[kind] }, () => one);
  return { path: '', body: { resourceType: 'Bundle', type: kind, entry } };
}

async function place(box: FhirDaemon, order: Order) {
  const { path, body } = sent(order);
  const told = await box.ask('POST', path, body, { 'idempotency-key': order.name });
  expect(told.status, told.text).toBeLessThan(300);
  return told;
}

/** Orders in turn until the daemon is killed; gives what was answered and what was left open. */
async function orderUntilKilled(box: FhirDaemon, run: number, enough: number) {
  const answered = new Map<Order, string>();
  const open: Order[] = [];
  const writers = Array.from({ length: WRITERS }, async (_, writer) => {
    for (let nth = writer; ; nth += 1) {
      const kind = KINDS[nth % KINDS.length] ?? 'single';
      const order: Order = { name: `${run}-${writer}-${nth}`, kind };
      try {
        answered.set(order, (await place(box, order)).text);
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException;
        if (code !== 'ECONNRESET' && code !== 'ECONNREFUSED' && code !== 'EPIPE') throw error;
        open.push(order);
        return;
      }
    }
  });
  const reach = async () => {
    while (answered.size < enough) await sleep(1);
  };
  await Promise.race([reach(), Promise.all(writers)]);
  box.daemon.process.kill('SIGKILL');
  await Promise.all(writers);
  await box.daemon.exited;
  return { answered, open };
}

describe('requests that name themselves, to a daemon that is killed', () => {
  it('are carried out once, however often they are sent, before and after', async () => {
    const dataDir = join(FOLDER, 'data');
    const orders: Order[] = [];
    let key: string | undefined;
    const start = async () => {
      const box = await startFhirDaemon(WRITERS, { dataDir, ...(key !== undefined && { key }) });
      key = box.key;
      return box;
    };
    for (let run = 0; run < ROUNDS; run += 1) {
      const enough = 40 + ((run * 37) % 83);
      const box = await start();
      const { answered, open } = await orderUntilKilled(box, run, enough);
      await box.stop();
      expect(open).toHaveLength(WRITERS);
      orders.push(...answered.keys(), ...open);
      const again = await start();
      await inTurns([...answered], WRITERS, async ([order, text]) => {
        const told = await place(again, order);
        expect(told.text).toBe(text);
        expect(told.headers['idempotency-replayed']).toBe('true');
      });
      // Twice: whatever was done before the end, the second is a repetition of the first.
      const first = await inTurns(open, WRITERS, (order) => place(again, order));
      const second = await inTurns(open, WRITERS, (order) => place(again, order));
      expect(second.map(({ text }) => text)).toEqual(first.map(({ text }) => text));
      await again.stop();
    }
    const box = await start();
    const counts = await inTurns(orders, WRITERS, async ({ name }) => {
      const { body } = await box.ask('GET', `/Patient?identifier=${SYSTEM}|${name}`);
      return (body as Answered).total ?? body.entry?.length ?? 0;
    });
    expect(counts).toEqual(orders.map(({ kind }) => MAKES[kind]));
    await box.stop();
    const database = openDatabase(dataDir);
    const audit = createAuditRepository(database);
    expect(verifyChain(audit.each(), audit.highestEver())).toMatchObject({ intact: true });
    const created = [...audit.each()]
      .map(({ event }) => JSON.parse(event))
      .filter(({ action, replayed }) => action === 'fhir.create' && !replayed);
    const made = orders.reduce((sum, { kind }) => sum + MAKES[kind], 0);
    expect(created).toHaveLength(made);
    database.close();
  });
});
