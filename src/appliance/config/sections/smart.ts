import { z } from 'zod';
import { readScope, type ScopeContext } from '../../../http/smart/scopes.js';
import { remoteOrigin, remoteUrl } from './remote-url.js';
import { count, distinctBy, section } from './section.js';

const file = z.string().min(1);
const caFile = file.optional().describe('trusted instead of the public authorities');
const mode = z.enum(['test', 'live']).describe('the data that its tokens are for');
const ratePerMinute = count(1, 1_000_000)
  .optional()
  .describe('requests of one client; default: rate_limits.per_minute');

/** Scopes for resources, in these contexts alone. */
const scopesFor = (...contexts: readonly ScopeContext[]) =>
  z
    .array(
      z.string().refine(
        (text) => {
          const scope = readScope(text);
          return scope !== undefined && contexts.includes(scope.context);
        },
        `must be a scope of SMART App Launch that begins with ${contexts.join('/ or ')}/`,
      ),
    )
    .min(1)
    .max(50);

const client = z
  .strictObject({
    id: z
      .string()
      .regex(/^[\x21-\x7e]{1,200}$/, 'must be 1 to 200 visible ASCII characters')
      .describe('client_id'),
    name: z.string().min(1).max(100).describe('for people'),
    mode,
    scopes: scopesFor('system').describe('what its tokens can give at most'),
    jwks_file: file.optional().describe('its public keys, as a JSON Web Key Set'),
    jwks_url: remoteUrl.optional().describe('where it publishes them, instead of the file'),
    ca_file: caFile,
    rate_per_minute: ratePerMinute,
  })
  .superRefine(({ jwks_file, jwks_url }, context) => {
    if ((jwks_file === undefined) !== (jwks_url === undefined)) return;
    const message = 'either jwks_file or jwks_url is needed';
    context.addIssue({ code: 'custom', path: ['jwks_file'], message });
  });

const introspection = z.strictObject({
  url: remoteUrl.describe('that is asked about tokens (RFC 7662)'),
  client_id: z.string().min(1).max(1_000).describe('of this appliance at the issuer'),
  client_secret_file: file.describe('holds the secret of this client'),
});

const advertise = z.strictObject({
  authorization_url: remoteUrl.describe('where people sign in to an app'),
  token_url: remoteUrl.describe('where apps get their tokens'),
  capabilities: z
    .array(z.string().regex(/^[a-z0-9-]{1,100}$/))
    .max(50)
    .default([])
    .describe('of the issuer, such as launch-standalone'),
});

const issuer = z
  .strictObject({
    issuer: remoteUrl.describe('as it stands in its tokens'),
    audience: z
      .string()
      .min(1)
      .max(2_000)
      .describe('by which its tokens name this server, such as the address of /v1/fhir'),
    mode,
    scopes: scopesFor('patient', 'user').describe('what its tokens can give at most'),
    jwks_url: remoteUrl.optional().describe('where it publishes its keys'),
    ca_file: caFile,
    introspection: introspection.optional().describe('for tokens that only the issuer can read'),
    advertise: advertise.optional().describe('SMART apps are sent to this issuer'),
    clock_skew_s: count(0, 300).default(30).describe('how far its clock may differ from this one'),
    rate_per_minute: ratePerMinute,
  })
  .superRefine(({ jwks_url, introspection }, context) => {
    if (jwks_url !== undefined || introspection !== undefined) return;
    const message = 'jwks_url or introspection is needed';
    context.addIssue({ code: 'custom', path: ['jwks_url'], message });
  });

type Issuer = z.output<typeof issuer>;

/** An app can be sent to one issuer, and a token that nobody can read must not be shown to several. */
const onlyOne =
  (field: 'introspection' | 'advertise') =>
  (issuers: readonly Issuer[], context: z.RefinementCtx): void => {
    const having = [...issuers.entries()].filter(([, one]) => one[field] !== undefined);
    for (const [index] of having.slice(1)) {
      const message = 'is possible for one issuer only';
      context.addIssue({ code: 'custom', path: [index, field], message });
    }
  };

/** SMART on FHIR: tokens of configured clients and of the hospital's issuers. */
export const smart = section({
  public_url: remoteOrigin
    .optional()
    .describe('by which clients reach this server behind a proxy; default: that of each request'),
  clients: z
    .array(client)
    .max(100)
    .default([])
    .superRefine(distinctBy('id'))
    .describe('programs that get tokens here (SMART Backend Services)'),
  issuers: z
    .array(issuer)
    .max(10)
    .default([])
    .superRefine(distinctBy('issuer'))
    .superRefine(onlyOne('introspection'))
    .superRefine(onlyOne('advertise'))
    .describe('authorization servers whose tokens are accepted'),
});
