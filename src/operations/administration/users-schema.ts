import { z } from 'zod';
import { ROLES } from '../../core/roles.js';
import { time } from './common-schema.js';

const worlds = z
  .array(z.enum(['test', 'live']))
  .min(1)
  .max(2);
const roles = z.array(z.enum(ROLES)).min(1);

const description = {
  user_id: z.string(),
  user_name: z.string(),
  display_name: z.string(),
  state: z
    .enum(['active', 'invited', 'disabled'])
    .describe('`invited`: has not chosen a password yet'),
  source: z
    .enum(['local', 'oidc'])
    .describe('`oidc`: signs in at the identity provider, whose groups decide the roles'),
  roles: z.array(z.string()),
  worlds: z.array(z.enum(['test', 'live'])),
  second_factor: z.boolean(),
  created_at: time.nullable(),
  last_sign_in_at: time.nullable(),
  disabled_at: time.nullable(),
};

export const userDescription = z.strictObject(description);
export const userList = z.strictObject({ users: z.array(userDescription) });

export const newUserRequest = z.strictObject({
  user_name: z.string().min(1).max(200),
  display_name: z.string().min(1).max(200).optional(),
  roles,
  worlds,
});

export const userChange = z
  .strictObject({
    display_name: z.string().min(1).max(200).optional(),
    roles: roles.optional(),
    worlds: worlds.optional(),
    disabled: z.boolean().optional().describe('true: signed out everywhere and kept out, at once'),
  })
  .refine((change) => Object.keys(change).length > 0, 'must change something');
export type UserChangeRequest = z.output<typeof userChange>;

export const resetRequest = z.strictObject({
  second_factor: z.boolean().default(false).describe('remove the second factor too'),
});

const invitation = {
  link: z
    .string()
    .optional()
    .describe('path of the page at which to choose a password: works once, only in this answer'),
  link_expires_at: time,
};

export const invitedUser = z.strictObject({ ...description, ...invitation });
