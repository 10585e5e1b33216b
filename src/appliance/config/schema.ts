import { z } from 'zod';
import { isLoopback } from '../../core/addresses.js';
import { LOG_LEVELS } from '../../core/logger.js';
import { analyze } from './sections/analyze.js';
import { cds } from './sections/cds.js';
import { fhir } from './sections/fhir.js';
import { inference } from './sections/inference.js';
import { jobs } from './sections/jobs.js';
import { limits, rateLimits } from './sections/limits.js';
import { medications } from './sections/medications.js';
import { models } from './sections/models.js';
import { pacs } from './sections/pacs.js';
import { section } from './sections/section.js';
import { server } from './sections/server.js';
import { signIn } from './sections/sign-in.js';
import { smart } from './sections/smart.js';
import { storage } from './sections/storage.js';
import { webhooks } from './sections/webhooks.js';

const logging = section({ level: z.enum(LOG_LEVELS).default('info') });

/** The schema of `appliance.config.json`; every field has a default that works on a laptop. */
export const configSchema = z
  .strictObject({
    $schema: z.string().optional(),
    version: z.literal(1).default(1),
    server,
    data_dir: z.string().min(1).default('./data'),
    models_dir: z.string().min(1).optional().describe('default: the models that ship with Wardbox'),
    models,
    inference,
    analyze,
    medications,
    cds,
    jobs,
    limits,
    rate_limits: rateLimits,
    sign_in: signIn,
    smart,
    storage,
    fhir,
    pacs,
    webhooks,
    logging,
  })
  .superRefine((config, context) => {
    const fault = (path: string[], message: string) =>
      context.addIssue({ code: 'custom', path, message });
    const { host, tls, headers_timeout_s, request_timeout_s } = config.server;
    if (tls.mode === 'off' && !isLoopback(host)) {
      fault(
        ['server', 'tls', 'mode'],
        `"off" is refused on ${host}: only loopback may go without TLS`,
      );
    }
    for (const field of ['cert_file', 'key_file'] as const) {
      if (tls.mode === 'files' && tls[field] === undefined) {
        fault(['server', 'tls', field], 'is needed when mode is "files"');
      }
    }
    if (tls.mode === 'off' && tls.client_ca_file !== undefined) {
      fault(['server', 'tls', 'client_ca_file'], 'needs TLS: mode is "off"');
    }
    if (request_timeout_s < headers_timeout_s) {
      fault(['server', 'request_timeout_s'], 'must not be less than headers_timeout_s');
    }
    const { uploads_in_flight_bytes, imaging_body_bytes, data_body_bytes } = config.limits;
    if (config.limits.spool_bytes < config.limits.audio_body_bytes) {
      fault(['limits', 'spool_bytes'], 'must hold at least one audio body');
    }
    const { pacs: dicom } = config;
    if (dicom.tls === 'on' && tls.mode === 'off') {
      fault(['pacs', 'tls'], 'needs the certificate of the server: server.tls.mode is "off"');
    }
    if (dicom.client_ca_file !== undefined && dicom.tls === 'off') {
      fault(['pacs', 'client_ca_file'], 'needs TLS: pacs.tls is "off"');
    }
    if (dicom.port !== undefined && dicom.peers.length === 0) {
      fault(['pacs', 'peers'], 'must name the nodes that may connect');
    }
    for (const [index, { host, port, tls, ca_file }] of dicom.peers.entries()) {
      const at = ['pacs', 'peers', String(index)];
      if (host !== undefined && port === undefined) fault([...at, 'port'], 'is needed with host');
      if (port !== undefined && host === undefined) fault([...at, 'host'], 'is needed with port');
      if (ca_file !== undefined && tls === 'off') {
        fault([...at, 'ca_file'], 'needs TLS: tls is "off"');
      }
    }
    const names = dicom.destinations.map(({ name }) => name);
    for (const [index, { ca_file, ...destination }] of dicom.destinations.entries()) {
      const at = ['pacs', 'destinations', String(index)];
      if (destination.service === 'dimse' && destination.tls === 'off' && ca_file !== undefined) {
        fault([...at, 'ca_file'], 'needs TLS: tls is "off"');
      }
    }
    for (const [index, { destinations, prior }] of dicom.routes.entries()) {
      const source = dicom.destinations.find(({ name }) => name === prior?.from);
      const at = ['pacs', 'routes', String(index), 'prior', 'from'];
      if (prior !== undefined && source === undefined) {
        fault(at, 'is no name in pacs.destinations');
      }
      if (source?.service === 'dimse' && dicom.port === undefined) {
        fault(at, 'is of the service dimse and needs pacs.port: the image is sent there');
      }
      for (const [place, name] of destinations.entries()) {
        if (names.includes(name)) continue;
        const at = ['pacs', 'routes', String(index), 'destinations', String(place)];
        fault(at, 'is no name in pacs.destinations');
      }
    }
    const { resource_body_bytes, bundle_body_bytes } = config.fhir;
    const bodies = [imaging_body_bytes, data_body_bytes, resource_body_bytes, bundle_body_bytes];
    if (uploads_in_flight_bytes < Math.max(...bodies)) {
      fault(['limits', 'uploads_in_flight_bytes'], 'must hold at least one body of each kind');
    }
  });

export type Config = z.output<typeof configSchema>;
