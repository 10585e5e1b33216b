import { z } from 'zod';

const MAX_TEXT = 1_024;
const text = z.string().min(1).max(MAX_TEXT);
const time = z.string().describe('ISO 8601, UTC');

export const signInRequest = z.strictObject({
  user_name: text,
  password: text,
  code: z
    .string()
    .min(1)
    .max(64)
    .optional()
    .describe('of the authenticator, or a recovery code; where the account has a second factor'),
});

export const sessionSchema = z.object({
  user: z.object({
    user_id: z.string(),
    user_name: z.string(),
    display_name: z.string(),
    roles: z.array(z.string()),
    source: z.enum(['local', 'oidc']),
    second_factor: z.boolean().describe('whether the account has one'),
  }),
  second_factor_missing: z
    .boolean()
    .describe('the account must set up a second factor before it may do anything'),
  worlds: z.array(z.enum(['test', 'live'])).describe('the data that the account may use'),
  scopes: z
    .array(z.string())
    .describe('in the world of the header `Wardbox-Mode`, or in the first of `worlds`'),
  csrf_token: z.string().describe('for the header `X-CSRF-Token` of every request but GET'),
  idle_ends_at: time.describe('when the session ends if it is not used; ISO 8601, UTC'),
  min_password_length: z.int().describe('of a new password, in characters'),
  ends_at: time.describe('when the session ends even if it is used; ISO 8601, UTC'),
});

export const signInWays = z.object({
  local: z.boolean().describe('whether people sign in here with a password'),
  oidc: z
    .object({ name: z.string() })
    .nullable()
    .describe('the identity provider at which people sign in, if there is one'),
});

export const passwordRequest = z.strictObject({ old: text, new: text });

export const secondFactorSecret = z.object({
  secret: z.string().describe('base32, to be typed into an authenticator'),
  uri: z.string().describe('the same for a QR code: `otpauth://totp/…`'),
});

export const codeRequest = z.strictObject({ code: text });

export const recoveryCodes = z.object({
  recovery_codes: z
    .array(z.string())
    .describe('each works once instead of a code; shown only here'),
});

export const proofRequest = z.strictObject({
  password: text,
  code: text.describe('of the authenticator, or a recovery code'),
});

export const invitationToken = z.strictObject({ token: text });

export const invitationRequest = z.strictObject({
  token: text.describe('of the one-time link'),
  password: text,
  user_name: text.optional().describe('where the person chooses it'),
  display_name: text.optional().describe('where the person chooses the user name'),
});

export const invitationSchema = z.object({
  user_name: z.string(),
  display_name: z.string(),
  chooses_name: z.boolean().describe('whether the person chooses the user name'),
  min_password_length: z.int(),
  expires_at: time,
});

export const signInLinkToken = z.strictObject({ token: text.describe('of the one-time link') });

export const signInLinkSchema = z.object({
  user_name: z.string(),
  display_name: z.string(),
  roles: z.array(z.string()),
  expires_at: time,
});

export const acceptedInvitation = z.object({ user_name: z.string() });
