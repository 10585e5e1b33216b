import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

const FOLDER = join(import.meta.dirname, '..', '..', '..', 'shared', 'data', 'drugs');

/** Whether the reference tables of drugs are on this machine. */
export const hasDrugTables = existsSync(FOLDER);

function rowsOf(name: string): string[][] {
  const text = gunzipSync(readFileSync(join(FOLDER, name))).toString('utf8');
  return text
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t'));
}

export interface ListedPair {
  readonly a: string;
  readonly b: string;
  readonly severity: string;
  readonly source: string;
}

/** Pairs of published interaction lists, each once. */
export function readInteractionPairs(): ListedPair[] {
  const pairs = new Map<string, ListedPair>();
  for (const [a = '', b = '', severity = '', source = ''] of rowsOf('interaction-pairs.tsv.gz')) {
    const plain = (name: string) => name.replaceAll('_', ' ').toLowerCase();
    const [x, y] = [plain(a), plain(b)].sort();
    if (x !== undefined && y !== undefined) {
      pairs.set(`${source} ${severity} ${x} ${y}`, { a: x, b: y, severity, source });
    }
  }
  return [...pairs.values()];
}

export interface ListedProduct {
  readonly name: string;
  readonly ingredient: string;
  readonly rxcui: string;
}

/** Names of products as RxNorm writes them, with one of their ingredients. */
export function readProducts(): ListedProduct[] {
  return rowsOf('rxnorm-product-to-ingredient.tsv.gz').map((cells) => ({
    name: cells[2] ?? '',
    rxcui: cells[4] ?? '',
    ingredient: (cells[5] ?? '').toLowerCase(),
  }));
}
