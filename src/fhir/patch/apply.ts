import { refuseFor } from '../outcome.js';
import { plainNumber } from './numbers.js';
import { follow, placeIn } from './pointer.js';
import type { Operation } from './read.js';

/** Limits of values and characters, as a patch can repeatedly double its own copies. */
const MAX_COPIED = 50_000;
const MAX_COPIED_CHARACTERS = 8 * 1024 * 1024;

type Parent = unknown[] | Record<string, unknown>;

const failed = (index: number, op: string, problem: string) =>
  refuseFor(
    'unprocessable',
    'processing',
    `Operation ${index + 1} of the patch (${op}) ${problem}.`,
  );

const isParent = (value: unknown): value is Parent => typeof value === 'object' && value !== null;

/** Everything that is not yet applied, seen from one operation. */
interface Work {
  root: unknown;
  copied: number;
  characters: number;
  readonly refuse: (problem: string) => Error;
}

function find(work: Work, path: readonly string[]): unknown {
  let value = work.root;
  for (const step of path) {
    value = follow(value, step);
    if (value === undefined) throw work.refuse('names a path that does not exist');
  }
  return value;
}

function parentOf(work: Work, path: readonly string[]): { parent: Parent; last: string } {
  const parent = find(work, path.slice(0, -1));
  const last = path.at(-1) ?? '';
  if (!isParent(parent)) throw work.refuse('names a place inside a plain value');
  return { parent, last };
}

function add(work: Work, path: readonly string[], value: unknown): void {
  if (path.length === 0) {
    work.root = value;
    return;
  }
  const { parent, last } = parentOf(work, path);
  if (!Array.isArray(parent)) {
    // It would refer to the object's constructor.
    if (last === '__proto__') throw work.refuse('names a place that cannot be');
    parent[last] = value;
    return;
  }
  const place = last === '-' ? parent.length : placeIn(parent, last);
  if (place === undefined) throw work.refuse('names a place that the list does not have');
  parent.splice(place, 0, value);
}

function remove(work: Work, path: readonly string[]): unknown {
  const value = find(work, path);
  if (path.length === 0) throw work.refuse('takes the whole resource away');
  const { parent, last } = parentOf(work, path);
  if (Array.isArray(parent)) parent.splice(Number(last), 1);
  else delete parent[last];
  return value;
}

function replace(work: Work, path: readonly string[], value: unknown): void {
  find(work, path);
  if (path.length === 0) {
    work.root = value;
    return;
  }
  const { parent, last } = parentOf(work, path);
  if (Array.isArray(parent)) parent[Number(last)] = value;
  else parent[last] = value;
}

function copyOf(work: Work, value: unknown): unknown {
  work.copied += 1;
  if (typeof value === 'string') work.characters += value.length;
  if (work.copied > MAX_COPIED || work.characters > MAX_COPIED_CHARACTERS) {
    throw work.refuse('copies too much');
  }
  if (Array.isArray(value)) return value.map((item) => copyOf(work, item));
  if (!isParent(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, copyOf(work, inner)]),
  );
}

/** Equal as JSON: numbers by their value, objects independent of the order of their members. */
export function same(one: unknown, other: unknown): boolean {
  if (!isParent(one) || !isParent(other)) return plainNumber(one) === plainNumber(other);
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const names = Object.keys(one);
  if (names.length !== Object.keys(other).length) return false;
  const [left, right] = [one, other] as Record<string, unknown>[];
  return names.every(
    (name) => Object.hasOwn(right ?? {}, name) && same(left?.[name], right?.[name]),
  );
}

const beginsWith = (path: readonly string[], outer: readonly string[]): boolean =>
  outer.every((step, index) => path[index] === step);

function move(work: Work, path: readonly string[], from: readonly string[]): void {
  if (!beginsWith(path, from)) add(work, path, remove(work, from));
  else if (path.length === from.length) find(work, path);
  else throw work.refuse('moves a value into itself');
}

function perform(work: Work, operation: Operation): void {
  const { path } = operation;
  switch (operation.op) {
    // Added values are copied: a later operation must not change the patch itself.
    case 'add':
      add(work, path, copyOf(work, operation.value));
      return;
    case 'replace':
      replace(work, path, copyOf(work, operation.value));
      return;
    case 'remove':
      remove(work, path);
      return;
    case 'test':
      if (same(find(work, path), operation.value)) return;
      throw work.refuse('finds another value');
    case 'copy':
      add(work, path, copyOf(work, find(work, operation.from)));
      return;
    case 'move':
      move(work, path, operation.from);
      return;
  }
}

/**
 * Applies a JSON Patch (RFC 6902). Either all operations are applied, or none.
 *
 * @param target parsed for this purpose: it is changed in place and undefined after an error
 * @throws AppError `unprocessable` that names the operation
 */
export function applyPatch(target: unknown, operations: readonly Operation[]): unknown {
  let root = target;
  let copied = 0;
  let characters = 0;
  operations.forEach((operation, index) => {
    const refuse = (problem: string) => failed(index, operation.op, problem);
    const work: Work = { root, copied, characters, refuse };
    perform(work, operation);
    ({ root, copied, characters } = work);
  });
  return root;
}
