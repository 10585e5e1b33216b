import type { Feed, StreamEvent } from '../../calls/feed.js';
import type { Operation } from '../../calls/operation.js';
import { AppError } from '../../core/errors.js';
import { type Figures, figures } from './figures-schema.js';

export interface FigureParts {
  readonly figures: () => Figures;
  /** Whether a person may still act. */
  readonly inForce: (userId: string) => boolean;
}

const EVERY_MS = 2_000;
const MAX_STREAMS = 16;
/** Longer than a person looks at once; the browser then reconnects, with its session. */
const MAX_STREAM_MS = 600_000;

/** Sends the figures every few seconds, until the client or its account is gone. */
class FigureFeed implements Feed {
  readonly #parts: FigureParts;
  readonly #userId: string;
  readonly #onClose: () => void;
  readonly #endsAt = performance.now() + MAX_STREAM_MS;
  #id = 0;
  #isDue = true;
  #ended = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(parts: FigureParts, userId: string, onClose: () => void) {
    this.#parts = parts;
    this.#userId = userId;
    this.#onClose = onClose;
  }

  take(): StreamEvent[] {
    if (!this.#isDue || this.#ended) return [];
    this.#isDue = false;
    this.#id += 1;
    return [{ id: this.#id, event: 'figures', data: this.#parts.figures() }];
  }

  ended(): boolean {
    return this.#ended;
  }

  watch(wake: () => void): void {
    this.#timer = setInterval(() => {
      this.#isDue = true;
      this.#ended = performance.now() > this.#endsAt || !this.#parts.inForce(this.#userId);
      wake();
    }, EVERY_MS).unref();
  }

  close(): void {
    clearInterval(this.#timer);
    this.#onClose();
  }
}

export function figureOperations(parts: FigureParts): Operation[] {
  const open = new Set<FigureFeed>();
  return [
    {
      method: 'GET',
      path: '/admin/figures',
      operationId: 'admin.figures',
      summary: 'The metrics of this moment',
      description: 'The same values as `/metrics`, as JSON.',
      scope: 'administration',
      response: figures,
      duringFaults: true,
      handle: async () => ({ body: parts.figures() }),
    },
    {
      method: 'GET',
      path: '/admin/figures/events',
      operationId: 'admin.figures.events',
      summary: 'The metrics every two seconds',
      description:
        'Server-Sent Events named `figures`. The stream ends after ten minutes, and when the ' +
        'account is disabled; a client connects again.',
      scope: 'administration',
      response: figures,
      duringFaults: true,
      async open(call) {
        if (open.size >= MAX_STREAMS) {
          const message = 'Too many streams are open; read /admin/figures instead.';
          throw new AppError('overloaded', message, { retryAfterSeconds: 5 });
        }
        const feed = new FigureFeed(parts, call.actor.id, () => open.delete(feed));
        open.add(feed);
        return feed;
      },
    },
  ];
}
