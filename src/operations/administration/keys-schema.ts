import { z } from 'zod';
import { KEY_SCOPES } from '../../calls/scopes.js';
import { time } from './common-schema.js';

const description = {
  key_id: z.string(),
  name: z.string(),
  mode: z.enum(['test', 'live']),
  state: z.enum(['active', 'expired', 'revoked']),
  scopes: z.array(z.string()),
  rate_per_minute: z.int().nullable(),
  created_at: time.nullable(),
  expires_at: time.nullable(),
  revoked_at: time.nullable(),
  last_used_at: time.nullable(),
  rotated_from: z.string().nullable().describe('the key that this one replaces'),
};

export const keyDescription = z.strictObject(description);
export const keyList = z.strictObject({ keys: z.array(keyDescription) });

const expiresAt = z.iso
  .datetime({ offset: true, error: 'must be a time such as 2027-01-31T00:00:00Z' })
  .optional()
  .describe('when it ends; default: never, or for a replacement the lifetime of the old one');

export const newKeyRequest = z.strictObject({
  name: z.string().min(1).max(100).describe('what the key is for'),
  scopes: z.array(z.enum(KEY_SCOPES)).min(1),
  expires_at: expiresAt,
  rate_per_minute: z.int().min(1).max(9_999_999).optional(),
});

export const rotationRequest = z.strictObject({
  grace_hours: z
    .number()
    .min(0)
    .max(24 * 90)
    .default(24)
    .describe('how long the old key stays valid; 0 ends it at once'),
  expires_at: expiresAt,
});

const secret = z
  .string()
  .optional()
  .describe('the key itself, only in this answer; absent in a repetition of the request');

export const newKeyAnswer = z.strictObject({ ...description, key: secret });
export const rotationAnswer = z.strictObject({
  ...description,
  key: secret,
  old: keyDescription,
});
