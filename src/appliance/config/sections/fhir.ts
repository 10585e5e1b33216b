import { z } from 'zod';
import { remoteUrl } from './remote-url.js';
import { count, MIB, section } from './section.js';

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

const upstream = z
  .strictObject({
    base_url: remoteUrl.describe("of the hospital's FHIR R4 server"),
    token_url: remoteUrl.optional().describe('the token endpoint of SMART Backend Services'),
    client_id: z.string().min(1).max(1_000).optional(),
    key_file: z
      .string()
      .min(1)
      .optional()
      .describe('private key, PEM or JWK: RSA of 2048 bits or more (RS384) or P-384 (ES384)'),
    key_id: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .describe('kid of the key; default: that of the JWK, else its thumbprint (RFC 7638)'),
    scopes: z
      .array(z.string().regex(/^[\x21\x23-\x5b\x5d-\x7e]{1,200}$/))
      .min(1)
      .max(50)
      .default(['system/*.rs']),
    ca_file: z.string().min(1).optional().describe('trusted instead of the public authorities'),
    timeout_s: count(1, 60).default(15).describe('for all upstream requests of one request'),
  })
  .superRefine(({ token_url, client_id, key_file }, context) => {
    const given = { token_url, client_id, key_file };
    const missing = Object.entries(given).filter(([, value]) => value === undefined);
    if (missing.length === 3) return;
    for (const [field] of missing) {
      const message = 'token_url, client_id and key_file are needed together';
      context.addIssue({ code: 'custom', path: [field], message });
    }
  });

export const fhir = section({
  resource_body_bytes: count(1_024, 256 * MIB).default(4 * MIB),
  bundle_body_bytes: count(1_024, 256 * MIB).default(32 * MIB),
  import_body_bytes: count(1_024, 65_536 * MIB)
    .default(2_048 * MIB)
    .describe('all files of an import by HTTP; at most limits.spool_bytes'),
  bundle_entries: count(1, 10_000)
    .default(1_000)
    .describe('of a batch or transaction; a transaction blocks every other write meanwhile'),
  time_zone: z
    .string()
    .min(1)
    .default('UTC')
    .refine(isTimeZone, 'must be a time zone of the IANA list, such as Europe/Vienna')
    .describe('for dates without a time zone; a change rebuilds the search index'),
  upstream: upstream
    .optional()
    .describe('read-through for live keys; absent: no server is queried'),
});
