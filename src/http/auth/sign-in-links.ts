import { AppError } from '../../core/errors.js';
import type { AccountWrite, UserRecord } from '../../store/user.js';
import { scopesOf } from './roles.js';
import { newToken, tokenHash } from './tokens.js';

/** A one-time link; its token is only in this answer, never again. */
export interface SignInLink {
  readonly token: string;
  readonly expiresAt: number;
}

/** How long a link that signs a person in works. */
export const SIGN_IN_LINK_MS = 10 * 60_000;

/** What concerns the whole appliance, live data included, in whichever world it is done. */
const BEYOND_TEST_DATA = ['administration', 'audit.read'];

/**
 * Why nobody may sign in to an account by a link alone; undefined where that is allowed. Whoever has the
 * link is that person, so it opens nothing but test data, and never takes the place of a second factor.
 *
 * @param secondFactorFor roles for which the configuration requires a second factor
 */
export function reasonAgainstLink(
  { source, roles, worlds, hasSecondFactor, disabledAt }: UserRecord,
  secondFactorFor: readonly string[],
): string | undefined {
  if (source !== 'local') return 'signs in at the identity provider';
  if (disabledAt !== null) return 'is disabled';
  if (worlds.length !== 1 || worlds[0] !== 'test') return 'may use live data';
  const scopes = scopesOf(roles, 'test');
  if (scopes.some((scope) => BEYOND_TEST_DATA.includes(scope))) {
    return 'has a role for the whole appliance (administrator, auditor)';
  }
  if (hasSecondFactor) return 'has a second factor';
  if (roles.some((role) => secondFactorFor.includes(role))) return 'has to set up a second factor';
  return undefined;
}

/**
 * The writes that let somebody sign in as a person of the test world, once.
 *
 * @throws AppError `conflict` for an account that a link alone must not open
 */
export function makeSignInLink(
  user: UserRecord,
  now: number,
  secondFactorFor: readonly string[],
): { readonly link: SignInLink; readonly writes: readonly AccountWrite[] } {
  const reason = reasonAgainstLink(user, secondFactorFor);
  if (reason !== undefined) {
    const message = `A link signs in people of test data alone; ${user.userName} ${reason}.`;
    throw new AppError('conflict', message);
  }
  const token = newToken();
  const expiresAt = now + SIGN_IN_LINK_MS;
  const { userId, generation } = user;
  const record = { tokenHash: tokenHash(token), userId, generation, expiresAt };
  return { link: { token, expiresAt }, writes: [{ kind: 'sign-in-link.put', link: record }] };
}

/** The page that takes a link; the token is in the fragment, which browsers send to nobody. */
export const signInLinkUrl = (base: string, { token }: SignInLink): string =>
  `${base}/console/sign-in-link#${token}`;
