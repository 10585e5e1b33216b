import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Session } from './session.js';
import type { World } from './world.js';

/** What every page of a world knows: whose data it shows, and who looks at it. */
export interface PageState {
  readonly world: World;
  readonly session: Session;
}

/** Who is signed in, also on pages that belong to no world; it stays while the session is renewed. */
export const SessionContext = createContext<Session | undefined>(undefined);

/** @throws Error outside the pages */
export function useSignedIn(): Session {
  const session = useContext(SessionContext);
  if (session === undefined)
    throw new Error('This component is only for people who are signed in.');
  return session;
}

export const PageContext = createContext<PageState | undefined>(undefined);

/** @throws Error outside a page of a world */
export function usePage(): PageState {
  const state = useContext(PageContext);
  if (state === undefined) throw new Error('This component is only for pages of a world.');
  return state;
}
