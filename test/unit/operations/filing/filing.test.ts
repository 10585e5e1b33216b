import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type CallFacts, commitCall } from '../../../../src/calls/commit-call.js';
import type { Answer, Call, Operation, Work } from '../../../../src/calls/operation.js';
import { AppError } from '../../../../src/core/errors.js';
import { createFiling } from '../../../../src/operations/filing/filing.js';
import { type FhirBox, startFhirBox } from '../../../support/fhir/appliance.js';
import { NOON } from '../../../support/stopped-clock.js';

let box: FhirBox;
beforeEach(() => {
  box = startFhirBox();
});
afterEach(() => box.stop());

const RESULT = {
  risk_id: 'rk_1',
  scores: [],
  predictions: [],
  created_at: '2026-11-22T03:04:05.006Z',
  models: [],
};
const PREDICTION = {
  model: 'm',
  version: '1',
  outcome: 'Death',
  horizon: 'a year',
  probability: 0.2,
  interval: { low: 0.1, high: 0.3, description: 'of ten' },
  valid_for: 'adults',
  warnings: [],
};

const call = (): Call => ({
  mode: 'test',
  params: {},
  requestId: 'r1',
  requestSha256: 'ab'.repeat(32),
  scopes: ['fhir.read', 'fhir.write'],
  actor: { type: 'api_key', id: 'key_1', mode: 'test' },
  signal: new AbortController().signal,
  concerns: () => undefined,
});

function filing(handle: (input: never) => Promise<Answer>, prepare = box.fhir.part.prepare) {
  const operation: Operation = {
    method: 'POST',
    path: '/risk',
    operationId: 'risk.create',
    scope: 'risk',
    summary: '',
    description: '',
    bodyLimitBytes: 1,
    request: z.any(),
    response: z.any(),
    handle: (_: Call, input: unknown) => handle(input as never),
  };
  let count = 0;
  const [wrapped] = createFiling({
    prepare,
    store: box.fhir.store,
    clock: () => NOON,
    version: '1.0.0',
    newId: () => {
      count += 1;
      return `id-${count}`;
    },
  })([operation]);
  if (wrapped?.method !== 'POST' || 'fileField' in wrapped) throw new Error('not a POST');
  return (input: object) => wrapped.handle(call(), input);
}

const FACTS: CallFacts = {
  action: 'risk.create',
  actor: { type: 'api_key', id: 'key_1', mode: 'test' },
};

/** Commits what follows from a call, as the pipeline does. */
function committed(work: Work) {
  const faultFacts = (thrown: unknown) => ({
    outcome: 'refused' as const,
    error_code: thrown instanceof AppError ? thrown.code : 'unknown',
  });
  const call = { mode: 'test', wait: 'synced', facts: () => FACTS } as const;
  return commitCall(call, work, { commit: box.commit, faultFacts });
}

const newPatient = async () => {
  const { body } = await box.ask('POST', '/Patient', { resourceType: 'Patient' });
  return `Patient/${body.id}`;
};

describe('filing', () => {
  it('writes nothing before the record is made', async () => {
    const subject = await newPatient();
    const ask = filing(async () => ({ body: { ...RESULT, predictions: [PREDICTION] } }));
    const work = await ask({ subject, inputs: {} });
    expect((await box.ask('GET', '/RiskAssessment/id-1')).status).toBe(404);
    const outcome = await committed(work);
    if (!('reply' in outcome)) throw outcome.refusal;
    expect(JSON.parse(outcome.reply.text ?? '')).toMatchObject({
      filed: ['RiskAssessment/id-1', 'Provenance/id-2'],
    });
    expect((await box.ask('GET', '/RiskAssessment/id-1')).status).toBe(200);
    expect((await box.ask('GET', '/Provenance/id-2')).status).toBe(200);
  });

  it('is undone, and recorded as refused, when the patient has been deleted meanwhile', async () => {
    const subject = await newPatient();
    const ask = filing(async () => ({ body: { ...RESULT, predictions: [PREDICTION] } }));
    const work = await ask({ subject, inputs: {} });
    expect((await box.ask('DELETE', `/${subject}`)).status).toBe(204);
    expect(await committed(work)).toMatchObject({
      refusal: { code: 'validation_error', issues: [{ field: 'subject' }] },
    });
    expect((await box.ask('GET', '/RiskAssessment/id-1')).status).toBe(404);
    const events = box.auditEvents().filter(({ action }) => action === 'risk.create');
    expect(events).toEqual([{ ...FACTS, outcome: 'refused', error_code: 'validation_error' }]);
  });

  it('fails inside when what it made is not valid', async () => {
    const subject = await newPatient();
    const ask = filing(
      async () => ({ body: { ...RESULT, predictions: [PREDICTION] } }),
      () => {
        throw new AppError('unprocessable', 'Invalid.');
      },
    );
    await expect(ask({ subject, inputs: {} })).rejects.toMatchObject({ code: 'internal_error' });
  });

  it('leaves an operation alone that names no subject or is not one of its own', async () => {
    const seen: unknown[] = [];
    const ask = filing(async (input) => {
      seen.push(input);
      return { body: RESULT };
    });
    expect(await ask({ inputs: { a: 1 } })).toEqual({ body: RESULT });
    expect(seen).toEqual([{ inputs: { a: 1 } }]);
  });
});
