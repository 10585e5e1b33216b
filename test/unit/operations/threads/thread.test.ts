import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AppError } from '../../../../src/core/errors.js';
import type { TaskTypes } from '../../../../src/core/task.js';
import { readEntities } from '../../../../src/dictation/read-entities.js';
import { entitiesRequest } from '../../../../src/dictation/schema.js';
import {
  type AnalyzeRequest,
  analyzeRequest,
  analyzeResult,
} from '../../../../src/differential/schema.js';
import { createAnalyzeService } from '../../../../src/differential/service.js';
import { openDefinitions } from '../../../../src/fhir/definitions/open.js';
import { createResourceChecker } from '../../../../src/fhir/interactions/resource-checker.js';
import type { Engine } from '../../../../src/inference/engine.js';
import { RemoteWorker, type TaskCall } from '../../../../src/inference/pool/remote-worker.js';
import type { InferenceCaller } from '../../../../src/inference/remote-engine.js';
import { medicationsRequest } from '../../../../src/medications/schema.js';
import { createMedicationsService } from '../../../../src/medications/service.js';
import { folderAlone } from '../../../../src/model-packages/sources.js';
import {
  knowledgeWords,
  type OpenKnowledgePackages,
  openKnowledgePackages,
} from '../../../../src/operations/knowledge-packages.js';
import type {
  AnalysisCaller,
  AnalyzeInput,
} from '../../../../src/operations/threads/analyze-task.js';
import { threadTransport } from '../../../../src/operations/threads/thread-pool.js';
import type { THREAD_TASKS } from '../../../../src/operations/threads/thread-tasks.js';
import { predictionsOf, scoresOf } from '../../../../src/scores/assess-chart.js';
import { riskRequest } from '../../../../src/scores/schema.js';
import { knowledgeModels, type ModelsFolder } from '../../../support/knowledge-models.js';
import { rejectionOf, thrownBy } from '../../../support/refusals.js';
import { NOON } from '../../../support/stopped-clock.js';
import { readyTable, stepSum } from '../../../support/table-model.js';

/** TypeScript is compiled anew in each thread, on a machine that others use too. */
const MIB = 1024 * 1024;
const LIMITS = { timeoutMs: 60_000, memoryBytes: 768 * MIB };

type Tasks = TaskTypes<typeof THREAD_TASKS>;

/** A thread that tasks are given to one by one. */
class Thread {
  readonly worker: RemoteWorker;

  constructor(dir: string, limits = LIMITS) {
    const setup = { packages: folderAlone(dir) };
    const transport = threadTransport();
    this.worker = new RemoteWorker({ transport, setup, limits, lostCode: 'overloaded' });
  }

  async run<Name extends keyof Tasks>(
    name: Name,
    input: Tasks[Name]['input'],
    more: Partial<TaskCall> & { readonly caller?: Tasks[Name]['caller'] } = {},
  ): Promise<Tasks[Name]['output']> {
    return (await this.worker.run({ name, input, now: NOON, ...more })) as Tasks[Name]['output'];
  }

  /** @param models names the list of models that the caller has */
  analyze(request: AnalyzeRequest, caller: Partial<AnalysisCaller> = {}, models = 1) {
    const input: AnalyzeInput = { request, mode: 'test', models, blockAt: 'major' };
    return this.run('analyze', input, { caller: { ...CALLER, ...caller } });
  }
}

const requestOf = (patient_data: unknown, more: object = {}): AnalyzeRequest =>
  analyzeRequest.parse({ patient_data, ...more });
const NO_MODELS: InferenceCaller = {
  listModels: async () => [],
  runModel: () => Promise.reject(new Error('nothing was to be done')),
};
const CALLER: AnalysisCaller = { ...NO_MODELS, findReadings: async () => new Map() };

const HEART = {
  demographics: { age: 58, gender: 'M', medical_history: ['hypertension', 'smoker'] },
  vitals: { blood_pressure: '150/95', heart_rate: 104, temperature: 36.8 },
  symptoms: ['crushing chest pain radiating to the left arm for 2 h', 'no fever, no cough'],
  lab_results: { troponin: 2.4 },
  medications: ['warfarin 3 mg daily', 'unknownium'],
  allergies: [{ substance: 'aspirin', reaction: 'rash' }],
};
const CHILD = { demographics: { age: 4 }, symptoms: ['fever and a stiff neck since yesterday'] };
const BUNDLE = {
  resourceType: 'Bundle',
  type: 'collection',
  entry: [
    { resource: { resourceType: 'Patient', gender: 'female', birthDate: '1950-01-01' } },
    { resource: { resourceType: 'Condition', code: { text: 'acute cough' } } },
  ],
};
const LONG = requestOf({
  symptoms: Array.from({ length: 400 }, (_, n) => `cough, fever and pain in the chest, day ${n}`),
});

let models: ModelsFolder;
let shelf: OpenKnowledgePackages;
beforeAll(async () => {
  models = knowledgeModels();
  shelf = await openKnowledgePackages(models.dir);
});
afterAll(() => models.remove());

const noEngine: Engine = { models: () => [], run: () => Promise.reject(new Error('no models')) };
const readings = new Map([
  ['im_1', { imageType: 'chest_xray', verdicts: { effusion: 'present' } as const }],
]);

/** As the appliance answers without threads. */
async function answerHere(request: AnalyzeRequest) {
  const clock = () => NOON;
  const { checkMedicines } = createMedicationsService({
    opened: () => shelf.medications,
    language: () => shelf.language.open,
    clock,
  });
  const service = createAnalyzeService({
    scoresOf,
    checkMedicines,
    clock,
    diseases: () => shelf.diseases.open,
    predictionsOf: (chart, signal) => predictionsOf(noEngine, chart, signal),
    findReading: async (id) => readings.get(id),
  });
  const { signal } = new AbortController();
  return JSON.stringify(await service.analyze(request, { mode: 'test', signal }));
}

const withoutId = (json: string) => json.replace(/"analysis_id":"[^"]+"/, '"analysis_id":""');

describe('a thread that analyses', () => {
  let thread: Thread;
  beforeAll(() => {
    thread = new Thread(models.dir);
    return thread.worker.ready;
  });
  afterAll(() => thread.worker.end('the test is over'));

  it('has the knowledge open that the appliance has', async () => {
    expect((await thread.worker.ready).report).toEqual(knowledgeWords(shelf.statuses));
    expect(shelf.statuses.map(({ state }) => state)).toEqual(['ready', 'ready', 'ready']);
  });

  it.each([
    ['a heart', requestOf(HEART)],
    ['a child, for an emergency physician', requestOf(CHILD, { specialty: 'emergency' })],
    ['a triage', requestOf(HEART, { analysis_type: 'triage' })],
    ['a bundle', requestOf(BUNDLE)],
    ['a picture', requestOf(CHILD, { imaging_analysis_ids: ['im_1'] })],
  ])('answers to the letter what would be answered without it: %s', async (_, request) => {
    const {
      json,
      id,
      models: used,
    } = await thread.analyze(request, { findReadings: async () => readings });
    expect(withoutId(json)).toBe(withoutId(await answerHere(request)));
    const result = analyzeResult.parse(JSON.parse(json));
    expect([id, used]).toEqual([result.analysis_id, result.models]);
    expect(result.created_at).toBe(new Date(NOON).toISOString());
  });

  it('does other work as it is done without it', async () => {
    const clock = () => NOON;
    const text = 'No fever, but a cough for 3 days. Takes bisoprolol 5 mg.';
    const entities = entitiesRequest.parse({ text });
    expect(await thread.run('read-entities', entities)).toEqual(
      readEntities(shelf.language.open, entities, clock),
    );
    const list = medicationsRequest.parse({ medications: ['warfarin 3 mg', 'ibuprofen 400 mg'] });
    const { check_id, ...told } = await thread.run('check-medications', { request: list });
    const medications = createMedicationsService({
      opened: () => shelf.medications,
      language: () => shelf.language.open,
      clock,
    });
    const { check_id: _, ...here } = medications.check(list);
    expect(check_id).toMatch(/^md_/);
    expect(told).toEqual(here);
    const risk = riskRequest.parse({ score: 'bmi', inputs: { weight: 80, height: 180 } });
    const assessed = await thread.run(
      'assess-risk',
      { request: risk, models: 1 },
      { caller: NO_MODELS },
    );
    expect(assessed.scores?.[0]).toMatchObject({ score: 'bmi', value: 24.69 });
  });

  it('validates and indexes a resource as it is done without it', async () => {
    const terms = { timeZone: 'UTC', bases: ['https://box.local/v1/fhir'] };
    const expected = { type: 'Patient' };
    const checkOf = (resource: object) => ({ text: JSON.stringify(resource), expected, terms });
    const good = checkOf({
      resourceType: 'Patient',
      name: [{ family: 'a '.repeat(60_000).trim() }],
      managingOrganization: { reference: 'https://box.local/v1/fhir/Organization/1' },
    });
    const { check, patch, validate } = createResourceChecker(openDefinitions());
    const told = await thread.run('check-resource', good);
    expect(told).toEqual(check(good));
    expect(told.rows.references[0]).toMatchObject({ type: 'Organization', target: '1' });
    const bad = checkOf({ resourceType: 'Patient', gender: 'unheard of', colour: 'green' });
    const { code, issues } = await rejectionOf(thread.run('check-resource', bad));
    const here = thrownBy(() => check(bad));
    expect([code, issues]).toEqual([here.code, here.issues]);
    const validation = await thread.run('validate-resource', bad);
    expect(validation).toEqual(validate(bad));
    expect(validation).not.toEqual([]);
    const operations = [
      { op: 'add', path: ['active'], value: true },
      { op: 'remove', path: ['managingOrganization'] },
    ] as const;
    const patched = await thread.run('patch-resource', { ...good, patch: operations });
    expect(patched).toEqual(patch({ ...good, patch: operations }));
    expect(patched.rest).toContain('"active":true');
    expect(patched.rows.references).toEqual([]);
  });

  it('reads a Bundle, with the digest of what was sent', async () => {
    const text = JSON.stringify({ resourceType: 'Bundle', type: 'batch', entry: [] });
    const bytes = new Uint8Array(Buffer.from(text));
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const question = { bytes, maxEntries: 10, base: 'https://box.local/v1/fhir' };
    const transfer = [bytes.buffer];
    const told = await thread.run('read-bundle', question, { transfer });
    expect(told).toEqual({ type: 'batch', entries: [], sha256 });
    expect(bytes).toHaveLength(0);
  });

  it('answers several at once, each its own', async () => {
    const requests = [requestOf(HEART), requestOf(CHILD), requestOf(BUNDLE), requestOf(HEART)];
    const answers = requests.map((request) => thread.analyze(request));
    const here = await Promise.all(requests.map(answerHere));
    const told = (await Promise.all(answers)).map(({ json }) => withoutId(json));
    expect(told).toEqual(here.map(withoutId));
  });

  it('refuses in the words, and by the fields, of the appliance', async () => {
    const request = requestOf({
      demographics: { gender: 'M', pregnant: true },
      symptoms: ['cough'],
      lab_results: { creatinine: { value: 1, unit: 'kg' } },
    });
    const there = await rejectionOf(thread.analyze(request));
    const here = await rejectionOf(answerHere(request));
    expect(there).toEqual(here);
    expect(there.issues.length).toBeGreaterThan(1);
    const unknown = requestOf(CHILD, { imaging_analysis_ids: ['im_2'] });
    const { code, issues } = await rejectionOf(thread.analyze(unknown));
    expect([code, issues[0]?.field]).toEqual(['validation_error', 'imaging_analysis_ids.0']);
  });

  it('answers pings', async () => {
    expect(await thread.worker.ping(10_000)).toBe(true);
  });

  it('asks for inference under its question, and takes a refusal as the appliance does', async () => {
    const model = readyTable(await stepSum());
    const request = requestOf({
      demographics: { age: 50, gender: 'M' },
      vitals: { heart_rate: 80, weight: 80, height: 200 },
      symptoms: ['cough'],
    });
    const listModels = async () => [model];
    const work: unknown[] = [];
    const runModel: AnalysisCaller['runModel'] = async ({ name, input }) => {
      work.push([name, (input as { modelId: string }).modelId]);
      throw new AppError('overloaded', 'Too much.', { retryAfterSeconds: 1 });
    };
    const { json } = await thread.analyze(request, { listModels, runModel }, 2);
    expect(work).toEqual([['read-table', model.id]]);
    expect(analyzeResult.parse(JSON.parse(json)).explanation.predictions).toEqual([]);
    const failing = () => Promise.reject(new TypeError('a fault'));
    const broken = thread.analyze(request, { listModels, runModel: failing }, 2);
    const { code, cause } = await rejectionOf(broken);
    expect([code, String(cause)]).toEqual(['internal_error', expect.stringContaining('a fault')]);
  });
});

describe('a thread that fails', () => {
  it('is ended when it is silent for too long; whatever it had in hand may be tried again', async () => {
    const thread = new Thread(models.dir, { ...LIMITS, timeoutMs: 1 });
    await thread.worker.ready;
    const lost = [LONG, requestOf(CHILD)].map((one) => thread.analyze(one));
    const faults = await Promise.all(lost.map(rejectionOf));
    expect(faults.map(({ code }) => code)).toEqual(['overloaded', 'overloaded']);
    expect(faults[0]?.message).toContain('took longer than allowed');
    expect(faults[0]?.retryAfterSeconds).toBe(2);
    expect(await thread.worker.ended).toBe('it took longer than allowed');
    expect((await rejectionOf(thread.analyze(LONG))).code).toBe('overloaded');
    expect(await thread.worker.ping(60_000)).toBe(false);
  });

  it('without enough memory ends alone, and reports why', async () => {
    const thread = new Thread(models.dir, { ...LIMITS, memoryBytes: 12 * MIB });
    await expect(thread.worker.ready).rejects.toThrow('ERR_WORKER_OUT_OF_MEMORY');
    expect(await thread.worker.ended).toContain('ERR_WORKER_OUT_OF_MEMORY');
  });

  it('that cannot read the packages says no word of what it read', async () => {
    const thread = new Thread(join(models.dir, 'nowhere'));
    await expect(thread.worker.ready).rejects.toThrow('ENOENT');
    expect(await thread.worker.ended).toBe('its thread failed (ENOENT)');
  });
});
