import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { KeyMode } from '../../core/key-mode.js';
import type { Position } from '../../fhir/import/position.js';
import type { ImportProgressRepository } from '../../store/import-progress.js';
import type { Write } from '../../store/unit-of-work.js';

/** How far the import of a file has come. */
export interface Checkpoint {
  /** Where an earlier import of the same bytes ended; absent for the first one. */
  readonly before?: Position;
  /** Whether an earlier import has worked through the whole file. */
  readonly finished: boolean;
  isDone(at: Position): boolean;
  /** The write that goes with the item at a position. */
  reach(at: Position): Write;
  /** The write that goes with the end of the file. */
  finish(): Write;
}

interface ResumeState extends Position {
  readonly finished: boolean;
}

/** SHA-256 of a file, hex: it identifies the file by its bytes, wherever it is. */
export async function digestOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file, { highWaterMark: 1_048_576 })) {
    hash.update(chunk as Buffer);
  }
  return hash.digest('hex');
}

const isAfter = (one: Position, other: Position): boolean =>
  one.line > other.line || (one.line === other.line && one.entry > other.entry);

/** @param again begins from the first line, regardless of earlier progress */
export async function createCheckpoint(
  imports: ImportProgressRepository,
  file: { readonly mode: KeyMode; readonly sha256: string },
  again: boolean,
): Promise<Checkpoint> {
  const importId = `${file.mode}/${file.sha256}`;
  const text = again ? undefined : await imports.find(importId);
  const before = text === undefined ? undefined : (JSON.parse(text) as ResumeState);
  let now: ResumeState = before ?? { line: 0, entry: 0, finished: false };
  const write = (): Write => ({
    kind: 'import-progress.put',
    importId,
    progress: JSON.stringify(now),
  });
  return {
    ...(before !== undefined && { before }),
    finished: before?.finished ?? false,
    isDone: (at) => before !== undefined && !isAfter(at, before),
    reach(at) {
      now = { line: at.line, entry: at.entry, finished: false };
      return write();
    },
    finish() {
      now = { ...now, finished: true };
      return write();
    },
  };
}
