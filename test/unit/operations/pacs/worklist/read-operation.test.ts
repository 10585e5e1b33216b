import { describe, expect, it } from 'vitest';
import type { Answer, Call } from '../../../../../src/calls/operation.js';
import { AppError, invalidField } from '../../../../../src/core/errors.js';
import type { HeldObject, HeldObjects } from '../../../../../src/core/held-object.js';
import type { SealedFile } from '../../../../../src/core/sealed-file.js';
import type { ImagingRequest, ImagingResult } from '../../../../../src/imaging/schema.js';
import type { MakeResultObjectsInput } from '../../../../../src/imaging/worker/make-result-objects-contract.js';
import type { Engine } from '../../../../../src/inference/engine.js';
import type { Prior } from '../../../../../src/operations/pacs/prior.js';
import { readOperation } from '../../../../../src/operations/pacs/worklist/read-operation.js';
import type { ReadOrder } from '../../../../../src/operations/pacs/worklist/route-schema.js';
import { createTell, EVENT_TYPES } from '../../../../../src/operations/webhooks/events.js';
import type { Write } from '../../../../../src/store/unit-of-work.js';

const NOON = Date.UTC(2026, 5, 1, 12);
const FILE: SealedFile = {
  path: '/folder/one.sealed',
  bytes: 1,
  key: new Uint8Array(1),
  counter: new Uint8Array(1),
};
const NAME = 'Doe^Jane';
const image: HeldObject = {
  studyUid: '2.25.1',
  seriesUid: '2.25.2',
  instanceUid: '2.25.3',
  sopClassUid: '1.2.840.10008.5.1.4.1.1.1.1',
  header: {
    patient: { name: NAME, sex: 'F', birthDate: '19600601' },
    study: { date: '20260601' },
    series: { modality: 'DX' },
  },
  file: FILE,
};
const ORDER: ReadOrder = {
  study_uid: '2.25.1',
  series_uid: '2.25.2',
  instance_uid: '2.25.3',
  route: 'chest',
  image_type: 'chest_xray',
  modality: 'DX',
  options: { detect_abnormalities: true, measure_structures: true },
  priority: 'routine',
  results: ['secondary_capture', 'structured_report'],
  destinations: ['archive', 'test-archive', 'gone'],
};
const RESULT = {
  analysis_id: 'im_1',
  created_at: new Date(NOON).toISOString(),
  findings: [{ label: 'pneumothorax' }],
  heatmap: 'data:image/png;base64,AAAA',
  not_assessed: [],
  models: [],
} as unknown as ImagingResult;

interface Given {
  readonly prior?: Prior;
  readonly isPriorBroken?: boolean;
  readonly result?: Partial<ImagingResult>;
  readonly order?: Partial<ReadOrder>;
  readonly check?: unknown;
  readonly make?: unknown;
  readonly held?: readonly HeldObject[];
}

/** Reads one image with services that answer what the test says. */
async function read({
  result,
  order,
  check,
  make,
  prior = { reason: 'there is none' },
  isPriorBroken = false,
  held = [image],
}: Given = {}) {
  const requests: ImagingRequest[] = [];
  const inputs: MakeResultObjectsInput[] = [];
  const settled: boolean[] = [];
  const woken: string[] = [];
  const progress: number[] = [];
  const objects: HeldObjects = {
    object: async (_, uid) => held.find(({ instanceUid }) => instanceUid === uid),
    series: async () => held,
    study: async () => held,
  };
  const run = async (_: string, input: MakeResultObjectsInput) => {
    inputs.push(input);
    if (make !== undefined) throw make;
    const made = input.kinds.map((kind, n) => ({
      kind,
      header: {
        ...image.header,
        sopClassUid: '1.2.3',
        sopInstanceUid: `2.25.9${n}`,
        studyInstanceUid: '2.25.1',
        seriesInstanceUid: `2.25.8${n}`,
        transferSyntaxUid: '1.2.840.10008.1.2.1',
      },
      file: new Uint8Array(1),
      sha256: '0'.repeat(64),
    }));
    return { objects: made, notMade: [] };
  };
  const operation = readOperation({
    imaging: {
      async check() {
        if (check !== undefined) throw check;
      },
      async read(request, { onProgress }) {
        requests.push(request);
        onProgress?.(0.5);
        if (isPriorBroken && request.prior !== undefined) throw new Error('broken');
        return { result: { ...RESULT, ...result }, sources: held };
      },
    },
    objects,
    results: {
      engine: { run } as unknown as Engine,
      limits: { fileBytes: 1, megapixels: 1 },
      files: {
        seal: async () => FILE,
        settle: async (_, committed) => void settled.push(committed),
      },
      identity: 'a box',
      aeTitle: 'WARDBOX',
      modeOf: (name) => ({ archive: 'live', 'test-archive': 'test' })[name] as 'live' | undefined,
    },
    priors: { retrieve: async () => prior },
    clock: () => NOON,
    fileWithPatient: async (answer) => answer,
    tell: createTell(
      [
        { url: 'https://live.example/', mode: 'live', events: EVENT_TYPES },
        { url: 'https://jobs.example/', mode: 'live', events: ['job.completed'] },
        { url: 'https://test.example/', mode: 'test', events: EVENT_TYPES },
      ],
      () => NOON,
    ),
    onConcluded: () => woken.push('queues'),
  });
  const call: Call = {
    mode: 'live',
    signal: new AbortController().signal,
    params: {},
    scopes: ['imaging'],
    actor: { type: 'appliance', id: 'wardbox', mode: 'live' },
    requestId: 'req_1',
    jobId: 'job_1',
    concerns: () => undefined,
    onProgress: (fraction) => progress.push(fraction),
  };
  const answer = (await operation.handle(call, { ...ORDER, ...order })) as Answer;
  return { answer, requests, inputs, settled, woken, progress };
}

const writesOf = <K extends Write['kind']>({ writes = [] }: Answer, kind: K) =>
  writes.filter((one): one is Extract<Write, { kind: K }> => one.kind === kind);

describe('a reading of what has arrived', () => {
  it('shows in its job how far it is', async () => {
    expect((await read()).progress).toEqual([0.5]);
  });

  it('compares with an earlier image only where the route names a PACS to search', async () => {
    const prior = { instanceUid: '2.25.77' };
    const { requests } = await read({ prior });
    expect(requests[0]?.prior).toBeUndefined();
    expect(requests[0]?.analysis_options.compare_to_prior).toBe(false);
    const compared = await read({ prior, order: { prior: { from: 'archive' } } });
    expect(compared.requests).toMatchObject([
      {
        prior: { field: 'sop_instance_uid', instanceUid: '2.25.77' },
        analysis_options: { compare_to_prior: true },
      },
    ]);
  });

  it('is read alone, and says why, where there is no earlier image or it cannot be read', async () => {
    const order = { prior: { from: 'archive' } };
    const { requests } = await read({ order });
    expect(requests).toMatchObject([
      { priorRefusal: 'there is none', analysis_options: { compare_to_prior: true } },
    ]);
    const prior = { instanceUid: '2.25.77' };
    const broken = await read({ order, prior, isPriorBroken: true });
    expect(broken.requests).toHaveLength(2);
    expect(broken.requests[1]).toMatchObject({
      priorRefusal: 'the earlier image could not be read',
    });
    expect(broken.requests[1]?.prior).toBeUndefined();
  });

  it('has the age and the sex of the header, and what the results need', async () => {
    const { requests } = await read();
    expect(requests).toMatchObject([
      {
        image_type: 'chest_xray',
        image: { field: 'sop_instance_uid', instanceUid: '2.25.3' },
        patient_context: { age: 66, gender: 'F' },
        analysis_options: {
          measure_structures: true,
          return_heatmap: true,
          return_outlines: false,
        },
      },
    ]);
  });

  it('reads a whole series where no image is named', async () => {
    const { instance_uid: _, ...whole } = ORDER;
    const { requests } = await read({ order: { ...whole, instance_uid: undefined as never } });
    expect(requests[0]?.image).toEqual({ field: 'series_instance_uid', seriesUid: '2.25.2' });
  });

  it('is committed with its objects, which are sent to the destinations of its mode in order', async () => {
    const { answer, inputs, settled, woken } = await read();
    expect(inputs[0]?.kinds).toEqual(['structured_report', 'secondary_capture']);
    expect(writesOf(answer, 'dicom-object.insert')).toMatchObject([
      { object: { mode: 'live', instanceUid: '2.25.90', callingAeTitle: 'WARDBOX' } },
      { object: { mode: 'live', instanceUid: '2.25.91' } },
    ]);
    expect(writesOf(answer, 'dicom-result.insert')).toHaveLength(2);
    const [{ sends } = { sends: [] }] = writesOf(answer, 'dicom-send.insert');
    expect(sends.map(({ destination, instanceUid }) => `${destination} ${instanceUid}`)).toEqual([
      'archive 2.25.90',
      'archive 2.25.91',
      'gone 2.25.90',
      'gone 2.25.91',
    ]);
    expect(writesOf(answer, 'dicom-worklist.conclude')).toMatchObject([
      { jobId: 'job_1', state: 'read', reason: null, readObjects: 1, analysisId: 'im_1' },
    ]);
    expect(JSON.stringify(answer.body)).not.toContain('base64');
    await answer.settled?.(true);
    await answer.settled?.(false);
    expect([settled, woken]).toEqual([[true, false], ['queues']]);
  });

  it.each(['urgent', 'immediate'] as const)(
    'tells the webhooks of its mode at once what is %s, without what the header says',
    async (level) => {
      const urgency = { level, because: 'b', source: 's' };
      const { answer } = await read({ result: { urgency } });
      const [{ deliveries } = { deliveries: [] }] = writesOf(answer, 'webhook-delivery.insert');
      expect(deliveries).toMatchObject([{ url: 'https://live.example/', mode: 'live' }]);
      const body = deliveries[0]?.body ?? '{}';
      expect(JSON.parse(body)).toEqual({
        type: 'imaging.critical',
        timestamp: new Date(NOON).toISOString(),
        data: {
          mode: 'live',
          analysis_id: 'im_1',
          study_instance_uid: '2.25.1',
          series_instance_uid: '2.25.2',
          sop_instance_uid: '2.25.3',
          image_type: 'chest_xray',
          urgency: level,
          findings: ['pneumothorax'],
          created_at: new Date(NOON).toISOString(),
        },
      });
      expect(writesOf(answer, 'dicom-send.insert')[0]?.sends[0]).toMatchObject({ urgent: true });
      expect(writesOf(answer, 'dicom-worklist.conclude')).toMatchObject([{ urgency: level }]);
    },
  );

  it.each([undefined, 'routine', 'soon'] as const)(
    'tells nobody of a result that is %s',
    async (level) => {
      const urgency = level && { level, because: 'b', source: 's' };
      const { answer } = await read({ result: urgency === undefined ? {} : { urgency } });
      expect(writesOf(answer, 'webhook-delivery.insert')).toEqual([]);
    },
  );

  it('says what was not assessed', async () => {
    const not_assessed = [{ what: 'chest_xray', reason: 'it is a lateral view' }];
    const { answer } = await read({ result: { not_assessed } });
    expect(writesOf(answer, 'dicom-worklist.conclude')).toMatchObject([
      { state: 'not_assessed', reason: 'it is a lateral view' },
    ]);
  });

  it('leaves what no model reads unroutable', async () => {
    const { answer, requests } = await read({ check: invalidField('image_type', 'is not read') });
    expect(requests).toEqual([]);
    expect(answer.audit).toEqual({ outcome: 'refused', error_code: 'no_model' });
    expect(answer.writes).toMatchObject([
      { kind: 'dicom-worklist.conclude', state: 'unroutable', reason: 'no_model' },
    ]);
  });

  it('stands where the worker dies of its objects, and says that there is no report', async () => {
    const { answer } = await read({ make: new AppError('model_unavailable', 'the worker died') });
    expect(writesOf(answer, 'dicom-object.insert')).toEqual([]);
    expect(writesOf(answer, 'dicom-worklist.conclude')).toMatchObject([
      { state: 'read', reason: 'no structured report: its worker failed' },
    ]);
  });

  it('is tried again later where there is no worker, or no such model now', async () => {
    const busy = new AppError('overloaded', 'later');
    await expect(read({ make: busy })).rejects.toBe(busy);
    const none = new AppError('model_unavailable', 'later');
    await expect(read({ check: none })).rejects.toBe(none);
  });

  it('fails where its images are gone', async () => {
    await expect(read({ held: [] })).rejects.toMatchObject({ code: 'gone' });
  });
});
