import { describe, expect, it } from 'vitest';
import { BASE, openFhir } from '../../../support/fhir/ask.js';
import { stoppedClock } from '../../../support/stopped-clock.js';

const patient = (id: string | undefined, family: string) => ({
  resourceType: 'Patient',
  ...(id !== undefined && { id }),
  name: [{ family }],
});

async function lived() {
  const clock = stoppedClock();
  const fhir = openFhir(clock);
  const { ask } = fhir;
  await ask('PUT', 'Patient/a', { body: patient('a', 'One') });
  clock.pass(1_000);
  await ask('PUT', 'Patient/a', { body: patient('a', 'Two') });
  clock.pass(1_000);
  await ask('DELETE', 'Patient/a');
  clock.pass(1_000);
  await ask('PUT', 'Patient/a', { body: patient('a', 'Four') });
  const { headers } = await ask('POST', 'Patient', { body: patient(undefined, 'Posted') });
  return { ...fhir, clock, posted: headers.Location ?? '' };
}

describe('the history of a resource', () => {
  it('lists its versions, newest first, with the request of each', async () => {
    const { ask, validator } = await lived();
    const { status, body } = await ask('GET', 'Patient/a/_history');
    expect([status, body.type, body.total]).toEqual([200, 'history', 4]);
    const told = body.entry?.map(({ request, response, resource }) => [
      request?.method,
      response?.status,
      response?.etag,
      (resource?.name as { family: string }[] | undefined)?.[0]?.family,
    ]);
    expect(told).toEqual([
      ['PUT', '200 OK', 'W/"4"', 'Four'],
      ['DELETE', '204 No Content', 'W/"3"', undefined],
      ['PUT', '200 OK', 'W/"2"', 'Two'],
      ['PUT', '201 Created', 'W/"1"', 'One'],
    ]);
    expect(body.entry?.[1]?.response?.lastModified).toBe('2026-03-14T12:00:02.000Z');
    expect(new Set(body.entry?.map(({ fullUrl }) => fullUrl))).toEqual(
      new Set([`${BASE}/Patient/a`]),
    );
    const errors = validator
      .validate(body, { type: 'Bundle' })
      .filter(({ severity }) => severity === 'error');
    expect(errors).toEqual([]);
  });

  it('comes page by page', async () => {
    const { ask } = await lived();
    const etags: unknown[] = [];
    let url: string | undefined = 'Patient/a/_history?_count=1';
    while (url !== undefined && etags.length < 10) {
      const { body } = await ask('GET', url);
      etags.push(...(body.entry ?? []).map(({ response }) => response?.etag));
      url = body.link?.find(({ relation }) => relation === 'next')?.url;
    }
    expect(etags).toEqual(['W/"4"', 'W/"3"', 'W/"2"', 'W/"1"']);
  });

  it('begins at the requested time', async () => {
    const { ask } = await lived();
    const etags = async (since: string) =>
      (await ask('GET', `Patient/a/_history?_since=${since}`)).body.entry?.map(
        ({ response }) => response?.etag,
      );
    expect(await etags('2026-03-14T12:00:02Z')).toEqual(['W/"4"', 'W/"3"']);
    expect(await etags('2026-03-14T13:00:02.001%2B01:00')).toEqual(['W/"4"']);
    expect(await etags('2026-03-14')).toHaveLength(4);
  });

  it('is answered for a type, too', async () => {
    const { ask, posted } = await lived();
    const { body } = await ask('GET', 'Patient/_history');
    expect(body.total).toBe(5);
    const [first] = body.entry ?? [];
    expect([first?.request, first?.response?.status, first?.response?.location]).toEqual([
      { method: 'POST', url: 'Patient' },
      '201 Created',
      posted,
    ]);
    expect((await ask('GET', 'Patient/_history?_count=0')).body).toMatchObject({ total: 5 });
  });

  it.each([
    ['Patient/none/_history', 404],
    ['Patient/a/_history?_since=yesterday', 400],
    ['Patient/a/_history?_since=2026-02-30T00:00', 400],
    ['Patient/a/_history?_count=-1', 400],
    ['Patient/a/_history?_at=2026', 400],
    ['Patient/a/_history?_page=x', 400],
    ['Patient/a/_history?nonsense=1', 200],
  ])('answers %s with %i', async (url, status) => {
    const { ask } = await lived();
    expect((await ask('GET', url)).status).toBe(status);
  });

  it('is not visible to the other mode', async () => {
    const { ask } = await lived();
    expect((await ask('GET', 'Patient/a/_history', { mode: 'live' })).status).toBe(404);
    expect((await ask('GET', 'Patient/_history', { mode: 'live' })).body.total).toBe(0);
  });
});
