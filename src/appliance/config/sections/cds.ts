import { z } from 'zod';
import { ALERT_SEVERITIES } from '../../../core/alert-severity.js';
import { remoteUrl } from './remote-url.js';
import { distinctBy, section } from './section.js';

const server = z.strictObject({
  url: remoteUrl.describe('its base, as it is sent as fhirServer'),
  ca_file: z
    .string()
    .min(1)
    .optional()
    .describe('trusted for it instead of the public authorities'),
});

export const cds = section({
  show_from: z
    .enum(ALERT_SEVERITIES)
    .default('moderate')
    .describe('the least severe alert on a medicine that is shown as a card'),
  fhir_servers: z
    .array(server)
    .max(20)
    .default([])
    .superRefine(distinctBy('url'))
    .describe('servers that may be read, with the token of a call, for what was not prefetched'),
});
