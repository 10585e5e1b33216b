import { z } from 'zod';
import { ALERT_SEVERITIES, DEFAULT_BLOCK_AT } from '../../../core/alert-severity.js';
import { section } from './section.js';

export const medications = section({
  block_at: z
    .enum(ALERT_SEVERITIES)
    .default(DEFAULT_BLOCK_AT)
    .describe(
      'the severity from which an alert makes safe_to_proceed false and keeps the analysis from ' +
        'recommending a medicine; a request may state another',
    ),
});
