import { text } from '../../text/en.js';
import type { TimeStyle } from './fhir-time.js';

/** How this page writes times: in the zone of the browser, and with it. */
export const TIMES: TimeStyle = { locale: text.locale };

/** The zone of the browser, as people know it: `Europe/Berlin`. */
export const localZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
