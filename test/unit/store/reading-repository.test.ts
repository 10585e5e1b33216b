import { describe, expect, it } from 'vitest';
import { openDatabase } from '../../../src/store/open.js';
import { createReadingRepository } from '../../../src/store/reading-repository.js';
import { scratchFolder } from '../../support/scratch-folder.js';

function repository() {
  const database = openDatabase(scratchFolder());
  return { database, readings: createReadingRepository(database) };
}
const RECORD = {
  analysisId: 'im_1',
  mode: 'live',
  createdAt: 1_000,
  reading: '{"a":1}',
} as const;

describe('createReadingRepository', () => {
  it('gives back what was saved, to keys of the same mode alone', async () => {
    const { readings } = repository();
    readings.save(RECORD);
    expect(await readings.find('im_1', 'live')).toEqual(RECORD);
    expect(await readings.find('im_1', 'test')).toBeUndefined();
    expect(await readings.find('im_2', 'live')).toBeUndefined();
  });

  it('takes an identifier once, and JSON only', async () => {
    const { readings } = repository();
    readings.save(RECORD);
    expect(() => readings.save(RECORD)).toThrow(/UNIQUE/);
    expect(() => readings.save({ ...RECORD, analysisId: 'im_3', reading: 'x' })).toThrow(/CHECK/);
  });

  it('forgets what is older than a time and keeps the rest', async () => {
    const { readings } = repository();
    readings.save(RECORD);
    readings.save({ ...RECORD, analysisId: 'im_2', createdAt: 2_000 });
    expect(await readings.forgetBefore(2_000)).toBe(1);
    expect(await readings.find('im_1', 'live')).toBeUndefined();
    expect(await readings.find('im_2', 'live')).toBeDefined();
    expect(await readings.forgetBefore(2_000)).toBe(0);
  });
});
