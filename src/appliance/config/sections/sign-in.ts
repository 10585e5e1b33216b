import { z } from 'zod';
import { ROLES } from '../../../core/roles.js';
import { oidc } from './oidc.js';
import { count, section } from './section.js';

export const signIn = section({
  local: z
    .boolean()
    .default(true)
    .describe('whether people sign in here with a password; see wardbox users'),
  second_factor_for: z
    .array(z.enum(ROLES))
    .default([])
    .describe('roles whose people must set up a second factor (TOTP) before they may do anything'),
  idle_minutes: count(1, 1_440)
    .default(30)
    .describe('a session of a person ends when it was not used for this long'),
  session_hours: count(1, 168)
    .default(12)
    .describe('a session ends this long after the sign-in, however much it is used'),
  password_length: count(8, 128).default(12).describe('the fewest characters of a password'),
  free_failures: count(1, 50)
    .default(5)
    .describe('failed sign-ins of an account without a pause; each further one doubles the pause'),
  free_failures_per_address: count(1, 10_000)
    .default(20)
    .describe('the same for all sign-ins from one address'),
  longest_pause_s: count(1, 86_400).default(900).describe('after failed sign-ins'),
  max_failures: count(10, 10_000)
    .default(100)
    .describe('after so many in a row an account is locked until wardbox users reset'),
  oidc: oidc
    .optional()
    .describe('people sign in at this provider too; absent: no provider is called'),
});
