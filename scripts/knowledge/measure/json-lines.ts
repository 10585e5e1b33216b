import { readFileSync } from 'node:fs';

/** Reads a file of one JSON object a line. */
export const readJsonLines = <T>(file: string): T[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line));
