import { request } from '../api/client.js';
import { currentSession, SESSION_PATH, type Session, sessionState } from './session.js';
import type { World } from './world.js';

/** By the appliance's clock, not by that of the browser: it is asked, which does not prolong a session. */
const CHECK_MS = 60_000;

const essence = ({ idle_ends_at, ...session }: Session): string => JSON.stringify(session);

/** Takes over what the appliance says; an end of the session is noted by the client itself. */
async function check(world: World | undefined): Promise<void> {
  const before = sessionState.peek();
  if (before.kind !== 'signed_in') return;
  try {
    const session = await request<Session>('GET', SESSION_PATH, { world });
    const isNews = essence(session) !== essence(before.session);
    if (isNews && sessionState.peek() === before) {
      sessionState.value = { kind: 'signed_in', session };
    }
  } catch {
    // Not reached: nothing is known, and the page says so when it is used.
  }
}

export interface WatchParts {
  /** Says when the page is looked at again. */
  readonly page: EventTarget;
  readonly world: () => World | undefined;
}

/**
 * Watches over the session while nobody does anything: a page that was left open hides what it shows
 * when the session has ended, and becomes that of the person who has signed in in another tab.
 *
 * @returns a function that ends it
 */
export function watchSession({ page, world }: WatchParts): () => void {
  const look = () => {
    if (currentSession() !== undefined) void check(world());
  };
  const timer = setInterval(look, CHECK_MS);
  page.addEventListener('visibilitychange', look);
  return () => {
    clearInterval(timer);
    page.removeEventListener('visibilitychange', look);
  };
}
