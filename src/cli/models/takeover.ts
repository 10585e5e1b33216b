import { setTimeout as pause } from 'node:timers/promises';
import type { LoadedConfig } from '../../appliance/config/load.js';
import { askDaemon } from '../doctor/ask-daemon.js';
import type { Progress } from '../progress.js';

const ASK_EVERY_MS = 1_000;
const LONGEST_MS = 180_000;

/** How a running daemon reacted to a change. */
export type TakeoverResult = 'taken' | 'not yet' | 'no daemon';

/**
 * Waits until a running daemon uses a version, or none.
 *
 * @param version undefined where the package is to be gone
 */
export async function awaitTakeover(
  config: LoadedConfig,
  { id, version }: { id: string; version: string | undefined },
  progress: Progress,
): Promise<TakeoverResult> {
  const until = performance.now() + LONGEST_MS;
  while (performance.now() < until) {
    const daemon = await askDaemon(config);
    if (daemon.state !== 'up') return 'no daemon';
    const shown = daemon.readiness.checks.models.find((model) => model.id === id);
    if (shown?.version === version) return 'taken';
    progress.show('waiting for the running daemon to load it');
    await pause(ASK_EVERY_MS);
  }
  return 'not yet';
}

/** The outcome as a sentence. */
export const TAKEOVER_MESSAGES: Readonly<Record<TakeoverResult, string>> = {
  taken: 'The running daemon uses it.',
  'not yet': 'The running daemon has not loaded it yet: see its log.',
  'no daemon': 'A running daemon loads it within seconds, otherwise the next start does.',
};
