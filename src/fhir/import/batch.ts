import type { Prepare, ResourceRequest } from '../interactions/plan.js';
import type { Position } from './position.js';

/** The number of writes that the commit queue takes into one transaction. */
const MAX_CHANGES = 64;
const MAX_CHARACTERS = 4 * 1_048_576;

/** A validated change that waits to be written. */
export interface PreparedChange {
  readonly at: Position;
  readonly method: ResourceRequest['method'];
  readonly apply: ReturnType<Prepare>;
}

const nameOf = ({ type, id }: ResourceRequest): string => `${type}/${id}`;

/** Changes that will be written in one commit, in their order. */
export class Batch {
  #changes: PreparedChange[] = [];
  #characters = 0;
  readonly #names = new Set<string>();
  readonly #types = new Set<string>();

  get isEmpty(): boolean {
    return this.#changes.length === 0;
  }

  get isFull(): boolean {
    return this.#changes.length >= MAX_CHANGES || this.#characters >= MAX_CHARACTERS;
  }

  /** Whether a change of the same resource is pending. */
  changes(request: ResourceRequest): boolean {
    return this.#names.has(nameOf(request));
  }

  /** Whether a change of a resource of this type is pending. */
  changesSomeOf(type: string): boolean {
    return this.#types.has(type);
  }

  add(request: ResourceRequest, at: Position, apply: PreparedChange['apply']): void {
    this.#changes.push({ at, method: request.method, apply });
    this.#characters += request.resource?.text.length ?? 0;
    this.#names.add(nameOf(request));
    this.#types.add(request.type);
  }

  /** Empties it. */
  take(): readonly PreparedChange[] {
    const changes = this.#changes;
    this.#changes = [];
    this.#characters = 0;
    this.#names.clear();
    this.#types.clear();
    return changes;
  }
}
