import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { BREATHLESS_PATIENT } from '../../scripts/samples/invented-breathless-patient.js';
import { analyzeResult } from '../../src/differential/schema.js';
import { type Readiness, readinessSchema } from '../../src/http/schema.js';
import { type Daemon, startDaemon } from '../support/daemon.js';
import { knowledgeModels, type ModelsFolder } from '../support/knowledge-models.js';

/** A busy machine opens knowledge slowly. */
const LINE = 'cough, fever and chest pain that is worse on exertion, no rash. ';
/** Takes a second or more. */
const LONG = { patient_data: { symptoms: Array.from({ length: 500 }, () => LINE) } };
const USUAL = { patient_data: BREATHLESS_PATIENT };

let models: ModelsFolder;
beforeAll(() => {
  models = knowledgeModels();
});
afterAll(() => models.remove());

/** With all its threads up: before that the daemon itself would answer. */
async function start(analyze: { workers: number; timeout_s?: number }) {
  const daemon = await startDaemon({ config: { models_dir: models.dir, analyze } });
  onTestFinished(async () => void (await daemon.stop()));
  await until(daemon, ({ up }) => up === analyze.workers);
  return { daemon, key: await daemon.key() };
}

type Analysis = NonNullable<Readiness['checks']['analysis']>;

/** Asks `/readyz` until the threads are as they should be. */
async function until(daemon: Daemon, fits: (analysis: Analysis) => boolean): Promise<void> {
  for (;;) {
    const { checks } = readinessSchema.parse((await daemon.request('/readyz')).json());
    if (checks.analysis !== undefined && fits(checks.analysis)) return;
    await pause(50);
  }
}

describe('a daemon with threads that analyse', () => {
  it('serves others beside a long analysis, and ends one that is under way before it stops', async () => {
    const { daemon, key } = await start({ workers: 2 });
    const order: string[] = [];
    const note =
      (what: string) =>
      ({ status }: { status: number }) =>
        order.push(`${what} ${status}`);
    await Promise.all([
      daemon.request('/v1/analyze', { key, json: LONG }).then(note('long')),
      daemon.request('/v1/analyze', { key, json: USUAL }).then(note('usual')),
      daemon.request('/healthz').then(note('health')),
    ]);
    expect(order.at(-1)).toBe('long 200');
    expect([...order].sort()).toEqual(['health 200', 'long 200', 'usual 200']);

    const answer = daemon.request('/v1/analyze', { key, json: LONG });
    await until(daemon, ({ busy }) => busy === 1);
    const exit = daemon.stop('SIGTERM');
    const { status, text } = await answer;
    expect(status, text.slice(0, 300)).toBe(200);
    expect(analyzeResult.parse(JSON.parse(text)).explanation.findings.length).toBeGreaterThan(2);
    expect(await exit).toEqual({ code: 0, signal: null });
  });

  it('ends a thread that is silent for too long, says so, and goes on with another', async () => {
    const { daemon, key } = await start({ workers: 1, timeout_s: 1 });
    // More than a second of work on any machine.
    const symptoms = Array.from({ length: 500 }, (_, n) => `${LINE.repeat(20)} day ${n}`);
    const lost = await daemon.request('/v1/analyze', { key, json: { patient_data: { symptoms } } });
    expect([lost.status, lost.headers['retry-after']], lost.text).toEqual([503, '2']);
    expect(lost.json<{ error: { code: string } }>().error.code).toBe('overloaded');
    await daemon.log(
      ({ msg, reason }) =>
        msg === 'analysis thread ended' && reason === 'it took longer than allowed',
    );
    await until(daemon, ({ up }) => up === 1);
    // On a busy machine even a short analysis may take longer than the second that is allowed here.
    const ask = { key, json: { patient_data: { symptoms: ['cough'] } } };
    await expect.poll(async () => (await daemon.request('/v1/analyze', ask)).status).toBe(200);
  });
});
