import { byLabel, counter, type Family } from './exposition.js';

/** Counts requests and connections rejected before they reached an operation. */
export interface RejectionFigures {
  /** A request without a valid key, or a connection without a certificate. */
  noteRefusal(): void;
  noteMalformed(status: number): void;
  readonly families: readonly Family[];
}

export function createRejectionFigures(): RejectionFigures {
  const malformed: Record<string, number> = {};
  let refusals = 0;
  return {
    noteRefusal() {
      refusals += 1;
    },
    noteMalformed(status) {
      malformed[status] = (malformed[status] ?? 0) + 1;
    },
    families: [
      counter(
        'wardbox_refusals_total',
        'Requests without a valid key and connections without a valid certificate.',
        () => refusals,
      ),
      byLabel(
        {
          name: 'wardbox_malformed_total',
          help: 'Malformed requests, by status.',
          type: 'counter',
        },
        'status',
        () => malformed,
      ),
    ],
  };
}
