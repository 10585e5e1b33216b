import { statSync } from 'node:fs';

/** 0 where there is no such file. */
export function fileBytes(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
