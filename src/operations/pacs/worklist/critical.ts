import type { ImagingResult } from '../../../imaging/schema.js';

/** Whether a person has to know of a result at once. */
export const isCritical = ({ urgency }: Pick<ImagingResult, 'urgency'>): boolean =>
  urgency?.level === 'urgent' || urgency?.level === 'immediate';
