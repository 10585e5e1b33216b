import {
  type Answer,
  type Call,
  type Operation,
  postOperation,
  type Work,
} from '../../calls/operation.js';
import { type Clock, isoTime } from '../../core/clock.js';
import { AppError } from '../../core/errors.js';
import type { KeyMode } from '../../core/key-mode.js';
import {
  addUser,
  changeGrants,
  checkDisplayName,
  disableUser,
  enableUser,
  INVITATION_MS,
  type Invitation,
  invitationUrl,
  invite,
  refuseProvidedRoles,
  resetUser,
} from '../../http/auth/accounts.js';
import { describeUser, userState } from '../../http/auth/describe-user.js';
import { perform } from '../../store/steps.js';
import type { Decision } from '../../store/unit-of-work.js';
import type { AccountWrite, UserRecord } from '../../store/user.js';
import type { UserRepository } from '../../store/user-repository.js';
import { SMALL_BODY_BYTES } from './common-schema.js';
import {
  invitedUser,
  newUserRequest,
  resetRequest,
  type UserChangeRequest,
  userChange,
  userDescription,
  userList,
} from './users-schema.js';

type Users = Pick<UserRepository, 'find' | 'list' | 'isInForce'>;

const described = (user: UserRecord) => ({ ...describeUser(user), state: userState(user) });

const forbidden = (message: string) => new AppError('insufficient_scope', message);

function personOf(call: Call, users: Users): UserRecord {
  const user = users.find(call.params.id ?? '');
  if (user === undefined) throw new AppError('not_found', 'There is no such person.');
  call.concerns(user.userId);
  return user;
}

/**
 * Nobody grants what they do not have: a world, or the account of somebody who works in it.
 *
 * @throws AppError `insufficient_scope`
 */
function requireWorlds({ actor }: Call, users: Users, worlds: readonly KeyMode[]): void {
  const own = users.find(actor.id)?.worlds ?? [];
  const lacking = worlds.find((world) => !own.includes(world));
  if (lacking === undefined) return;
  throw forbidden(`Your account may not use ${lacking} data, so it cannot decide who may.`);
}

/** @throws AppError `conflict` */
function refuseOneself({ actor }: Call, { userId }: UserRecord): void {
  if (actor.id !== userId) return;
  const message = 'You cannot change your own roles or worlds, or disable yourself.';
  throw new AppError('conflict', `${message} Another administrator can.`);
}

/** All writes of a change of a person, which must leave who made it in force. */
function* decideChange(
  actorId: string,
  users: Users,
  writes: readonly AccountWrite[],
  answerFor: () => Answer,
): Decision<Answer> {
  // Two administrators who disable each other at once: the second has already lost the right to.
  if (!users.isInForce(actorId)) throw forbidden('Your account has just been disabled.');
  for (const write of writes) yield* perform(write);
  return answerFor();
}

function writesOf(user: UserRecord, change: UserChangeRequest, clock: Clock): AccountWrite[] {
  const { userId } = user;
  const { display_name, roles, worlds, disabled } = change;
  if (roles !== undefined || worlds !== undefined) refuseProvidedRoles(user);
  const displayName =
    display_name === undefined ? undefined : checkDisplayName('display_name', display_name);
  const grants = { ...(roles && { roles }), ...(worlds && { worlds }) };
  return [
    ...(displayName === undefined
      ? []
      : [{ kind: 'user.change', userId, change: { displayName } } as const]),
    ...(roles === undefined && worlds === undefined ? [] : changeGrants(userId, grants)),
    ...(disabled === true ? disableUser(userId, clock) : []),
    ...(disabled === false ? enableUser(userId) : []),
  ];
}

/** The answer with a link that is shown once. */
function invitedAnswer(user: UserRecord, invitation: Invitation): Answer {
  const body = { ...described(user), link_expires_at: isoTime(invitation.expiresAt) };
  const link = invitationUrl('', invitation);
  return { body: { ...body, link }, repeatedBody: body, audit: { result_id: user.userId } };
}

/** Changes of people. */
class UserHandlers {
  readonly #users: Users;
  readonly #clock: Clock;

  constructor(users: Users, clock: Clock) {
    this.#users = users;
    this.#clock = clock;
  }

  add(
    call: Call,
    request: {
      user_name: string;
      display_name?: string | undefined;
      roles: readonly string[];
      worlds: readonly KeyMode[];
    },
  ): Work {
    const { user_name: userName, display_name: displayName, roles, worlds } = request;
    requireWorlds(call, this.#users, worlds);
    const now = this.#clock();
    const { user, writes } = addUser({ userName, displayName, roles, worlds }, now);
    const invited = invite(user.userId, { expiresAt: now + INVITATION_MS });
    const all = [...writes, ...invited.writes];
    return this.#decided(call, user.userId, all, (added) =>
      invitedAnswer(added, invited.invitation),
    );
  }

  change(call: Call, change: UserChangeRequest): Work {
    const user = personOf(call, this.#users);
    requireWorlds(call, this.#users, [...user.worlds, ...(change.worlds ?? [])]);
    const { roles, worlds, disabled } = change;
    const isGrave = roles !== undefined || worlds !== undefined || disabled !== undefined;
    if (isGrave) refuseOneself(call, user);
    const writes = writesOf(user, change, this.#clock);
    return this.#decided(call, user.userId, writes, (changed) => ({ body: described(changed) }));
  }

  reset(call: Call, withSecondFactor: boolean): Work {
    const user = personOf(call, this.#users);
    requireWorlds(call, this.#users, user.worlds);
    const expiresAt = this.#clock() + INVITATION_MS;
    const { invitation, writes } = resetUser(user, expiresAt, { withSecondFactor });
    return this.#decided(call, user.userId, writes, (reset) => invitedAnswer(reset, invitation));
  }

  signOut(call: Call): Work {
    const user = personOf(call, this.#users);
    requireWorlds(call, this.#users, user.worlds);
    const writes = [{ kind: 'session.end-all', userId: user.userId }] as const;
    return this.#decided(call, user.userId, writes, (same) => ({ body: described(same) }));
  }

  #decided(
    { actor }: Call,
    userId: string,
    writes: readonly AccountWrite[],
    answerFor: (user: UserRecord) => Answer,
  ): Work {
    const answer = (): Answer => {
      const user = this.#users.find(userId);
      if (user === undefined) throw new AppError('not_found', 'There is no such person.');
      return answerFor(user);
    };
    return { decide: () => decideChange(actor.id, this.#users, writes, answer) };
  }
}

export function userOperations(users: Users, clock: Clock): Operation[] {
  const handlers = new UserHandlers(users, clock);
  const scope = 'administration';
  const shared = { scope, bodyLimitBytes: SMALL_BODY_BYTES } as const;
  return [
    {
      scope,
      method: 'GET',
      path: '/admin/users',
      operationId: 'admin.users.list',
      summary: 'The people who sign in to the console',
      description: 'Those of this appliance and those of the identity provider.',
      response: userList,
      duringFaults: true,
      handle: async () => ({ body: { users: users.list().map(described) } }),
    },
    postOperation({
      ...shared,
      path: '/admin/users',
      operationId: 'admin.users.add',
      summary: 'Add a person',
      description:
        'The answer has a link at which the person chooses a password: it works once, for three ' +
        'days, and is shown only here.',
      request: newUserRequest,
      example: {
        user_name: 'USER_NAME',
        display_name: 'Robin Example',
        roles: ['clinician'],
        worlds: ['test'],
      },
      response: invitedUser,
      handle: async (call, request) => handlers.add(call, request),
    }),
    postOperation({
      ...shared,
      path: '/admin/users/{id}',
      operationId: 'admin.users.change',
      summary: 'Change what a person may do',
      description:
        'Name, roles, worlds, or whether the account is disabled. Whose roles or worlds change ' +
        'signs in again. Nobody can do this to themselves but for the name.',
      request: userChange,
      example: { display_name: 'Robin Example' },
      response: userDescription,
      handle: async (call, change) => handlers.change(call, change),
    }),
    postOperation({
      ...shared,
      path: '/admin/users/{id}/reset',
      operationId: 'admin.users.reset',
      summary: 'Let a person choose a new password',
      description:
        'All sessions of the person end, and a locked account opens. The answer has a link that ' +
        'works once.',
      request: resetRequest,
      response: invitedUser,
      handle: async (call, { second_factor }) => handlers.reset(call, second_factor),
    }),
    {
      scope,
      method: 'DELETE',
      path: '/admin/users/{id}/sessions',
      operationId: 'admin.users.sign-out',
      summary: 'Sign a person out everywhere',
      description: 'All sessions end at once; the person may sign in again.',
      response: userDescription,
      handle: async (call: Call) => handlers.signOut(call),
    },
  ];
}
