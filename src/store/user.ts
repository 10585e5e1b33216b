import type { AppError } from '../core/errors.js';
import type { KeyMode } from '../core/key-mode.js';

/** A person, without the secrets. Times are milliseconds since 1970. */
export interface UserRecord {
  readonly userId: string;
  /** `local`: signs in here; `oidc`: at the identity provider, which knows the person as `subject`. */
  readonly source: 'local' | 'oidc';
  readonly issuer: string | null;
  readonly subject: string | null;
  readonly userName: string;
  readonly displayName: string;
  readonly roles: readonly string[];
  /** The data that the person may use. */
  readonly worlds: readonly KeyMode[];
  readonly hasPassword: boolean;
  readonly hasSecondFactor: boolean;
  /** Sessions of an earlier generation have ended. */
  readonly generation: number;
  readonly createdAt: number;
  readonly lastSignInAt: number | null;
  readonly disabledAt: number | null;
}

/** What a person proves to be with. */
export interface UserSecrets {
  readonly password: string | null;
  readonly totpSecret: string | null;
  /** The time step of the last code; older ones and itself are refused. */
  readonly totpStep: number;
}

export type NewUser = Pick<
  UserRecord,
  | 'userId'
  | 'source'
  | 'issuer'
  | 'subject'
  | 'userName'
  | 'displayName'
  | 'roles'
  | 'worlds'
  | 'createdAt'
>;

/** What is changed of a person; absent fields stay. */
export interface UserChange {
  readonly userName?: string;
  readonly displayName?: string;
  readonly roles?: readonly string[];
  readonly worlds?: readonly KeyMode[];
  readonly password?: string;
  /** A new one starts with no code used. */
  readonly totpSecret?: string | null;
  readonly lastSignInAt?: number;
  readonly disabledAt?: number | null;
}

export interface SessionRecord {
  /** SHA-256 of the token, which is not stored. */
  readonly tokenHash: Buffer;
  readonly userId: string;
  /** Of the account when the session was opened. */
  readonly generation: number;
  readonly createdAt: number;
  readonly usedAt: number;
  readonly endsAt: number;
  /** The session at the identity provider, by which the provider ends this one. */
  readonly providerSession: string | null;
}

/** A one-time link with which a person chooses a password. */
export interface InvitationRecord {
  /** SHA-256 of the token, which is not stored. */
  readonly tokenHash: Buffer;
  readonly userId: string;
  /** Whether the person chooses the user name too. */
  readonly choosesName: boolean;
  readonly expiresAt: number;
}

/** A one-time link that signs a person in. */
export interface SignInLinkRecord {
  /** SHA-256 of the token, which is not stored. */
  readonly tokenHash: Buffer;
  readonly userId: string;
  /** Of the account when the link was made. */
  readonly generation: number;
  readonly expiresAt: number;
}

/** A token that is accepted once: by which the identity provider ends a session, or a program proves who it is. */
export interface UsedToken {
  /** SHA-256 of what it is, its issuer and its id. */
  readonly hash: Buffer;
  readonly expiresAt: number;
}

/** Failed sign-ins in a row. */
export interface FailureCount {
  readonly count: number;
  readonly lastAt: number;
}

/** One more failed sign-in. */
export interface Failure {
  readonly at: number;
  /** One earlier failure is forgotten each time this has passed; `Infinity`: none. */
  readonly drainMs: number;
  /** From this many on, none is forgotten. */
  readonly max: number;
}

/** What is left of failed sign-ins after some time. */
export function drained({ count, lastAt }: FailureCount, { at, drainMs, max }: Failure): number {
  if (count >= max) return count;
  return Math.max(0, count - Math.floor(Math.max(0, at - lastAt) / drainMs));
}

/** Changes of people, their sessions and their secrets. */
export type AccountWrite =
  | { readonly kind: 'user.insert'; readonly user: NewUser; readonly refusal: AppError }
  | {
      readonly kind: 'user.change';
      readonly userId: string;
      readonly change: UserChange;
      /** Thrown where another local person has the name. */
      readonly refusal?: AppError;
    }
  /** Thrown where the code, or a later one, was used before. */
  | {
      readonly kind: 'user.use-code';
      readonly userId: string;
      readonly step: number;
      readonly refusal: AppError;
    }
  | {
      readonly kind: 'recovery-codes.replace';
      readonly userId: string;
      readonly hashes: readonly Buffer[];
    }
  | {
      readonly kind: 'recovery-code.use';
      readonly userId: string;
      readonly hash: Buffer;
      readonly refusal: AppError;
    }
  | { readonly kind: 'session.insert'; readonly session: SessionRecord }
  | { readonly kind: 'session.end'; readonly tokenHash: Buffer }
  /** Ends all sessions of a person, those included that are about to be opened: a new generation. */
  | { readonly kind: 'session.end-all'; readonly userId: string }
  /** Ends the sessions that a session at the identity provider has opened. */
  | {
      readonly kind: 'session.end-provided';
      readonly userId: string;
      readonly providerSession: string;
    }
  /** Replaces the person's earlier invitation. */
  | { readonly kind: 'invitation.put'; readonly invitation: InvitationRecord }
  | { readonly kind: 'invitation.use'; readonly tokenHash: Buffer; readonly refusal: AppError }
  | { readonly kind: 'invitation.withdraw'; readonly userId: string }
  /** Replaces the person's earlier link. */
  | { readonly kind: 'sign-in-link.put'; readonly link: SignInLinkRecord }
  /** Thrown where the link was used, or the account has changed since it was made. */
  | { readonly kind: 'sign-in-link.use'; readonly tokenHash: Buffer; readonly refusal: AppError }
  /** Thrown where the token was used before. */
  | { readonly kind: 'token.use'; readonly token: UsedToken; readonly refusal: Error }
  | { readonly kind: 'sign-in.fail'; readonly name: string; readonly failure: Failure }
  | { readonly kind: 'sign-in.forgive'; readonly name: string };
