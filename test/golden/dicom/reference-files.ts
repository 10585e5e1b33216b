import { existsSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';

/** DICOM objects of other projects; they are no part of this one and may be missing. */
export const DATA = join(import.meta.dirname, '../../../../shared/data/dicom');

export const hasData = existsSync(DATA);
export const NO_DATA = `the reference files are not at ${relative(process.cwd(), DATA)}`;

/** Paths below the folder, in the order of their names. */
export function referenceFiles(): string[] {
  if (!hasData) return [];
  return readdirSync(DATA, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(DATA, join(entry.parentPath, entry.name)))
    .sort();
}
