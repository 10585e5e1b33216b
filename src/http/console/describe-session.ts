import { isoTime } from '../../core/clock.js';
import type { KeyMode } from '../../core/key-mode.js';
import { scopesOf } from '../auth/roles.js';
import { csrfTokenOf, type LiveSession } from '../auth/sessions.js';

/** What a session says of the rules for accounts. */
export interface SessionLimits {
  readonly minPasswordLength: number;
}

/** A session with the field names of the interface. */
export function describeSession(
  { token, user, session, idleEndsAt, mustEnrol }: LiveSession,
  wanted: KeyMode | undefined,
  { minPasswordLength }: SessionLimits,
) {
  // A world in which the roles allow nothing is no world to go to.
  const worlds = user.worlds.filter((world) => scopesOf(user.roles, world).length > 0);
  const world = wanted ?? worlds[0];
  const isClosed = mustEnrol || world === undefined || !worlds.includes(world);
  return {
    user: {
      user_id: user.userId,
      user_name: user.userName,
      display_name: user.displayName,
      roles: user.roles,
      source: user.source,
      second_factor: user.hasSecondFactor,
    },
    second_factor_missing: mustEnrol,
    worlds,
    scopes: isClosed ? [] : scopesOf(user.roles, world),
    csrf_token: csrfTokenOf(token),
    idle_ends_at: isoTime(idleEndsAt),
    ends_at: isoTime(session.endsAt),
    min_password_length: minPasswordLength,
  };
}
