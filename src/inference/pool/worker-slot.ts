import type { WorkerState } from './assignment.js';
import type { Job } from './job.js';
import type { RemoteWorker } from './remote-worker.js';

/** The slot of one worker in a group: a worker that has ended is replaced in it. */
export class WorkerSlot<Report> {
  readonly index: number;
  worker: RemoteWorker | undefined;
  state: 'new' | 'starting' | 'up' | 'lost' = 'new';
  /** Its open packages as last reported; kept while a worker that ended is replaced. */
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

  /** The criteria for choosing a worker. */
  get workerState(): WorkerState {
    return { up: this.isUp, inHand: this.inHand.map(({ kind }) => kind) };
  }
}
