import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Answered,
  type FhirDaemon,
  inTurns,
  startFhirDaemon,
} from '../support/fhir/daemon.js';

const AT_ONCE = 32;
const MRN = 'https://hospital.test/mrn';
const URN = 'urn:uuid:0b0d7f0e-54c5-4c6e-9a0e-7a2d6ce1a7c4';

let box: FhirDaemon;
beforeAll(async () => {
  box = await startFhirDaemon(AT_ONCE);
});
afterAll(() => box.stop());

const patient = (value: string) => ({
  resourceType: 'Patient',
  identifier: [{ system: MRN, value }],
});

const each = Array.from({ length: AT_ONCE }, (_, at) => at);

/** The whole list, whatever its length. */
async function found(query: string): Promise<Answered[]> {
  const { body } = await box.ask('GET', `/${query}&_count=1000`);
  return (body.entry ?? []).map(({ resource }: Answered) => resource);
}

function counted<T>(values: readonly T[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const value of values) counts[String(value)] = (counts[String(value)] ?? 0) + 1;
  return counts;
}

describe(`${AT_ONCE} clients at once over HTTPS`, () => {
  it('who all create what must be there once make one', async () => {
    const once = { 'if-none-exist': `identifier=${MRN}|one` };
    const told = await inTurns(each, AT_ONCE, () =>
      box.ask('POST', '/Patient', patient('one'), once),
    );
    expect(counted(told.map(({ status }) => status))).toEqual({ 201: 1, 200: AT_ONCE - 1 });
    expect(new Set(told.map(({ body }) => body.id)).size).toBe(1);
    expect(await found(`Patient?identifier=${MRN}|one`)).toHaveLength(1);
  });

  it('who do so by transactions, by updates and alone, make one', async () => {
    const value = 'many-ways';
    const criteria = `identifier=${MRN}|${value}`;
    const entry = [
      {
        fullUrl: URN,
        resource: patient(value),
        request: { method: 'POST', url: 'Patient', ifNoneExist: criteria },
      },
      {
        resource: {
          resourceType: 'Observation',
          status: 'final',
          code: { text: 'Weight' },
          subject: { reference: URN },
        },
        request: { method: 'POST', url: 'Observation' },
      },
    ];
    const ways = [
      () => box.ask('POST', '', { resourceType: 'Bundle', type: 'transaction', entry }),
      () => box.ask('PUT', `/Patient?${criteria}`, patient(value)),
      () => box.ask('POST', '/Patient', patient(value), { 'if-none-exist': criteria }),
    ];
    const told = await inTurns(each, AT_ONCE, (at) => ways[at % ways.length]!());
    expect(told.filter(({ status }) => status > 201)).toEqual([]);
    const [one, ...others] = await found(`Patient?${criteria}`);
    expect(others).toEqual([]);
    const observations = await found(`Observation?patient.identifier=${MRN}|${value}`);
    expect(counted(observations.map(({ subject }) => subject.reference))).toEqual({
      [`Patient/${one.id}`]: Math.ceil(AT_ONCE / ways.length),
    });
  });

  it('that all increment one counter lose no update: a late one gets 412', async () => {
    const place = '/Patient/counter';
    const start = { ...patient('0'), id: 'counter' };
    await box.ask('PUT', place, start);
    const rounds = 4;
    let late = 0;
    const countOn = async (): Promise<number> => {
      const { body, headers } = await box.ask('GET', place);
      const next = Number(body.identifier[0].value) + 1;
      const changed = { ...body, identifier: [{ system: MRN, value: String(next) }] };
      const told = await box.ask('PUT', place, changed, { 'if-match': String(headers.etag) });
      if (told.status === 200) return next;
      expect([told.status, told.body.resourceType]).toEqual([412, 'OperationOutcome']);
      late += 1;
      return countOn();
    };
    const clients = 8;
    const turns = Array.from({ length: clients * rounds }, (_, at) => at);
    const reached = await inTurns(turns, clients, countOn);
    expect([...reached].sort((a, b) => a - b)).toEqual(turns.map((at) => at + 1));
    expect(late).toBeGreaterThan(0);
    const { body } = await box.ask('GET', `${place}/_history?_count=1000`);
    const versions = body.entry.map(({ resource }: Answered) => [
      resource.meta.versionId,
      resource.identifier[0].value,
    ]);
    const expected = [0, ...turns.map((at) => at + 1)].map((at) => [String(at + 1), String(at)]);
    expect(versions).toEqual(expected.reverse());
  });

  it('who write to two resources in turn never leave them apart', async () => {
    const ids = ['left', 'right'];
    const both = (at: number) => ({
      resourceType: 'Bundle',
      type: 'transaction',
      entry: (at % 2 === 0 ? ids : [...ids].reverse()).map((id) => ({
        resource: { ...patient(String(at)), id },
        request: { method: 'PUT', url: `Patient/${id}` },
      })),
    });
    await box.ask('POST', '', both(-1));
    const read = { resourceType: 'Bundle', type: 'transaction' };
    const look = () =>
      box.ask('POST', '', {
        ...read,
        entry: ids.map((id) => ({ request: { method: 'GET', url: `Patient/${id}` } })),
      });
    const told = await inTurns(each, AT_ONCE, (at) =>
      at % 2 === 0 ? box.ask('POST', '', both(at)) : look(),
    );
    expect(told.filter(({ status }) => status !== 200)).toEqual([]);
    const seen = told
      .filter((_, at) => at % 2 === 1)
      .map(({ body }) => body.entry.map(({ resource }: Answered) => resource.identifier[0].value));
    expect(seen.filter(([left, right]) => left !== right)).toEqual([]);
    const versions = await Promise.all(ids.map((id) => box.ask('GET', `/Patient/${id}`)));
    const states = versions.map(({ body }) => [body.meta.versionId, body.identifier[0].value]);
    expect(states[0]).toEqual(states[1]);
    expect(states[0]![0]).toBe(String(AT_ONCE / 2 + 1));
  });

  it('with keys of both kinds on the same ids, each see their own alone', async () => {
    const key = await box.daemon.key({ mode: 'live', scopes: ['fhir.read', 'fhir.write'] });
    const as = { test: {}, live: { authorization: `Bearer ${key}` } };
    const modes = ['test', 'live'] as const;
    const write = (mode: (typeof modes)[number], at: number) => {
      const one = { ...patient(`${mode}-${at}`), id: `shared-${at % 4}` };
      return box.ask('PUT', `/Patient/${one.id}`, one, as[mode]);
    };
    await inTurns(each, AT_ONCE, (at) => write(modes[at % 2]!, at >> 1));
    for (const mode of modes) {
      const { body } = await box.ask('GET', '/Patient/_history?_count=1000', undefined, as[mode]);
      const values = body.entry
        .filter(({ resource }: Answered) => resource.id.startsWith('shared-'))
        .map(({ resource }: Answered) => resource.identifier[0].value);
      expect(values).toHaveLength(AT_ONCE / 2);
      expect(values.filter((value: string) => !value.startsWith(mode))).toEqual([]);
    }
  });
});
