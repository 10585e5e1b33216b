import { describe, expect, it } from 'vitest';
import type { StoredReadings } from '../../../../src/core/stored-reading.js';
import { readingFinder } from '../../../../src/imaging/comparison/find-reading.js';

describe('an earlier analysis of an image', () => {
  const asked: unknown[] = [];
  const reading = JSON.stringify({
    imageType: 'chest_xray',
    findings: { verdicts: { effusion: 'present' } },
  });
  const find: StoredReadings['find'] = async (analysisId, mode) => {
    asked.push([analysisId, mode]);
    if (analysisId === 'im_none') return undefined;
    return { analysisId, mode, createdAt: 0, reading };
  };
  const findReading = readingFinder({ find });

  it('is what the image said, to a key of the same mode', async () => {
    expect(await findReading('im_1', 'live')).toEqual({
      imageType: 'chest_xray',
      verdicts: { effusion: 'present' },
    });
    expect(asked).toEqual([['im_1', 'live']]);
  });

  it('is nothing where it is not kept', async () => {
    expect(await findReading('im_none', 'test')).toBeUndefined();
  });
});
