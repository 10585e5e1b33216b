import { describe, expect, it } from 'vitest';
import { createSilentLogger } from '../../../../src/core/logger.js';
import { createRandom, type Random } from '../../../../src/core/random.js';
import type { SendOutcome } from '../../../../src/core/sent-object.js';
import { type SendBatch, SendQueue } from '../../../../src/operations/pacs/send-queue.js';
import { createAuditRepository } from '../../../../src/store/audit-repository.js';
import { createCommit } from '../../../../src/store/create-commit.js';
import { createDicomObjectRepository } from '../../../../src/store/dicom-object-repository.js';
import type { NewSend } from '../../../../src/store/dicom-send.js';
import { createDicomSendRepository } from '../../../../src/store/dicom-send-repository.js';
import { openDatabase } from '../../../../src/store/open.js';
import { auditQueue } from '../../../support/audit-queue.js';
import { scratchFolder } from '../../../support/scratch-folder.js';

const NOON = Date.UTC(2026, 5, 1, 12);
const MINUTE_MS = 60_000;
const DAY_MS = 1_440 * MINUTE_MS;
const PACS = { mode: 'test', destination: 'pacs' } as const;
const ARCHIVE = { mode: 'test', destination: 'archive' } as const;
const NOT_NOW = { kind: 'not-now', reason: 'no_connection' } as const;
const SENT = { kind: 'sent' } as const;

/** What a destination answers; `lost`: the sender ends before it is known. */
type Answer = SendOutcome | 'lost';

function opened(answer: (instanceUid: string, line: SendBatch['line']) => Answer = () => SENT) {
  const database = openDatabase(scratchFolder());
  const time = { now: NOON };
  const clock = () => time.now;
  const repository = createDicomSendRepository(database);
  const objects = createDicomObjectRepository(database);
  /** What arrived at a destination, in order. */
  const arrived: string[] = [];
  const hold = (instanceUid: string) =>
    objects.insert({
      mode: 'test',
      studyUid: '2.25.1',
      seriesUid: '2.25.2',
      instanceUid,
      sopClassUid: '1.2.840.10008.5.1.4.1.1.88.33',
      transferSyntaxUid: '1.2.840.10008.1.2.1',
      header: '{}',
      sha256: '00'.repeat(32),
      file: { name: instanceUid, bytes: 1, key: new Uint8Array(32), counter: new Uint8Array(16) },
      callingAeTitle: 'WARDBOX',
      receivedAt: NOON,
    });
  const queue = (instanceUid: string, more: Partial<NewSend> = {}) => {
    hold(instanceUid);
    const send = { ...PACS, instanceUid, analysisId: 'im_1', urgent: false, createdAt: time.now };
    repository.insert([{ ...send, ...more }]);
  };
  /** As after a start: everything that is due is tried once. */
  async function run({ random = () => 0.5 }: { random?: Random } = {}): Promise<void> {
    const sends = new SendQueue({
      lines: [PACS, ARCHIVE],
      repository,
      commit: createCommit({ database, queue: auditQueue(database, clock) }),
      folder: '/nowhere',
      givenUpMs: 7 * DAY_MS,
      clock,
      random,
      logger: createSilentLogger(),
      async send({ line, objects: batch }, { begin, end }) {
        for (const { id, instanceUid } of batch) {
          if (!(await begin(id))) continue;
          const outcome = answer(instanceUid, line);
          if (outcome === 'lost') throw new Error('lost');
          if (outcome.kind === 'sent') arrived.push(instanceUid);
          await end({ id, outcome });
          if (outcome.kind === 'not-now') return;
        }
      },
    });
    sends.start();
    await sends.stop();
  }
  const states = () =>
    Object.fromEntries(
      repository
        .list({
          states: ['queued', 'sending', 'sent', 'failed', 'cancelled'],
          limit: 1_000,
        })
        .map(({ instanceUid, state, reason }) => [
          instanceUid,
          reason === null ? state : `${state} ${reason}`,
        ]),
    );
  const events = () =>
    [...createAuditRepository(database).each()].map(({ event }) => JSON.parse(event));
  return { time, repository, objects, arrived, queue, run, states, events };
}

describe('the queue of sends', () => {
  it('sends urgent objects first, the others as they were queued, and records each attempt', async () => {
    const { queue, run, arrived, states, events } = opened();
    queue('a', { analysisId: 'im_1' });
    queue('b', { analysisId: 'im_2' });
    queue('c', { analysisId: 'im_3', urgent: true });
    await run();
    expect(arrived).toEqual(['c', 'a', 'b']);
    expect(states()).toEqual({ a: 'sent', b: 'sent', c: 'sent' });
    expect(events()).toEqual(
      ['im_3', 'im_1', 'im_2'].map((id) => ({
        action: 'dicom.send',
        outcome: 'success',
        actor: { type: 'appliance', id: 'wardbox' },
        destination: 'pacs',
        result_id: id,
        target: expect.stringMatching(/^ImagingStudy\/h_/),
      })),
    );
  });

  it('queues an object once for a destination', async () => {
    const { queue, run, arrived } = opened();
    queue('a');
    queue('a');
    await run();
    queue('a');
    await run();
    expect(arrived).toEqual(['a']);
  });

  it('sends nothing of the other mode, and nothing to a destination that is not configured', async () => {
    const { queue, run, arrived, states } = opened();
    queue('a', { mode: 'live' });
    queue('b', { destination: 'elsewhere' });
    await run();
    expect(arrived).toEqual([]);
    expect(states()).toEqual({ a: 'queued', b: 'queued' });
  });

  it('tries again after a pause, in order, while another destination is served', async () => {
    let isUp = false;
    const { time, queue, run, arrived, states } = opened((_, { destination }) =>
      isUp || destination === 'archive' ? SENT : NOT_NOW,
    );
    queue('report', { analysisId: 'im_1' });
    queue('capture', { analysisId: 'im_1' });
    queue('other', { destination: 'archive' });
    await run();
    expect(arrived).toEqual(['other']);
    expect(states()).toMatchObject({ report: 'queued no_connection', capture: 'queued' });
    isUp = true;
    await run();
    // What follows the report of its reading waits for it.
    expect(arrived).toEqual(['other']);
    time.now += 6_000;
    await run();
    expect(arrived).toEqual(['other', 'report', 'capture']);
  });

  it('gives up what was refused for good, and goes on', async () => {
    const { queue, run, arrived, states, events } = opened((uid) =>
      uid === 'a' ? { kind: 'refused', reason: 'status_C000' } : SENT,
    );
    queue('a');
    queue('b');
    await run();
    expect(arrived).toEqual(['b']);
    expect(states()).toEqual({ a: 'failed status_C000', b: 'sent' });
    expect(events()[0]).toMatchObject({ outcome: 'refused', error_code: 'status_C000' });
  });

  it('gives up what could not be sent for days', async () => {
    const { time, queue, run, states, events } = opened(() => NOT_NOW);
    queue('a');
    await run();
    time.now += 8 * DAY_MS;
    await run();
    expect(states()).toEqual({ a: 'failed given_up' });
    expect(events().at(-1)).toMatchObject({ outcome: 'refused', error_code: 'given_up' });
  });

  it('fails what is held no more, and keeps what waits from being deleted', async () => {
    const { queue, run, states, objects } = opened();
    queue('a');
    queue('b');
    objects.drop(['a']);
    expect(objects.forgetBefore(NOON + DAY_MS)).toEqual([]);
    await run();
    expect(states()).toEqual({ a: 'failed object_gone', b: 'sent' });
    expect(objects.forgetBefore(NOON + DAY_MS)).toEqual(['b']);
  });

  it('sends again what was being sent when the sender was lost', async () => {
    let answers = 0;
    const { time, queue, run, arrived, states } = opened(() => {
      answers += 1;
      return answers === 1 ? 'lost' : SENT;
    });
    queue('a');
    await run();
    expect(states()).toEqual({ a: 'sending' });
    await run();
    expect(states()).toEqual({ a: 'queued sender_lost' });
    time.now += 6_000;
    await run();
    expect(states()).toEqual({ a: 'sent' });
    expect(arrived).toEqual(['a']);
  });

  it('sends everything once and in order, whatever goes wrong', async () => {
    for (let seed = 1; seed <= 12; seed += 1) {
      const random = createRandom(seed);
      const { time, queue, run, arrived, states } = opened(() => {
        const luck = random();
        if (luck < 0.15) return 'lost';
        return luck < 0.45 ? NOT_NOW : SENT;
      });
      for (let n = 0; n < 12; n += 1) {
        queue(`${Math.floor(n / 3)}.${n % 3}`, {
          analysisId: `im_${Math.floor(n / 3)}`,
          urgent: n >= 9,
          destination: n % 2 === 0 ? 'pacs' : 'archive',
        });
      }
      for (let round = 0; round < 200 && arrived.length < 12; round += 1) {
        await run({ random });
        time.now += MINUTE_MS;
      }
      expect([...arrived].sort(), `seed ${seed}`).toEqual(Object.keys(states()).sort());
      for (const [at, uid] of arrived.entries()) {
        const [reading, place] = uid.split('.').map(Number);
        // Objects of a reading for the same destination: every second one.
        const ahead = `${reading}.${place! - 2}`;
        if (place! >= 2) expect(arrived.indexOf(ahead), `seed ${seed}`).toBeLessThan(at);
      }
    }
  });
});
