import { describe, expect, it } from 'vitest';
import {
  arrive,
  isDue,
  itemKey,
  type RoutingRules,
  routing,
} from '../../../../../src/operations/pacs/worklist/item.js';
import type { WorklistItem } from '../../../../../src/store/dicom-worklist.js';
import { arrived, route } from '../../../../support/pacs/routing.js';

const NOON = Date.UTC(2026, 5, 1, 12);
const QUIET_MS = 30_000;
const HEAD_CT = route({ name: 'head', image_type: 'head_ct', match: { modality: ['CT'] } });
const rules: RoutingRules = { routes: [HEAD_CT], quietMs: QUIET_MS };

function series(count: number, header: object = { modality: 'CT' }, given = rules): WorklistItem {
  let item: WorklistItem | undefined;
  for (let n = 1; n <= count; n += 1) {
    item = arrive(item, arrived({ header, instance: `2.25.${n}` }), given, NOON + n * 1_000);
  }
  return item!;
}

describe('what is read together', () => {
  it.each([
    ['CT', ''],
    ['MR', ''],
    ['ct', ''],
    ['DX', '2.25.3'],
    ['CR', '2.25.3'],
    ['OT', '2.25.3'],
  ])('is of %s the series, or the image alone', (modality, instanceUid) => {
    const key = { mode: 'test', seriesUid: '2.25.2', instanceUid };
    expect(itemKey(arrived({ header: { modality } }))).toEqual(key);
  });

  it('is for an image without a modality the image', () => {
    expect(itemKey(arrived({ header: {} })).instanceUid).toBe('2.25.3');
  });
});

describe('a series that arrives', () => {
  it('is complete when nothing was added for the quiet time', () => {
    const item = series(3);
    expect(item).toMatchObject({ state: 'receiving', objects: 3, firstAt: NOON + 1_000 });
    const end = NOON + 3_000 + QUIET_MS;
    expect(item.completeBy).toBe(end);
    expect([end - 1, end].map((now) => isDue(item, false, now))).toEqual([false, true]);
  });

  it.each([
    ['its route', [{ ...HEAD_CT, expected_images: 3 }], { modality: 'CT' }],
    ['its header', [HEAD_CT], { modality: 'CT', instances: 3 }],
    ['its route rather than its header', [{ ...HEAD_CT, expected_images: 3 }], { instances: 9 }],
  ])('is complete with as many images as %s says', (_, routes, header) => {
    const given = { ...rules, routes };
    const full = { modality: 'CT', ...header };
    const isComplete = (count: number) =>
      isDue(series(count, full, given), false, NOON + count * 1_000);
    expect([2, 3, 4].map(isComplete)).toEqual([false, true, true]);
  });

  it('waits for the end of a job that reads it', () => {
    expect(isDue(series(3), true, NOON + 10 * QUIET_MS)).toBe(false);
  });

  it('is waited for longer each time it grows after a reading, but not for ever', () => {
    const pause = (readings: number) => {
      const before = { ...series(3), readings, readObjects: 3, state: 'read' as const };
      return (arrive(before, arrived(), rules, NOON).completeBy ?? 0) - NOON;
    };
    expect([0, 1, 2, 7, 50].map((n) => pause(n) / QUIET_MS)).toEqual([1, 2, 4, 128, 128]);
  });
});

describe('a film that arrives', () => {
  it('is complete at once', () => {
    const film = arrived({ header: { modality: 'DX' } });
    expect(isDue(arrive(undefined, film, rules, NOON), false, NOON)).toBe(true);
  });
});

describe('an item that is due', () => {
  it('is read as its route says', () => {
    expect(routing(series(3), rules.routes)).toEqual({
      kind: 'read',
      order: {
        study_uid: '2.25.1',
        series_uid: '2.25.2',
        route: 'head',
        image_type: 'head_ct',
        modality: 'CT',
        options: { detect_abnormalities: true, measure_structures: false },
        priority: 'routine',
        results: ['structured_report'],
        destinations: [],
      },
    });
  });

  it('is unroutable where no route matches, or the route is gone', () => {
    const none = { kind: 'unroutable', reason: 'no_route' };
    expect(routing(series(1, { modality: 'MR' }), rules.routes)).toEqual(none);
    expect(routing(series(1), [])).toEqual(none);
  });

  it('is unroutable where neither route nor header have a modality that is read', () => {
    const routes = [route({ name: 'all' })];
    const capture = series(1, { modality: 'OT' }, { ...rules, routes });
    expect(routing(capture, routes)).toEqual({ kind: 'unroutable', reason: 'no_modality' });
    const stated = [route({ name: 'all', modality: 'DX' })];
    expect(routing(capture, stated)).toMatchObject({ kind: 'read', order: { modality: 'DX' } });
  });

  it('is read again only with images that the last reading did not have', () => {
    const read = { ...series(3), state: 'read', readings: 1, readObjects: 3 } as const;
    expect(routing(read, rules.routes)).toEqual({ kind: 'unchanged' });
    expect(routing({ ...read, objects: 4 }, rules.routes)).toMatchObject({ kind: 'read' });
  });
});
