import { byLabel, counter, type Family } from './exposition.js';

/** Counts requests and connections rejected before they reached an operation, and sign-ins. */
export interface RejectionFigures {
  /** A request without a valid key, or a connection without a certificate. */
  noteRefusal(): void;
  noteMalformed(status: number): void;
  /** A person has tried to sign in with a password. */
  noteSignIn(outcome: SignInResult): void;
  readonly families: readonly Family[];
}

export type SignInResult = 'success' | 'refused';

export function createRejectionFigures(): RejectionFigures {
  const malformed: Record<string, number> = {};
  const signIns: Record<SignInResult, number> = { success: 0, refused: 0 };
  let refusals = 0;
  return {
    noteRefusal() {
      refusals += 1;
    },
    noteMalformed(status) {
      malformed[status] = (malformed[status] ?? 0) + 1;
    },
    noteSignIn(outcome) {
      signIns[outcome] += 1;
    },
    families: [
      counter(
        'wardbox_refusals_total',
        'Requests without a valid key or session and connections without a valid certificate.',
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
      byLabel(
        {
          name: 'wardbox_sign_ins_total',
          help: 'Sign-ins of people with a password, by outcome.',
          type: 'counter',
        },
        'outcome',
        () => signIns,
      ),
    ],
  };
}
