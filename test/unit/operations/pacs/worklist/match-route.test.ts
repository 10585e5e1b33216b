import { describe, expect, it } from 'vitest';
import { matches, routeOf } from '../../../../../src/operations/pacs/worklist/match-route.js';
import { routeSchema } from '../../../../../src/operations/pacs/worklist/route-schema.js';
import { arrived, route } from '../../../../support/pacs/routing.js';

const HEADER = {
  modality: 'DX',
  bodyPart: 'CHEST ',
  view: 'PA',
  description: 'Thorax p.a. stehend',
  stationName: 'XR-2',
};
const film = arrived({ header: HEADER, from: 'XRAY' });

describe('a route', () => {
  it.each([
    ['without conditions', {}, true],
    ['by a code, whatever its case', { modality: ['cr', 'dx'], body_part: ['Chest'] }, true],
    ['by all conditions together', { modality: ['DX'], view: ['LL'] }, false],
    ['by a text with wild cards', { series_description: 'THORAX*' }, true],
    ['by one character', { station_name: 'xr-?' }, true],
    ['not by a part of a text', { series_description: 'Thorax' }, false],
    ['by the calling node', { calling_ae_title: ['CT1', 'XRAY'] }, true],
    ['not by another node', { calling_ae_title: ['CT1'] }, false],
  ])('matches %s', (_, match, expected) => {
    expect(matches(route({ match }), film)).toBe(expected);
  });

  it('does not match by a value that the header lacks', () => {
    const bare = arrived({ header: { modality: 'DX' } });
    expect(matches(route({ match: { view: ['PA'] } }), bare)).toBe(false);
    expect(matches(route({ match: { series_description: '*' } }), bare)).toBe(false);
  });

  it('is the first one that matches any image of the series', () => {
    const routes = [
      route({ name: 'lateral', match: { view: ['LL'] } }),
      route({ name: 'chest', match: { body_part: ['CHEST'] } }),
      route({ name: 'rest' }),
    ];
    const nameOf = (header: object, before: string | null) =>
      routeOf(routes, arrived({ header }), before)?.name;
    expect(nameOf(HEADER, null)).toBe('chest');
    expect(nameOf({}, null)).toBe('rest');
    expect(nameOf({}, 'chest')).toBe('chest');
    expect(nameOf({ view: 'LL' }, 'chest')).toBe('lateral');
    expect(routeOf([], film, null)).toBeUndefined();
  });

  it.each([
    ['a name with spaces', { name: 'a b' }],
    ['an unknown condition', { match: { colour: ['red'] } }],
    ['an empty list of codes', { match: { modality: [] } }],
    ['a result of an unknown kind', { results: ['letter'] }],
    ['an unknown priority', { priority: 'stat' }],
    ['no image at all', { expected_images: 0 }],
  ])('is refused with %s', (_, wrong) => {
    const given = { name: 'one', image_type: 'chest_xray', ...wrong };
    const field = Object.keys(wrong)[0];
    const issues = routeSchema.safeParse(given).error?.issues ?? [];
    expect(issues.map(({ path }) => path[0])).toEqual([field]);
  });
});
