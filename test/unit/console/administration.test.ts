import { describe, expect, it } from 'vitest';
import { formatBytes, formatDuration } from '../../../src/console/components/format-size.js';
import {
  type Figures,
  medianBetween,
  momentOf,
  trendPoints,
} from '../../../src/console/pages/administration/figures.js';
import { sectionsOf } from '../../../src/console/pages/administration/settings.js';
import { exportQuery, NO_FILTER, searchQuery } from '../../../src/console/pages/audit/filter.js';
import { actorName, actorType, factsOf } from '../../../src/console/pages/audit/record-facts.js';

const NOON = Date.parse('2026-01-31T12:00:00Z');

interface Counted {
  readonly ok: number;
  readonly refused: number;
  /** Requests up to 0.1 s, up to 1 s, and all. */
  readonly buckets: readonly [number, number, number];
  readonly cpu: number;
}

function figures(second: number, { ok, refused, buckets, cpu }: Counted): Figures {
  const sample = (name: string, value: number, labels: Record<string, string> = {}) => ({
    name,
    value,
    labels,
  });
  const family = (name: string, samples: Figures['families'][number]['samples']) => ({
    name,
    help: '',
    type: 'counter' as const,
    samples,
  });
  const duration = 'wardbox_request_duration_seconds';
  return {
    at: new Date(NOON + second * 1_000).toISOString(),
    families: [
      family('wardbox_requests_total', [
        sample('wardbox_requests_total', ok, { operation: 'a', status: '200' }),
        sample('wardbox_requests_total', refused, { operation: 'a', status: '403' }),
      ]),
      family(
        duration,
        ['0.1', '1', '+Inf'].map((le, at) =>
          sample(`${duration}_bucket`, buckets[at]!, { operation: 'a', le }),
        ),
      ),
      family('process_cpu_seconds_total', [sample('process_cpu_seconds_total', cpu)]),
      family('wardbox_workers_up', [sample('wardbox_workers_up', 2)]),
    ],
  };
}

const BEFORE = figures(0, { ok: 10, refused: 1, buckets: [5, 10, 11], cpu: 4 });

describe('the figures of a moment', () => {
  it('are rates since the moment before', () => {
    const now = figures(2, { ok: 14, refused: 3, buckets: [7, 14, 17], cpu: 5 });
    expect(momentOf(BEFORE, now)).toMatchObject({
      requestsPerSecond: 3,
      refusalsPerSecond: 1,
      processor: 0.5,
      workersUp: 2,
      queue: undefined,
    });
  });

  it('are none without a moment before, and after a restart', () => {
    expect(momentOf(undefined, BEFORE).requestsPerSecond).toBeUndefined();
    const restarted = figures(2, { ok: 1, refused: 0, buckets: [1, 1, 1], cpu: 0 });
    expect(momentOf(BEFORE, restarted).requestsPerSecond).toBeUndefined();
  });

  it('have the median within its bucket', () => {
    const quick = figures(2, { ok: 0, refused: 0, buckets: [9, 14, 15], cpu: 0 });
    expect(medianBetween(BEFORE, quick)).toBeCloseTo(0.05, 10);
    const slow = figures(2, { ok: 0, refused: 0, buckets: [5, 12, 13], cpu: 0 });
    expect(medianBetween(BEFORE, slow)).toBeCloseTo(0.55, 10);
    const endless = figures(2, { ok: 0, refused: 0, buckets: [5, 10, 13], cpu: 0 });
    expect(medianBetween(BEFORE, endless)).toBe(1);
    expect(medianBetween(BEFORE, BEFORE)).toBeUndefined();
  });
});

describe('a trend', () => {
  it('ends at the right with its newest value, over a floor of 0', () => {
    expect(trendPoints([0, 2], 3)).toBe('50.0,29.0 100.0,1.0');
    expect(trendPoints([undefined, 1], 2)).toBe('100.0,1.0');
    expect(trendPoints([], 60)).toBe('');
  });
});

describe('units', () => {
  it('have as many digits as can be read', () => {
    expect([0, 900, 1_536, 200 * 1_024, 3.2e9].map(formatBytes)).toEqual([
      '0 B',
      '900 B',
      '1.5 KiB',
      '200 KiB',
      '3.0 GiB',
    ]);
    expect([0, 61, 3_600, 90_000].map(formatDuration)).toEqual([
      '0 s',
      '1 min 1 s',
      '1 h 0 min',
      '1 d 1 h',
    ]);
  });
});

describe('the configuration', () => {
  const configuration = { version: 1, server: { host: '::1', tls: { names: ['a', 'b'] } } };

  it('is shown by sections, with the path of each setting', () => {
    expect(sectionsOf(configuration, '')).toEqual([
      { name: '', settings: [{ name: 'version', value: '1' }] },
      {
        name: 'server',
        settings: [
          { name: 'host', value: '::1' },
          { name: 'tls.names', value: 'a, b' },
        ],
      },
    ]);
  });

  it('is searched by path and value', () => {
    const found = (wanted: string) =>
      sectionsOf(configuration, wanted).flatMap(({ settings }) => settings.map(({ name }) => name));
    expect(found('server.tls')).toEqual(['tls.names']);
    expect(found('::1')).toEqual(['host']);
    expect(found('none such')).toEqual([]);
  });
});

describe('a search of the audit log', () => {
  it('has only what was filled in, times as instants', () => {
    const empty = { patient: undefined, since: undefined, until: undefined };
    expect(searchQuery(NO_FILTER)).toEqual({
      ...empty,
      actor: undefined,
      action: undefined,
      outcome: undefined,
    });
    const filter = {
      ...NO_FILTER,
      patient: ' Patient/1 ',
      since: '2026-01-31T12:00',
      action: 'fhir.*, risk.create',
      outcome: 'refused',
    } as const;
    expect(searchQuery(filter)).toMatchObject({
      patient: 'Patient/1',
      since: new Date('2026-01-31T12:00').toISOString(),
      action: 'fhir.*,risk.create',
      outcome: 'refused',
    });
    expect(exportQuery({ ...filter, until: 'soon' })).not.toHaveProperty('action');
    expect(exportQuery({ ...filter, until: 'soon' }).until).toBe('soon');
  });

  it('names who and what of a record, also what it does not know', () => {
    const record = {
      event: {
        action: 'risk.create',
        actor: { type: 'user', id: 'user_1' },
        status: 200,
        models: [{ id: 'm' }],
        odd: true,
      },
      actor_name: null,
    };
    expect(actorName(record)).toBe('user_1');
    expect(actorName({ ...record, actor_name: 'ada' })).toBe('ada');
    expect(actorType(record)).toBe('person');
    expect(factsOf(record)).toEqual([
      ['HTTP status', '200'],
      ['Models', '[{"id":"m"}]'],
      ['odd', 'true'],
    ]);
  });
});
