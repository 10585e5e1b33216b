import type { AuditEvent } from '../../../audit/audit-log.js';
import type { Clock } from '../../../core/clock.js';
import { messageOf } from '../../../core/errors.js';
import type { KeyMode } from '../../../core/key-mode.js';
import type { Logger } from '../../../core/logger.js';
import type { DicomObjectRepository } from '../../../store/dicom-object.js';
import type {
  WorklistCounts,
  WorklistKey,
  WorklistRepository,
} from '../../../store/dicom-worklist.js';
import type { Commit, Conclusion, Decision } from '../../../store/unit-of-work.js';
import type { RoutingRules } from './item.js';
import { completeItem, enterHeld, type Routed, routeDue } from './route-item.js';

export interface WorklistParts {
  readonly repository: Pick<WorklistRepository, 'due' | 'ofUid' | 'receiving' | 'counts'>;
  readonly objects: Pick<DicomObjectRepository, 'unrouted'>;
  readonly commit: Commit<AuditEvent>;
  readonly rules: RoutingRules;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Called when a job that reads an item waits. */
  onQueued(): void;
}

const TICK_MS = 1_000;
/** How many objects are put on the worklist in one unit of work. */
const BATCH = 200;

function* concluded(
  route: (at: number) => Decision<Routed>,
  at: number,
): Decision<Conclusion<Routed, AuditEvent>> {
  const value = yield* route(at);
  return { value, records: value.records };
}

/** Decides when the images that arrive are complete, and how they are read. */
export class Worklist {
  readonly #parts: WorklistParts;
  #timer: NodeJS.Timeout | undefined;
  #ticking: Promise<void> | undefined;

  constructor(parts: WorklistParts) {
    this.#parts = parts;
  }

  counts(): WorklistCounts {
    return this.#parts.repository.counts();
  }

  /**
   * A series that was being received when the daemon ended may still be sent: it is waited for anew. What is held
   * since before there was a worklist is routed.
   */
  async start(): Promise<void> {
    const { repository, rules, clock } = this.#parts;
    const by = clock() + rules.quietMs;
    for (const item of repository.receiving()) {
      if ((item.completeBy ?? by) < by) await this.#complete(item, by);
    }
    await this.#enterHeld().catch((error) => {
      const reason = messageOf(error);
      this.#parts.logger.error(
        { reason },
        'images from before there was a worklist were not routed',
      );
    });
    this.#timer = setInterval(() => void this.#tick(), TICK_MS);
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#ticking;
  }

  async #enterHeld(): Promise<void> {
    const { objects, rules, logger } = this.#parts;
    let count = 0;
    for (;;) {
      const batch = objects.unrouted(BATCH);
      if (batch.length === 0) break;
      await this.#commit((at) => enterHeld(batch, rules, at));
      count += batch.length;
    }
    if (count > 0) logger.info({ count }, 'objects from before there was a worklist were routed');
  }

  /** Reads what has become complete. */
  async routeAllDue(): Promise<void> {
    const { repository, rules, clock } = this.#parts;
    for (const key of repository.due(clock())) {
      await this.#commit((at) => routeDue(key, rules, at));
    }
  }

  /** All images of a series were sent, as its sender says: it is read without further waiting. */
  async complete(mode: KeyMode, studyUid: string, seriesUid: string): Promise<void> {
    const { repository, clock } = this.#parts;
    const items = repository.ofUid(seriesUid, mode).filter((item) => item.studyUid === studyUid);
    for (const item of items) await this.#complete(item, clock());
  }

  #complete(key: WorklistKey, by: number): Promise<void> {
    const { rules } = this.#parts;
    return this.#commit((at) => completeItem(key, by, rules, at));
  }

  async #commit(route: (at: number) => Decision<Routed>): Promise<void> {
    const { commit, clock, onQueued } = this.#parts;
    const routed = await commit({ wait: 'synced', work: () => concluded(route, clock()) });
    if (routed.isQueued) onQueued();
  }

  #tick(): Promise<void> {
    this.#ticking ??= this.routeAllDue()
      .catch((error) => {
        this.#parts.logger.warn({ reason: messageOf(error) }, 'complete series were not routed');
      })
      .finally(() => {
        this.#ticking = undefined;
      });
    return this.#ticking;
  }
}
