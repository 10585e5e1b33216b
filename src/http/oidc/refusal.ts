/** Why a sign-in at the provider did not happen; for the audit log and the tests. */
export type RefusalReason =
  | 'invalid_return'
  | 'provider_unavailable'
  | 'provider_unusable'
  | 'provider_refused'
  | 'unknown_transaction'
  | 'transaction_used'
  | 'invalid_response'
  | 'code_refused'
  | 'invalid_token'
  | 'weak_authentication'
  | 'groups_missing'
  | 'no_role'
  | 'account_disabled';

interface Explanation {
  readonly status: number;
  readonly title: string;
  /** What happened and what the person can do about it. */
  readonly text: string;
}

const AGAIN = 'Please sign in again.';
const TELL = 'Please tell the administrator of this Wardbox.';

/** The only texts that a person sees: nothing that the provider sent is shown. */
export const EXPLANATIONS: Readonly<Record<RefusalReason, Explanation>> = {
  invalid_return: {
    status: 400,
    title: 'This link cannot be used',
    text: 'The field "return" must be the path of a page of this console, such as /console/live/patients.',
  },
  provider_unavailable: {
    status: 503,
    title: 'Sign-in is not possible at the moment',
    text: "The hospital's sign-in service does not answer. Please try again in a moment. Work that programs do with their keys is not affected.",
  },
  provider_unusable: {
    status: 503,
    title: 'Sign-in is not possible at the moment',
    text: `The hospital's sign-in service and this Wardbox do not fit together. ${TELL} The command "wardbox doctor" names the cause.`,
  },
  provider_refused: {
    status: 403,
    title: 'You were not signed in',
    text: `The hospital's sign-in service did not let you in, or you cancelled. ${AGAIN}`,
  },
  unknown_transaction: {
    status: 400,
    title: 'This sign-in is not known here',
    text: `It took longer than ten minutes, was begun in another browser, or cookies are blocked. ${AGAIN}`,
  },
  transaction_used: {
    status: 400,
    title: 'This sign-in was already used',
    text: `Each sign-in works once. ${AGAIN}`,
  },
  invalid_response: {
    status: 400,
    title: 'You were not signed in',
    text: `The answer of the hospital's sign-in service did not belong to this sign-in. ${AGAIN} ${TELL}`,
  },
  code_refused: {
    status: 400,
    title: 'You were not signed in',
    text: `The hospital's sign-in service says that this sign-in has expired or was already used. ${AGAIN}`,
  },
  invalid_token: {
    status: 403,
    title: 'You were not signed in',
    text: `The statement of the hospital's sign-in service about you could not be verified. ${TELL}`,
  },
  weak_authentication: {
    status: 403,
    title: 'A stronger sign-in is needed',
    text: 'Wardbox requires a stronger sign-in, such as a second factor. Please sign in again with it.',
  },
  groups_missing: {
    status: 403,
    title: 'You have no access',
    text: `The hospital's sign-in service did not say which groups you belong to. ${TELL}`,
  },
  no_role: {
    status: 403,
    title: 'You have no access',
    text: "You are known to the hospital, but none of your groups may use Wardbox. Please ask those who manage the hospital's groups for access.",
  },
  account_disabled: {
    status: 403,
    title: 'Your account is disabled',
    text: `An administrator has disabled your account in this Wardbox. ${TELL}`,
  },
};

export interface RefusalOptions {
  /** For the log: a code or a sentence of ours, never a token or a claim. */
  readonly detail?: string;
  readonly retryAfterSeconds?: number;
}

/** A sign-in, or a sign-out by the provider, that is refused. */
export class Refusal extends Error {
  readonly reason: RefusalReason;
  readonly detail: string | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(reason: RefusalReason, { detail, retryAfterSeconds }: RefusalOptions = {}) {
    super(detail === undefined ? reason : `${reason}: ${detail}`);
    this.name = 'Refusal';
    this.reason = reason;
    this.detail = detail;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
