import type { WorkerState } from './assignment.js';
import type { Job } from './job.js';
import type { RemoteWorker } from './remote-worker.js';

/** The place of one worker in a group: another one comes where one has ended. */
export class WorkerSlot<Report> {
  readonly index: number;
  worker: RemoteWorker | undefined;
  state: 'new' | 'starting' | 'up' | 'lost' = 'new';
  /** What it has open, as last reported; kept while a worker that ended is replaced. */
  report: Report | undefined;
  pauseMs: number | undefined;
  /** Its next start. */
  restart: NodeJS.Timeout | undefined;
  inHand: readonly Job[] = [];

  constructor(index: number) {
    this.index = index;
  }

  get isUp(): boolean {
    return this.state === 'up' && this.worker?.usable === true;
  }

  /** What the choice of a worker depends on. */
  get workerState(): WorkerState {
    return { up: this.isUp, inHand: this.inHand.map(({ kind }) => kind) };
  }
}
