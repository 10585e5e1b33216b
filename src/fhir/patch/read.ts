import { refuseFor } from '../outcome.js';
import { markNumbers } from './numbers.js';
import { readPointer } from './pointer.js';

type Path = readonly string[];

export type Operation =
  | { readonly op: 'add' | 'replace' | 'test'; readonly path: Path; readonly value: unknown }
  | { readonly op: 'remove'; readonly path: Path }
  | { readonly op: 'move' | 'copy'; readonly path: Path; readonly from: Path };

const MAX_OPERATIONS = 1_000;

const malformed = (problem: string, place?: string) =>
  refuseFor('validation_error', 'structure', problem, place);

function pointerOf(value: unknown, place: string): Path {
  const path = typeof value === 'string' ? readPointer(value) : undefined;
  if (path === undefined) throw malformed('Must be a JSON Pointer, such as /active.', place);
  return path;
}

function operationOf(value: unknown, index: number): Operation {
  const place = `[${index}]`;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw malformed('An operation must be an object.', place);
  }
  const { op, ...rest } = value as Record<string, unknown>;
  const path = pointerOf(rest.path, `${place}.path`);
  if (op === 'remove') return { op, path };
  if (op === 'move' || op === 'copy') {
    return { op, path, from: pointerOf(rest.from, `${place}.from`) };
  }
  if (op !== 'add' && op !== 'replace' && op !== 'test') {
    throw malformed('Must be add, remove, replace, move, copy or test.', `${place}.op`);
  }
  if (!Object.hasOwn(rest, 'value')) throw malformed('Is required.', `${place}.value`);
  return { op, path, value: rest.value };
}

/**
 * Reads a JSON Patch. Numbers are kept as they were written.
 *
 * @param text JSON that has been parsed before
 * @throws AppError `validation_error` that names the operation
 */
export function readPatch(text: string): readonly Operation[] {
  const value: unknown = JSON.parse(markNumbers(text));
  if (!Array.isArray(value)) throw malformed('A patch is a list of operations (RFC 6902).');
  if (value.length > MAX_OPERATIONS) {
    throw refuseFor(
      'validation_error',
      'too-costly',
      `A patch has at most ${MAX_OPERATIONS} operations.`,
    );
  }
  return value.map(operationOf);
}
