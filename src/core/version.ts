import { readFileSync } from 'node:fs';

/** The version in package.json, two folders up from here in `src/` and in `dist/` alike. */
export const VERSION: string = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
).version;
