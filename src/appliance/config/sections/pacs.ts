import { z } from 'zod';
import { isUid } from '../../../core/dicom-uid.js';
import { isNetwork } from '../../../core/networks.js';
import { routeSchema } from '../../../operations/pacs/worklist/route-schema.js';
import { remoteUrl } from './remote-url.js';
import { count, distinctBy, section } from './section.js';

/** PS3.5 table 6.2-1, AE: no backslash, no control characters, not only spaces. */
const aeTitle = z
  .string()
  .regex(/^[\x21-\x5b\x5d-\x7e]([\x20-\x5b\x5d-\x7e]{0,14}[\x21-\x5b\x5d-\x7e])?$/, {
    message: 'must be an AE title: 1 to 16 printable characters without backslash',
  });

const peer = z.strictObject({
  ae_title: aeTitle.describe('with which the node calls'),
  addresses: z
    .array(z.string().refine(isNetwork, 'must be an address or a network, such as 10.1.0.0/16'))
    .min(1)
    .max(50)
    .describe('from which it may call'),
  mode: z.enum(['test', 'live']).describe('whether its objects are test data or live data'),
  host: z
    .string()
    .min(1)
    .max(253)
    .optional()
    .describe('with port: where it is told which of its objects are held (storage commitment)'),
  port: count(1, 65_535)
    .optional()
    .describe('absent: it is told on the association on which it asks'),
  tls: z
    .enum(['off', 'on'])
    .default('off')
    .describe('on: with the certificate of the server, for storage commitment'),
  ca_file: z.string().min(1).optional().describe('trusted instead of the public authorities'),
});

const destinationCommon = {
  name: z
    .string()
    .regex(/^[a-z0-9-]{1,32}$/, 'must be 1 to 32 small letters, digits and hyphens')
    .describe('by which routes, metrics and commands call it'),
  mode: z.enum(['test', 'live']).describe('what it is sent; objects of the other mode never are'),
  ca_file: z.string().min(1).optional().describe('trusted instead of the public authorities'),
};

const dimseDestination = z.strictObject({
  ...destinationCommon,
  service: z.literal('dimse'),
  ae_title: aeTitle.describe('that we call'),
  host: z.string().min(1).max(253),
  port: count(1, 65_535),
  tls: z
    .enum(['off', 'on'])
    .default('off')
    .describe('on: with the certificate of the server, where the destination asks who calls'),
});

const dicomWebDestination = z.strictObject({
  ...destinationCommon,
  service: z.literal('dicomweb'),
  url: remoteUrl.describe('of the DICOMweb service, to which /studies is added'),
  authorization_file: z
    .string()
    .min(1)
    .optional()
    .describe('holds the content of the header Authorization, such as Bearer and a token'),
});

const destination = z.discriminatedUnion('service', [dimseDestination, dicomWebDestination]);

/** So that enough digits are left for each UID to be another one. */
const MAX_UID_ROOT = 43;

export const pacs = section({
  port: count(0, 65_535)
    .optional()
    .describe('of the DICOM listener, usually 104 or 11112; absent: it is off'),
  host: z.string().min(1).default('127.0.0.1'),
  ae_title: aeTitle.default('WARDBOX').describe('that other nodes call'),
  tls: z
    .enum(['off', 'on'])
    .default('off')
    .describe('on: only TLS, with the certificate of the server and TLS 1.2 or 1.3'),
  client_ca_file: z
    .string()
    .min(1)
    .optional()
    .describe('with TLS: nodes need a certificate of one of these authorities'),
  peers: z
    .array(peer)
    .max(500)
    .default([])
    .describe('nodes that may connect; all others are refused'),
  max_associations: count(1, 200).default(16),
  idle_timeout_s: count(1, 3_600)
    .default(60)
    .describe('an association without traffic for this long is ended'),
  max_object_mb: count(1, 4_096).default(1_024),
  store_mb: count(1, 100_000_000)
    .default(20_480)
    .describe('of all objects that are held; further ones are refused as "out of resources"'),
  retention_hours: count(1, 87_600).default(72).describe('how long objects are held'),
  uid_root: z
    .string()
    .max(MAX_UID_ROOT)
    .refine(isUid, 'must be a UID')
    .optional()
    .describe('the UIDs of results begin with it; absent: they are UUIDs below 2.25'),
  routes: z
    .array(routeSchema)
    .max(200)
    .default([])
    .superRefine(distinctBy('name'))
    .describe('how images that arrive are read: the first route that matches; none: they are held'),
  patient_identifiers: z
    .array(
      z.strictObject({
        issuer: z
          .string()
          .min(1)
          .max(64)
          .optional()
          .describe('Issuer of Patient ID in the images; absent: of images that name none'),
        system: z.string().min(1).max(256).describe('the system of these identifiers in FHIR'),
      }),
    )
    .max(100)
    .default([])
    .superRefine(distinctBy('issuer'))
    .describe('of which patients readings are filed: those with the patient ID of the images'),
  series_quiet_s: count(1, 3_600)
    .default(30)
    .describe('a series that nothing was added to for this long is complete'),
  destinations: z
    .array(destination)
    .max(100)
    .default([])
    .superRefine(distinctBy('name'))
    .describe('other nodes: results are sent to them, and earlier films fetched from them'),
  send_days: count(1, 365)
    .default(7)
    .describe('how long an object is tried to be sent before it is given up'),
});
