import { readdirSync, readFileSync } from 'node:fs';
import type { Daemon } from '../daemon.js';

/** The most memory that the process of the listener has had, MB. */
export function listenerMemoryMb({ process: { pid } }: Pick<Daemon, 'process'>): number {
  for (const id of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const status = readFileSync(`/proc/${id}/status`, 'utf8');
      const isChild = new RegExp(`^PPid:\\s*${pid}$`, 'm').test(status);
      if (!isChild || !readFileSync(`/proc/${id}/cmdline`, 'utf8').includes('/pacs/')) continue;
      return Number(/^VmHWM:\s*(\d+)/m.exec(status)?.[1]) / 1_024;
    } catch {
      // It has just ended.
    }
  }
  throw new Error('there is no process of the listener');
}
