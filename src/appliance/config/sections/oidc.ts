import { z } from 'zod';
import { ROLES } from '../../../core/roles.js';
import { remoteOrigin, remoteUrl } from './remote-url.js';
import { count } from './section.js';

/** RFC 6749, 3.3. */
const scope = z.string().regex(/^[\x21\x23-\x5b\x5d-\x7e]{1,200}$/);
const text = z.string().min(1).max(200);

const group = z.strictObject({
  roles: z.array(z.enum(ROLES)).min(1).describe('what members of the group may do'),
  worlds: z
    .array(z.enum(['test', 'live']))
    .min(1)
    .describe('the data that they may use'),
});

/** Sign-in of people at the hospital's OpenID Connect provider. */
export const oidc = z
  .strictObject({
    public_url: remoteOrigin
      .optional()
      .describe('by which people reach the console behind a proxy; default: that of each request'),
    name: text.default('the hospital').describe('shown on the button: "Sign in with …"'),
    issuer: remoteUrl.describe('as the provider names itself in its discovery document'),
    client_id: z.string().min(1).max(1_000),
    client_secret_file: z.string().min(1).optional().describe('holds the secret of this client'),
    key_file: z
      .string()
      .min(1)
      .optional()
      .describe('private key instead of a secret, PEM or JWK: RSA of 2048 bits or more, or EC'),
    key_id: text.optional().describe('kid of the key; default: that of the JWK'),
    scopes: z.array(scope).min(1).max(50).default(['openid', 'profile']),
    ca_file: z.string().min(1).optional().describe('trusted instead of the public authorities'),
    further_origins: z
      .array(remoteOrigin)
      .max(10)
      .default([])
      .describe("where the provider's endpoints lie, if not at the issuer's own host"),
    groups_claim: z
      .union([text, z.array(text).min(1).max(5)])
      .default('groups')
      .describe('the claim that holds the groups; a list of names for a claim within a claim'),
    groups: z
      .record(z.string().min(1).max(1_000), group)
      .refine((groups) => Object.keys(groups).length > 0, 'must name at least one group')
      .describe('which roles and worlds the members of each group have'),
    required_acr: z
      .array(text)
      .max(10)
      .default([])
      .describe('one of these classes of authentication must have been used'),
    required_amr: z
      .array(text)
      .max(10)
      .default([])
      .describe('all of these methods of authentication must have been used, such as mfa'),
    clock_skew_s: count(0, 300)
      .default(30)
      .describe("how far the provider's clock may differ from that of this machine"),
    timeout_s: count(1, 60).default(10).describe('for each request to the provider'),
  })
  .superRefine(({ client_secret_file, key_file, scopes }, context) => {
    const fault = (field: string, message: string) =>
      context.addIssue({ code: 'custom', path: [field], message });
    if ((client_secret_file === undefined) === (key_file === undefined)) {
      fault('client_secret_file', 'either client_secret_file or key_file is needed');
    }
    if (!scopes.includes('openid')) fault('scopes', 'must contain openid');
  });
