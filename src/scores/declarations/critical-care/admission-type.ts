import { choice } from '../../input.js';

/** How a patient came to intensive care, as APACHE II and SAPS II divide them. */
export const ADMISSION_TYPE = choice('Type of admission to intensive care', {
  medical: 'medical: no operation within a week',
  scheduled_surgery: 'after a scheduled (elective) operation',
  unscheduled_surgery: 'after an unscheduled (emergency) operation',
});
