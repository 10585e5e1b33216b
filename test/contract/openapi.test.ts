import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { typesOf } from '../../scripts/console/operation-types.js';
import { MEDICATION_LIST } from '../../scripts/samples/invented-medication-list.js';
import { WARD_PATIENT } from '../../scripts/samples/invented-ward-patient.js';
import { startTestAppliance, type TestAppliance } from '../support/appliance.js';
import { endOf, eventsIn, LATER } from '../support/jobs.js';
import { medicationModels } from '../support/medication-models.js';
import { base64Of, greyPicture } from '../support/pictures.js';

const ROOT = join(import.meta.dirname, '..', '..');

interface OpenApi {
  openapi: string;
  paths: Record<string, Record<string, { responses: Record<string, unknown> }>>;
}

let box: TestAppliance;
let document: OpenApi;
beforeAll(async () => {
  box = await startTestAppliance();
  document = (await (await box.appliance.app.request('/openapi.json')).json()) as OpenApi;
});
afterAll(() => box.stop());

/** Says what is wrong with a real answer by the document that clients are given. */
function faultsOf(pointer: string, value: unknown): unknown {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema(document, 'openapi');
  ajv.validate({ $ref: `openapi#${pointer}` }, value);
  return ajv.errors;
}

const schemaAt = (path: string, method: string, status: number) =>
  `/paths/${path.replaceAll('/', '~1')}/${method}/responses/${status}/content/application~1json/schema`;

describe('the OpenAPI document', () => {
  it('is valid OpenAPI 3.1', async () => {
    const result = await new Validator().validate({ ...document });
    expect(result.errors).toBeUndefined();
    expect(result.valid).toBe(true);
    expect(document.openapi).toBe('3.1.0');
  });

  it('names every operation and the open pages', () => {
    expect(Object.keys(document.paths).sort()).toEqual([
      '/admin/configuration',
      '/admin/doctor',
      '/admin/figures',
      '/admin/figures/events',
      '/admin/jobs',
      '/admin/jobs/{id}',
      '/admin/keys',
      '/admin/keys/{id}',
      '/admin/keys/{id}/rotation',
      '/admin/logs',
      '/admin/models',
      '/admin/models/{id}/rollback',
      '/admin/pacs',
      '/admin/status',
      '/admin/usage',
      '/admin/users',
      '/admin/users/{id}',
      '/admin/users/{id}/reset',
      '/admin/users/{id}/sessions',
      '/analyze',
      '/audit/export',
      '/audit/records',
      '/audit/records/{seq}',
      '/audit/verification',
      '/cds-services',
      '/cds-services/{id}',
      '/cds-services/{id}/feedback',
      '/console/api/invitation',
      '/console/api/invitation/check',
      '/console/api/password',
      '/console/api/second-factor',
      '/console/api/second-factor/confirm',
      '/console/api/session',
      '/console/api/sessions',
      '/console/api/sign-in',
      '/console/api/sign-in-link',
      '/console/api/sign-in-link/check',
      '/dicom-web/instances',
      '/dicom-web/series',
      '/dicom-web/studies',
      '/dicom-web/studies/{study}',
      '/dicom-web/studies/{study}/instances',
      '/dicom-web/studies/{study}/metadata',
      '/dicom-web/studies/{study}/series',
      '/dicom-web/studies/{study}/series/{series}',
      '/dicom-web/studies/{study}/series/{series}/instances',
      '/dicom-web/studies/{study}/series/{series}/instances/{instance}',
      '/dicom-web/studies/{study}/series/{series}/instances/{instance}/frames/{frames}',
      '/dicom-web/studies/{study}/series/{series}/instances/{instance}/frames/{frame}/rendered',
      '/dicom-web/studies/{study}/series/{series}/instances/{instance}/metadata',
      '/dicom-web/studies/{study}/series/{series}/instances/{instance}/rendered',
      '/dicom-web/studies/{study}/series/{series}/instances/{instance}/thumbnail',
      '/dicom-web/studies/{study}/series/{series}/metadata',
      '/dicom-web/studies/{study}/series/{series}/thumbnail',
      '/dicom-web/studies/{study}/thumbnail',
      '/entities',
      '/fhir',
      '/fhir/$export',
      '/fhir/$export-file/{id}/{file}',
      '/fhir/$export-status/{id}',
      '/fhir/$import',
      '/fhir/$import-file/{id}/{file}',
      '/fhir/$import-status/{id}',
      '/fhir/Group/{id}/$export',
      '/fhir/Patient/$export',
      '/fhir/Patient/$merge',
      '/fhir/Patient/{id}/$everything',
      '/fhir/metadata',
      '/fhir/{type}',
      '/fhir/{type}/$validate',
      '/fhir/{type}/_history',
      '/fhir/{type}/_search',
      '/fhir/{type}/{id}',
      '/fhir/{type}/{id}/$validate',
      '/fhir/{type}/{id}/_history',
      '/fhir/{type}/{id}/_history/{version}',
      '/healthz',
      '/imaging',
      '/jobs',
      '/jobs/{id}',
      '/jobs/{id}/events',
      '/medications',
      '/metrics',
      '/models',
      '/readyz',
      '/risk',
      '/risk/scores',
      '/risk/scores/{id}',
      '/transcribe',
    ]);
  });

  it('documents the idempotency key of every POST of the interface and of no other method', () => {
    for (const [path, methods] of Object.entries(document.paths)) {
      for (const [method, described] of Object.entries(methods)) {
        if (method === 'servers') continue;
        const told = JSON.stringify(described);
        const both = [told.includes('"Idempotency-Key"'), told.includes('"Idempotency-Replayed"')];
        // Signing in twice makes two sessions.
        const is = method === 'post' && !path.startsWith('/console/');
        expect([path, method, ...both]).toEqual([path, method, is, is]);
      }
    }
  });

  it('describes the request as a client sends it', () => {
    const ajv = new Ajv2020({ strict: false });
    ajv.addSchema(document, 'openapi');
    const request = '/paths/~1imaging/post/requestBody/content/application~1json/schema';
    const check = (value: unknown) => ajv.validate({ $ref: `openapi#${request}` }, value);
    const good = { image_data: 'AAAA', image_type: 'chest_xray', modality: 'CR' };
    expect(check(good)).toBe(true);
    expect(check({ ...good, patient_context: { age: 54, gender: 'M' } })).toBe(true);
    expect(check({ ...good, image_data: 5 })).toBe(false);
    expect(check({ ...good, unknown: 5 })).toBe(false);
    expect(check({ image_data: 'AAAA' })).toBe(false);
  });

  it('describes a question of risk as a client sends it', () => {
    const ajv = new Ajv2020({ strict: false });
    addFormats.default(ajv);
    ajv.addSchema(document, 'openapi');
    const request = '/paths/~1risk/post/requestBody/content/application~1json/schema';
    const check = (value: unknown) => ajv.validate({ $ref: `openapi#${request}` }, value);
    expect(check({ score: 'bmi', inputs: { weight: 80, height: { value: 2, unit: 'm' } } })).toBe(
      true,
    );
    expect(check({ patient_data: WARD_PATIENT })).toBe(true);
    expect(check({ patient_data: { resourceType: 'Bundle', entry: [] } })).toBe(true);
    expect(check({ patient_data: { vitals: { blood_pressure: 5 } } })).toBe(false);
    expect(check({ score: 5 })).toBe(false);
    expect(check({ scores: [] })).toBe(false);
    expect(check({ unknown: 1 })).toBe(false);
  });

  it('describes a list of medications as a client sends it, and the answer keeps to it', async () => {
    const ajv = new Ajv2020({ strict: false });
    addFormats.default(ajv);
    ajv.addSchema(document, 'openapi');
    const request = '/paths/~1medications/post/requestBody/content/application~1json/schema';
    const check = (value: unknown) => ajv.validate({ $ref: `openapi#${request}` }, value);
    expect(check(MEDICATION_LIST)).toBe(true);
    expect(check({ medications: [{ rxcui: '161' }, 'warfarin 5 mg'] })).toBe(true);
    expect(check({ medications: [{ name: 'warfarin', dose: -1 }] })).toBe(false);
    expect(check({ medications: [{ name: 'warfarin', strength: 5 }] })).toBe(false);
    const models = medicationModels();
    const own = await startTestAppliance({ models_dir: models.dir });
    try {
      const answer = await own.post('/v1/medications', MEDICATION_LIST);
      expect(answer.status).toBe(200);
      expect(faultsOf(schemaAt('/medications', 'post', 200), await answer.json())).toBeNull();
    } finally {
      await own.stop();
      models.remove();
    }
  });

  it('is kept by what FHIR answers, good or bad', async () => {
    const at = (path: string, method: string, status: number) =>
      schemaAt(path, method, status).replace('application~1json', 'application~1fhir+json');
    const fhir = async (path: string, status: number) => {
      const response = await box.get(`/v1/fhir${path}`);
      expect(response.status).toBe(status);
      return response.json();
    };
    expect(faultsOf(at('/fhir/metadata', 'get', 200), await fhir('/metadata', 200))).toBeNull();
    expect(faultsOf(at('/fhir/{type}', 'get', 200), await fhir('/Patient', 200))).toBeNull();
    for (const path of ['/Patient/none', '/Unicorn/1']) {
      const outcome = await fhir(path, 404);
      expect(faultsOf(at('/fhir/{type}/{id}', 'get', 404), outcome)).toBeNull();
    }
  });

  it('is kept by real answers', async () => {
    const image_data = await base64Of(greyPicture(200, 200).png());
    const body = {
      image_data,
      image_type: 'test_pattern',
      modality: 'DX',
      analysis_options: { return_heatmap: true, return_probabilities: true },
    };
    const imaging = await box.post('/v1/imaging', body);
    expect(imaging.status).toBe(200);
    expect(faultsOf(schemaAt('/imaging', 'post', 200), await imaging.json())).toBeNull();
    const refused = await box.post('/v1/imaging', {});
    expect(refused.status).toBe(400);
    expect(faultsOf(schemaAt('/imaging', 'post', 400), await refused.json())).toBeNull();
    const models = await box.get('/v1/models');
    expect(faultsOf(schemaAt('/models', 'get', 200), await models.json())).toBeNull();
    const risk = await box.post('/v1/risk', { patient_data: WARD_PATIENT });
    expect(risk.status).toBe(200);
    expect(faultsOf(schemaAt('/risk', 'post', 200), await risk.json())).toBeNull();
    const scores = await box.get('/v1/risk/scores');
    expect(faultsOf(schemaAt('/risk/scores', 'get', 200), await scores.json())).toBeNull();
    const score = await box.get('/v1/risk/scores/sofa');
    expect(faultsOf(schemaAt('/risk/scores/{id}', 'get', 200), await score.json())).toBeNull();
    for (const path of ['/healthz', '/readyz']) {
      const answer = await box.appliance.app.request(path);
      expect(faultsOf(schemaAt(path, 'get', 200), await answer.json())).toBeNull();
    }
  });

  it('states which operations may be asynchronous, in agreement with their jobs', async () => {
    const later = Object.entries(document.paths)
      .filter(([, { post }]) => JSON.stringify(post ?? {}).includes('"Prefer"'))
      .map(([path]) => path)
      .filter((path) => !path.startsWith('/fhir'));
    expect(later).toEqual(['/analyze', '/transcribe', '/imaging', '/admin/models']);
    const image_data = await base64Of(greyPicture(200, 200).png());
    const body = { image_data, image_type: 'test_pattern', modality: 'DX' };
    const accepted = await box.post('/v1/imaging', body, LATER);
    const job = await accepted.json();
    expect(faultsOf(schemaAt('/imaging', 'post', 202), job)).toBeNull();
    const { job_id } = job as { job_id: string };
    const ended = await endOf(box, job_id);
    expect(ended.status).toBe('succeeded');
    expect(faultsOf(schemaAt('/jobs/{id}', 'get', 200), ended)).toBeNull();
    const page = await (await box.get('/v1/jobs?limit=1')).json();
    expect(faultsOf(schemaAt('/jobs', 'get', 200), page)).toBeNull();
    const event = schemaAt('/jobs/{id}/events', 'get', 200).replace(
      'application~1json',
      'text~1event-stream',
    );
    for (const { data } of eventsIn(await (await box.get(`/v1/jobs/${job_id}/events`)).text())) {
      expect(faultsOf(event, data)).toBeNull();
    }
    const late = await box.appliance.app.request(`/v1/jobs/${job_id}`, {
      method: 'DELETE',
      headers: { Authorization: `Bearer ${box.defaultKey}` },
    });
    expect(late.status).toBe(409);
    expect(faultsOf(schemaAt('/jobs/{id}', 'delete', 409), await late.json())).toBeNull();
  });

  it('would notice an answer that is not kept', () => {
    expect(faultsOf(schemaAt('/healthz', 'get', 200), { status: 'fine' })).not.toBeNull();
  });
});

describe('the types of the console', () => {
  it('are those of the document: npm run console:types', async () => {
    const made = await typesOf(document);
    const biome = join(ROOT, 'node_modules', '.bin', 'biome');
    const formatted = execFileSync(biome, ['format', '--stdin-file-path=types.ts'], {
      cwd: ROOT,
      input: made,
      encoding: 'utf8',
    });
    const shipped = readFileSync(join(ROOT, 'src', 'console', 'api', 'types.ts'), 'utf8');
    expect(shipped === formatted).toBe(true);
  });
});
