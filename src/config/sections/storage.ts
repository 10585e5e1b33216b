import { z } from 'zod';
import { count, section } from './section.js';

export const storage = section({
  disk_reserve_mb: count(0, 1_000_000)
    .default(256)
    .describe('below this much free space new clinical work is refused'),
  audit_reads: z
    .enum(['written', 'synced'])
    .default('written')
    .describe(
      'when a FHIR read is answered: once its audit record is committed (the disk has it about 20 ms ' +
        'later, so only a power cut can lose it) or once the disk has it. Whatever changes data or ' +
        'computes an answer always waits for the disk',
    ),
  imaging_readings_days: count(0, 36_500)
    .default(730)
    .describe(
      'how long the scores of an analysis (never its image) are kept, so that a later one can be ' +
        'compared with it; 0 keeps none',
    ),
});
