import { AppError } from '../core/errors.js';
import { stopping } from '../core/refusals.js';
import type { DamageWatch } from '../store/damage.js';
import type { DiskState } from '../store/disk.js';

export interface AdmissionParts {
  readonly disk: () => DiskState;
  readonly damage: Pick<DamageWatch, 'admit'>;
  /** Refuses while too many answers wait for their clients. */
  readonly listener: { admit(): void };
}

const RETRY_SECONDS = 60;

/** Decides whether new work is accepted at this moment. */
export class Admission {
  readonly #parts: AdmissionParts;
  #stopping = false;

  constructor(parts: AdmissionParts) {
    this.#parts = parts;
  }

  get stopping(): boolean {
    return this.#stopping;
  }

  /** Refuses all new work from now on. */
  stop(): void {
    this.#stopping = true;
  }

  /** @throws AppError with the reason why no new work is accepted */
  admit(): void {
    this.goOn();
    this.#parts.listener.admit();
  }

  /** @throws AppError with the reason why work that fills the disk has to end */
  goOn(): void {
    const { disk, damage } = this.#parts;
    if (this.#stopping) throw stopping();
    if (disk().low) {
      const message = 'The disk is nearly full; new work is refused until room is made.';
      throw new AppError('overloaded', message, { retryAfterSeconds: RETRY_SECONDS });
    }
    damage.admit();
  }
}
