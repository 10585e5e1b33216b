import { z } from 'zod';
import { count, section } from './section.js';

export const storage = section({
  encryption_key_file: z
    .string()
    .min(1)
    .optional()
    .describe(
      'the key of the database and the backups: 64 hexadecimal digits in a file that ' +
        'others may not read; created by init --encrypt and encryption enable',
    ),
  disk_reserve_mb: count(0, 1_000_000)
    .default(256)
    .describe('below this much free space new clinical work is refused'),
  audit_reads: z
    .enum(['written', 'synced'])
    .default('written')
    .describe(
      'when a FHIR read is answered: once its audit record is committed (it is on the disk about 20 ms ' +
        'later, so only a power cut can lose it) or once it is on the disk. Whatever changes data or ' +
        'computes an answer always waits for the disk',
    ),
  audit_retention_days: count(0, 36_500)
    .default(0)
    .describe(
      'audit records older than this are moved from the database to sealed files, a whole segment at ' +
        'a time; 0 keeps all in the database. Nothing is deleted except by wardbox audit prune',
    ),
  imaging_readings_days: count(0, 36_500)
    .default(730)
    .describe(
      'how long the scores of an analysis (never its image) are kept, so that a later one can be ' +
        'compared with it; 0 keeps none',
    ),
  result_retention_days: count(1, 3_650)
    .default(7)
    .describe('how long the result of a job is kept; the job itself is deleted after twice that'),
});
