import { describe, expect, it } from 'vitest';
import { dangerGroup } from '../../../../src/differential/danger/danger-group.js';

describe('the group of a dangerous cause', () => {
  it('is that of its code', () => {
    const groups = [
      'I21.9',
      'K55.0',
      'A41.9',
      'J18.9',
      'K35.8',
      'I33.0',
      'C18.9',
      'D47.1',
      'E10.1',
    ];
    expect(groups.map(dangerGroup)).toEqual([
      'heart_and_vessels',
      'heart_and_vessels',
      'infection',
      'infection',
      'infection',
      'infection',
      'cancer',
      'cancer',
      'other',
    ]);
  });
});
