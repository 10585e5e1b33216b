import { z } from 'zod';
import { runTimes } from './common-schema.js';
import { checkResult } from './status-schema.js';

export const doctorReport = z.strictObject({
  ...runTimes,
  worst: z.enum(['ok', 'warning', 'failed']).optional(),
  checks: z.array(checkResult).describe('in the order in which they ran; while it runs, so far'),
  remaining: z.array(z.string()).describe('checks that have not run yet'),
});
export type DoctorReport = z.output<typeof doctorReport>;
