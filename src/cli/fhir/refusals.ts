import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';
import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { AppError } from '../../core/errors.js';
import { outcomeOfError } from '../../core/operation-outcome.js';
import type { Position } from '../../fhir/import/position.js';

/** A refused item as it may be shown: its place and the code of the reason, none of its content. */
export interface Refusal {
  readonly file: string;
  readonly at: Position;
  /** A code of the FHIR issue types. */
  readonly code: string;
}

export interface Refusals {
  add(file: string, at: Position, error: AppError): void;
  /** Flushes what was appended, before the import's progress is stored past it. */
  sync(): void;
  readonly count: number;
  readonly first: readonly Refusal[];
  close(): void;
}

const MAX_SHOWN = 10;

const nameOf = ({ line, entry }: Position) =>
  entry === 0 ? `line-${line}` : `line-${line}-entry-${entry}`;

/** `bundles.ndjson line 3 entry 12` */
export const placeIn = ({ file, at: { line, entry } }: Refusal): string =>
  `${basename(file)} line ${line}${entry === 0 ? '' : ` entry ${entry}`}`;

/** @param path of a file to which an OperationOutcome is appended for each refusal */
export function createRefusals(path: string | undefined): Refusals {
  const descriptor = path === undefined ? undefined : openSync(path, 'a', 0o600);
  const first: Refusal[] = [];
  let count = 0;
  let dirty = false;
  return {
    get count() {
      return count;
    },
    first,
    add(file, at, error) {
      const { issue } = outcomeOfError(error);
      count += 1;
      if (first.length < MAX_SHOWN) first.push({ file, at, code: issue[0]?.code ?? 'processing' });
      if (descriptor === undefined) return;
      const head = { resourceType: 'OperationOutcome', id: nameOf(at) };
      const meta = { source: pathToFileURL(file).href };
      writeSync(descriptor, `${JSON.stringify({ ...head, meta, issue })}\n`);
      dirty = true;
    },
    sync() {
      if (descriptor === undefined || !dirty) return;
      fsyncSync(descriptor);
      dirty = false;
    },
    close() {
      if (descriptor !== undefined) closeSync(descriptor);
    },
  };
}
