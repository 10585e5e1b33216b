import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { AppError } from '../../../src/core/errors.js';
import { createFiling } from '../../../src/filing/filing.js';
import type { Answer, Call, Operation } from '../../../src/http/operation.js';
import type { AuditEvent } from '../../../src/security/audit-log.js';
import { type FhirBox, startFhirBox } from '../../support/fhir/appliance.js';
import { NOON } from '../../support/stopped-clock.js';

let box: FhirBox;
beforeEach(() => {
  box = startFhirBox();
});
afterEach(() => box.stop());

const RESULT = {
  ...{ risk_id: 'rk_1', scores: [], predictions: [], created_at: '2026-11-22T03:04:05.006Z' },
  models: [],
};
const PREDICTION = {
  ...{ model: 'm', version: '1', outcome: 'Death', horizon: 'a year', probability: 0.2 },
  interval: { low: 0.1, high: 0.3, description: 'of ten' },
  ...{ valid_for: 'adults', warnings: [] },
};

const call = (): Call => ({
  ...{ mode: 'test', params: {}, requestId: 'r1', requestSha256: 'ab'.repeat(32) },
  scopes: ['fhir.read', 'fhir.write'],
  actor: { type: 'api_key', id: 'key_1', mode: 'test' },
  signal: new AbortController().signal,
  concerns: () => undefined,
});

function filing(handle: (input: never) => Promise<Answer>, prepare = box.fhir.part.prepare) {
  const operation: Operation = {
    ...{ method: 'POST', path: '/risk', operationId: 'risk.create', scope: 'risk' },
    ...{ summary: '', description: '', bodyLimitBytes: 1, request: z.any(), response: z.any() },
    handle: (_: Call, input: unknown) => handle(input as never),
  };
  let count = 0;
  const [wrapped] = createFiling({
    ...{ prepare, store: box.fhir.store, clock: () => NOON, version: '1.0.0' },
    newId: () => {
      count += 1;
      return `id-${count}`;
    },
  })([operation]);
  if (wrapped?.method !== 'POST' || 'fileField' in wrapped) throw new Error('not a POST');
  return (input: object) => wrapped.handle(call(), input);
}

const EVENT: AuditEvent = {
  ...{ action: 'risk.create', outcome: 'success' },
  actor: { type: 'api_key', id: 'key_1', mode: 'test' },
};
const refused = (thrown: unknown): AuditEvent => ({
  ...EVENT,
  outcome: 'refused',
  error_code: thrown instanceof AppError ? thrown.code : 'unknown',
});

const newPatient = async () => {
  const { body } = await box.ask('POST', '/Patient', { resourceType: 'Patient' });
  return `Patient/${body.id}`;
};

describe('filing', () => {
  it('writes nothing before the record is made', async () => {
    const subject = await newPatient();
    const ask = filing(async () => ({ body: { ...RESULT, predictions: [PREDICTION] } }));
    const { body, record } = await ask({ subject, inputs: {} });
    expect(body).toMatchObject({ filed: ['RiskAssessment/id-1', 'Provenance/id-2'] });
    expect((await box.ask('GET', '/RiskAssessment/id-1')).status).toBe(404);
    await record?.(EVENT, refused);
    expect((await box.ask('GET', '/RiskAssessment/id-1')).status).toBe(200);
    expect((await box.ask('GET', '/Provenance/id-2')).status).toBe(200);
  });

  it('is undone, and recorded as refused, when the patient has been deleted meanwhile', async () => {
    const subject = await newPatient();
    const ask = filing(async () => ({ body: { ...RESULT, predictions: [PREDICTION] } }));
    const { record } = await ask({ subject, inputs: {} });
    expect((await box.ask('DELETE', `/${subject}`)).status).toBe(204);
    await expect(record?.(EVENT, refused)).rejects.toMatchObject({
      code: 'validation_error',
      issues: [{ field: 'subject' }],
    });
    expect((await box.ask('GET', '/RiskAssessment/id-1')).status).toBe(404);
    const events = box.auditEvents().filter(({ action }) => action === 'risk.create');
    expect(events).toEqual([refused(new AppError('validation_error', ''))]);
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
