import { mkdirSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** File systems that live in memory: syncing them costs nothing, so they would flatter. */
const IN_MEMORY = new Set([0x01021994, 0x858458f6]);
const CACHE = fileURLToPath(new URL('../../node_modules/.cache', import.meta.url));

function onRealDisk(folder: string): boolean {
  try {
    return !IN_MEMORY.has(statfsSync(folder).type);
  } catch {
    return false;
  }
}

export interface Workplace {
  folder(name: string): string;
  remove(): void;
}

/** A temporary folder on a real disk. */
export function openWorkplace(): Workplace {
  mkdirSync(CACHE, { recursive: true });
  const parent = [tmpdir(), '/var/tmp', CACHE].find(onRealDisk);
  if (parent === undefined) throw new Error('no temporary folder is on a real disk');
  const root = mkdtempSync(join(parent, 'wardbox-bench-'));
  return {
    folder: (name) => mkdtempSync(join(root, `${name}-`)),
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}
