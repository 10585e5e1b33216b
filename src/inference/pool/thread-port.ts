import { getPriority, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import type { ParentPort } from './task-server.js';

/** As processes have it. */
const NICENESS = 5;

/** Lowers the priority below that of the main thread. Only Linux supports priorities of threads. */
function lowerPriority(): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(Math.max(NICENESS, getPriority()));
  } catch {
    // A sandbox forbids it: then it keeps its priority.
  }
}

/** The channel of a thread to the one that started it. */
export function threadPort(): ParentPort {
  lowerPriority();
  const port = parentPort;
  if (port === null) throw new Error('this is not a thread');
  return {
    send: (message) => port.postMessage(message),
    onMessage: (listener) => void port.on('message', listener),
  };
}
