import { describe, expect, it } from 'vitest';
import { AppError } from '../../../../src/core/errors.js';
import { locationOf } from '../../../../src/fhir/interactions/resource-location.js';

const served = { served: ['Group', 'Observation', 'Patient'] };
const placed = (path: string) => locationOf(path === '' ? [] : path.split('/'), served);

describe('what a path names', () => {
  it.each<[string, object]>([
    ['', { kind: 'base', type: '' }],
    ['metadata', { kind: 'metadata', type: '' }],
    ['Patient', { kind: 'type', type: 'Patient' }],
    ['Patient/_search', { kind: 'type-search', type: 'Patient' }],
    ['Patient/_history', { kind: 'type-history', type: 'Patient' }],
    ['Patient/$validate', { kind: 'type-validate', type: 'Patient' }],
    ['Patient/a.B-3', { kind: 'instance', type: 'Patient', id: 'a.B-3' }],
    ['Patient/1/_history', { kind: 'instance-history', type: 'Patient', id: '1' }],
    ['Patient/1/_history/7', { kind: 'version', type: 'Patient', id: '1', version: 7 }],
    ['Patient/1/$validate', { kind: 'instance-validate', type: 'Patient', id: '1' }],
    ['Patient/1/$everything', { kind: 'everything', type: 'Patient', id: '1' }],
    ['$export', { kind: 'export', type: '' }],
    ['Patient/$export', { kind: 'patients-export', type: 'Patient' }],
    ['Group/1/$export', { kind: 'group-export', type: 'Group', id: '1' }],
    ['$export-status/a-1', { kind: 'export-status', type: '', run: { id: 'a-1', file: '' } }],
    [
      '$export-file/a-1/x.ndjson',
      { kind: 'export-file', type: '', run: { id: 'a-1', file: 'x.ndjson' } },
    ],
    ['$import', { kind: 'import', type: '' }],
    ['$import-status/a-1', { kind: 'import-status', type: '', run: { id: 'a-1', file: '' } }],
    ['$import-file/a-1/x', { kind: 'import-file', type: '', run: { id: 'a-1', file: 'x' } }],
  ])('%s', (path, place) => {
    expect(placed(path)).toEqual(place);
  });

  it.each([
    '$import-file/a-1',
    '$import-status/a-1/x',
    '$import/a-1',
    'metadata/1',
    'Unicorn',
    '_history',
    '$validate',
    'Patient/1/Observation',
    'Patient/1/_history/0',
    'Patient/1/_history/1.5',
    'Patient/1/_history/1/2',
    'Patient/a_b/_history',
    'Observation/1/$everything',
    'Patient//',
    'toString',
  ])('%s names nothing', (path) => {
    expect(() => placed(path)).toThrow(AppError);
  });
});
