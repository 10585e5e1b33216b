import { isoTime } from '../../core/clock.js';
import type { UserRecord } from '../../store/user.js';

const time = (epochMs: number | null) => (epochMs === null ? null : isoTime(epochMs));

/** A person with the field names of the interface. */
export function describeUser(user: UserRecord) {
  return {
    user_id: user.userId,
    user_name: user.userName,
    display_name: user.displayName,
    source: user.source,
    roles: user.roles,
    worlds: user.worlds,
    second_factor: user.hasSecondFactor,
    created_at: time(user.createdAt),
    last_sign_in_at: time(user.lastSignInAt),
    disabled_at: time(user.disabledAt),
  };
}

export type UserState = 'active' | 'invited' | 'disabled';

export function userState({ disabledAt, source, hasPassword }: UserRecord): UserState {
  if (disabledAt !== null) return 'disabled';
  return source === 'local' && !hasPassword ? 'invited' : 'active';
}
