import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDefinitions } from '../../src/fhir/definitions/open.js';
import { READ_ONLY_TYPES } from '../../src/fhir/served-types.js';
import { createValidator } from '../../src/fhir/validation/create-validator.js';
import { type FhirBox, startFhirBox } from '../support/fhir/appliance.js';

interface Claim {
  type: string;
  interaction: { code: string }[];
  searchParam: { name: string; definition: string; type: string; documentation?: string }[];
  searchInclude?: string[];
  searchRevInclude?: string[];
  operation?: { name: string }[];
}

const definitions = openDefinitions();
let box: FhirBox;
let claims: Claim[];
beforeAll(async () => {
  box = startFhirBox();
  claims = (await box.ask('GET', '/metadata')).body.rest[0].resource;
});
afterAll(() => box.stop());

describe('the CapabilityStatement', () => {
  it('is valid R4', async () => {
    const { status, body } = await box.ask('GET', '/metadata');
    expect(status).toBe(200);
    const issues = createValidator(definitions).validate(body, { type: 'CapabilityStatement' });
    expect(issues.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(body).toMatchObject({ fhirVersion: '4.0.1', kind: 'instance', status: 'active' });
    expect(body.implementation.url).toBe('http://localhost/v1/fhir');
  });

  it('states the prefix of the request', async () => {
    const response = await box.request('/api/v1/fhir/metadata', {
      headers: { Authorization: box.key() },
    });
    const { implementation } = (await response.json()) as { implementation: { url: string } };
    expect(implementation.url).toBe('http://localhost/api/v1/fhir');
  });

  it('names every type that is served, once', () => {
    expect(claims.map(({ type }) => type)).toEqual(definitions.served);
  });

  it('claims of each type only parameters that a search takes, with the modifiers it takes', async () => {
    const samples: Record<string, string> = {
      date: '2020',
      number: '1',
      quantity: '1',
      missing: 'true',
    };
    let asked = 0;
    for (const { type, searchParam } of claims) {
      if (READ_ONLY_TYPES.has(type)) continue;
      expect(searchParam.length).toBeGreaterThan(4);
      for (const { name, type: kind, documentation = '' } of searchParam) {
        const modifiers = documentation.match(/:[a-z-]+(?=[ .])/g) ?? [];
        for (const modifier of [...modifiers, ...(kind === 'composite' ? [] : [''])]) {
          const value = samples[modifier.slice(1)] ?? samples[kind] ?? 'x';
          const path = `/${type}?_count=1&${name}${modifier}=${value}`;
          const { status, text } = await box.ask('GET', path, undefined, {
            Prefer: 'handling=strict',
          });
          asked += 1;
          // The value may not fit; the parameter and its modifier must.
          if (status !== 200) expect(`${path} ${text}`).not.toMatch(/not-supported|not known/);
        }
      }
    }
    expect(asked).toBeGreaterThan(1_500);
  });

  it('claims of audit events only what finds them', async () => {
    const queries: Record<string, string> = {
      _id: '_id=audit-1',
      date: 'date=ge2020-01-01',
      entity: 'entity=Patient/1',
      patient: 'patient=1',
      agent: 'agent:identifier=key_1',
      outcome: 'outcome=0',
    };
    const claim = claims.find(({ type }) => type === 'AuditEvent');
    expect(claim?.searchParam.map(({ name }) => name).sort()).toEqual(Object.keys(queries).sort());
    for (const query of [...Object.values(queries), 'agent=key_1', 'agent=Practitioner/1']) {
      const { status } = await box.ask('GET', `/AuditEvent?${query}`, undefined, {
        Prefer: 'handling=strict',
      });
      expect(`${query} ${status}`).toBe(`${query} 200`);
    }
  });

  it('claims of code systems only what finds them', async () => {
    const claim = claims.find(({ type }) => type === 'CodeSystem');
    for (const { name } of claim?.searchParam ?? []) {
      const { status } = await box.ask('GET', `/CodeSystem?${name}=x`, undefined, {
        Prefer: 'handling=strict',
      });
      expect(`${name} ${status}`).toBe(`${name} 200`);
    }
    expect(claim?.interaction.map(({ code }) => code)).toEqual(['read', 'search-type']);
  });

  it('claims includes that a search takes', async () => {
    for (const { type, searchInclude = [], searchRevInclude = [] } of claims) {
      for (const [name, values] of [
        ['_include', searchInclude],
        ['_revinclude', searchRevInclude],
      ] as const) {
        for (const value of values.slice(0, 3)) {
          const answer = await box.ask('GET', `/${type}?${name}=${value}`, undefined, {
            Prefer: 'handling=strict',
          });
          expect(`${type} ${name}=${value}: ${answer.status}`).toMatch(/: 200$/);
        }
      }
    }
  });

  it('claims no include that could lead nowhere', () => {
    const claimOf = (type: string) => claims.find((one) => one.type === type);
    expect(claimOf('Encounter')?.searchInclude).toContain('Encounter:account');
    // What a document begins with may be here too, under its own name.
    expect(claimOf('Bundle')?.searchInclude).toEqual(['Bundle:composition', 'Bundle:message']);
    expect(claimOf('Medication')?.searchInclude).not.toContain('Medication:form');
    // A canonical URL names what has a URL of its own.
    const answers = 'QuestionnaireResponse:questionnaire';
    expect(claimOf('QuestionnaireResponse')?.searchInclude).toContain(answers);
    expect(claimOf('Questionnaire')?.searchRevInclude).toContain(answers);
    expect(claimOf('Patient')?.searchRevInclude).not.toContain('Library:depends-on');
    const chained = (type: string, name: string) =>
      claimOf(type)?.searchParam.find((one) => one.name === name)?.documentation;
    expect(chained('Encounter', 'subject')).toMatch(/Chained/);
    expect(chained('QuestionnaireResponse', 'questionnaire')).not.toMatch(/Chained/);
  });

  it('claims the interactions that are answered, and no others', async () => {
    const calls: Record<string, [method: string, path: string]> = {
      read: ['GET', '/x'],
      vread: ['GET', '/x/_history/1'],
      update: ['PUT', '/x'],
      patch: ['PATCH', '/x'],
      delete: ['DELETE', '/x'],
      'history-instance': ['GET', '/x/_history'],
      'history-type': ['GET', '/_history'],
      create: ['POST', ''],
      'search-type': ['GET', ''],
    };
    for (const { type, interaction } of claims) {
      const claimed = new Set(interaction.map(({ code }) => code));
      for (const [code, [method, path]] of Object.entries(calls)) {
        const body = ['PUT', 'POST', 'PATCH'].includes(method) ? {} : undefined;
        const { status, text } = await box.ask(method, `/${type}${path}`, body);
        const offered = status !== 405 && !text.includes('This is not offered');
        expect(`${type} ${code} ${offered}`).toBe(`${type} ${code} ${claimed.has(code)}`);
      }
    }
  });
});
