import { signal } from '@preact/signals';
import { request, useSession } from '../api/client.js';
import { ApiError } from '../api/errors.js';
import type { World } from './world.js';

export type Role =
  | 'clinician'
  | 'pharmacist'
  | 'radiologist'
  | 'integrator'
  | 'administrator'
  | 'auditor';

/** Who is signed in, as the appliance answers it. */
export interface Session {
  readonly user: {
    readonly user_id: string;
    readonly user_name: string;
    readonly display_name: string;
    readonly roles: readonly Role[];
    readonly source: 'local' | 'oidc';
    readonly second_factor: boolean;
  };
  /** The roles need a second factor, and until the account has one they allow nothing. */
  readonly second_factor_missing: boolean;
  readonly worlds: readonly World[];
  /** In the world of the page; without one, in the first of `worlds`. */
  readonly scopes: readonly string[];
  readonly csrf_token: string;
  /** ISO 8601 */
  readonly idle_ends_at: string;
  readonly ends_at: string;
  /** Of a new password, in characters. */
  readonly min_password_length: number;
}

export type SessionState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'signed_in'; readonly session: Session }
  /** `ended`: there was a session, and it is over. */
  | { readonly kind: 'signed_out'; readonly ended: boolean }
  | { readonly kind: 'failed'; readonly error: unknown };

export const SESSION_PATH = '/console/api/session';

export const sessionState = signal<SessionState>({ kind: 'loading' });

/** The session, where somebody is signed in. */
export function currentSession(): Session | undefined {
  const state = sessionState.value;
  return state.kind === 'signed_in' ? state.session : undefined;
}

export const mayUse = (session: Session, scope: string): boolean => session.scopes.includes(scope);

useSession({
  csrfToken: () => currentSession()?.csrf_token,
  onSignedOut: () => {
    const ended = sessionState.peek().kind === 'signed_in';
    sessionState.value = { kind: 'signed_out', ended };
  },
});

/** Asks the appliance who is signed in, and what that person may do in a world. */
export async function loadSession(world: World | undefined): Promise<void> {
  sessionState.value = { kind: 'loading' };
  try {
    const session = await request<Session>('GET', SESSION_PATH, { world });
    sessionState.value = { kind: 'signed_in', session };
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) {
      sessionState.value = { kind: 'signed_out', ended: false };
    } else {
      sessionState.value = { kind: 'failed', error };
    }
  }
}

/** The session as it is now, after a change that gave it another token; the page stays as it is. */
export async function renewSession(world: World | undefined): Promise<void> {
  const session = await request<Session>('GET', SESSION_PATH, { world });
  sessionState.value = { kind: 'signed_in', session };
}

export interface Credentials {
  readonly user_name: string;
  readonly password: string;
  /** Of the second factor. */
  readonly code?: string;
}

/** @throws ApiError `invalid_credentials`, `second_factor_required`, `rate_limited` … */
export async function signIn(credentials: Credentials, world: World | undefined): Promise<void> {
  const session = await request<Session>('POST', SESSION_PATH, { body: credentials, world });
  sessionState.value = { kind: 'signed_in', session };
}

export const SIGN_IN_LINK_PATH = '/console/api/sign-in-link';

/**
 * Signs a person of the test world in, in the place of whoever was.
 *
 * @throws ApiError `gone` for a link that was used or has expired
 */
export async function signInByLink(token: string): Promise<void> {
  const session = await request<Session>('POST', SIGN_IN_LINK_PATH, { body: { token } });
  sessionState.value = { kind: 'signed_in', session };
}

/** The next person at this device would otherwise be signed in as this one by a single press. */
async function signOutAtProvider(everywhere: boolean): Promise<void> {
  const path = `/console/oidc/sign-out${everywhere ? '?everywhere=true' : ''}`;
  const { location: next } = await request<{ location: string | null }>('POST', path);
  sessionState.value = { kind: 'signed_out', ended: false };
  if (next !== null) location.assign(next);
}

/**
 * @param everywhere also ends the sessions of this person on other devices
 * @throws ApiError where the appliance did not answer: the person is still signed in
 */
export async function signOut(everywhere: boolean): Promise<void> {
  try {
    if (currentSession()?.user.source === 'oidc') return await signOutAtProvider(everywhere);
    await request('DELETE', everywhere ? '/console/api/sessions' : SESSION_PATH);
  } catch (error) {
    // The session had ended already.
    if (!(error instanceof ApiError && error.status === 401)) throw error;
  }
  sessionState.value = { kind: 'signed_out', ended: false };
}
