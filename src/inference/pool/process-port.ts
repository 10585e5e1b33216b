import type { ToWorker } from './messages.js';
import type { ParentPort } from './task-server.js';

/** The way of a child process to its parent. */
export function processPort(): ParentPort {
  // Without its parent a worker has no use. A signal for the whole group is the parent's
  // to act on: it drains first and ends the workers last.
  process.on('disconnect', () => process.exit(0));
  process.on('SIGTERM', () => undefined);
  process.on('SIGINT', () => undefined);
  return {
    send: (message) => void process.send?.(message),
    onMessage: (listener) => void process.on('message', (message) => listener(message as ToWorker)),
  };
}
