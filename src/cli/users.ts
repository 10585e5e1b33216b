import type { Command } from 'commander';
import type { AuditEvent } from '../audit/audit-log.js';
import { isoTime } from '../core/clock.js';
import { AppError, invalidField } from '../core/errors.js';
import type { KeyMode } from '../core/key-mode.js';
import { ROLES } from '../core/roles.js';
import {
  addUser,
  changeGrants,
  checkRoles,
  disableUser,
  enableUser,
  INVITATION_MS,
  type Invitation,
  invitationUrl,
  invite,
  refuseProvidedRoles,
  resetUser,
} from '../http/auth/accounts.js';
import { describeUser, userState } from '../http/auth/describe-user.js';
import { makeSignInLink, signInLinkUrl } from '../http/auth/sign-in-links.js';
import { createCommit } from '../store/create-commit.js';
import type { Database } from '../store/open.js';
import type { AccountWrite, UserRecord } from '../store/user.js';
import { createUserRepository } from '../store/user-repository.js';
import {
  administrator,
  type CommandContext,
  type CommonOptions,
  commitQueue,
  configFor,
  withDatabase,
} from './context.js';
import { modeOf } from './keys.js';
import { json, table } from './output.js';
import { urlsOf } from './urls.js';

interface AddOptions extends CommonOptions {
  readonly roles: string;
  readonly worlds: string;
  readonly displayName?: string;
}

interface ResetOptions extends CommonOptions {
  readonly secondFactor?: true;
}

interface RolesOptions extends CommonOptions {
  readonly worlds?: string;
}

const time = (epochMs: number | null) => (epochMs === null ? null : isoTime(epochMs));

const worldsOf = (text: string): KeyMode[] => text.split(',').map(modeOf);

/**
 * By id, or by user name where only one person has it: people of an identity provider may have the
 * name of another.
 */
export function findUser(database: Database, name: string): UserRecord {
  const users = createUserRepository(database);
  const byId = users.find(name);
  if (byId !== undefined) return byId;
  const isNamed = ({ userName }: UserRecord) => userName.toLowerCase() === name.toLowerCase();
  const [user, ...others] = users.list().filter(isNamed);
  if (user === undefined) {
    throw new AppError('not_found', `There is no person ${name}: wardbox users list.`);
  }
  if (others.length === 0) return user;
  const ids = [user, ...others].map(({ userId, source }) => `${userId} (${source})`).join(', ');
  throw new AppError('conflict', `Several people have the name ${name}; give the id: ${ids}.`);
}

/** The changes and their audit record in one commit: no crash leaves one without the other. */
export function changeUsers(
  context: CommandContext,
  database: Database,
  writes: readonly AccountWrite[],
  event: Pick<AuditEvent, 'action' | 'target'>,
): Promise<void> {
  const commit = createCommit({ database, queue: commitQueue(context, database) });
  const record: AuditEvent = { ...event, outcome: 'success', actor: administrator(context) };
  return commit({ wait: 'synced', work: { value: undefined, writes, records: [record] } });
}

/** The links of an invitation, one for each address of the appliance. */
function linksOf(context: CommandContext, options: CommonOptions, invitation: Invitation) {
  const urls = urlsOf(configFor(context, options));
  return {
    links: urls.map((url) => invitationUrl(url, invitation)),
    expires_at: isoTime(invitation.expiresAt),
  };
}

/** The text that shows links once. */
export const aboutLinks = (links: readonly string[], expiresAt: string): string[] => [
  ...links.map((link) => `  ${link}`),
  '',
  `The link works once, until ${expiresAt}, and is shown only here.`,
];

async function add(context: CommandContext, userName: string, options: AddOptions) {
  const { output, clock } = context;
  const work = async (database: Database) => {
    const { user, writes } = addUser(
      {
        userName,
        displayName: options.displayName,
        roles: options.roles.split(','),
        worlds: worldsOf(options.worlds),
      },
      clock(),
    );
    const invited = invite(user.userId, { expiresAt: clock() + INVITATION_MS });
    await changeUsers(context, database, [...writes, ...invited.writes], {
      action: 'users.add',
      target: user.userId,
    });
    const about = linksOf(context, options, invited.invitation);
    const added = findUser(database, user.userId);
    if (options.json) return output.out(json({ ...describeUser(added), ...about }));
    output.out(`${user.userName} (${user.userId}) can choose a password at\n`);
    output.out(aboutLinks(about.links, about.expires_at).join('\n'));
  };
  await withDatabase(context, options, work, { make: true });
}

async function list(context: CommandContext, options: CommonOptions): Promise<void> {
  const { output } = context;
  await withDatabase(context, options, (database) => {
    const users = createUserRepository(database).list();
    if (options.json) return output.out(json(users.map(describeUser)));
    const head = [
      'USER',
      'NAME',
      'STATE',
      'ROLES',
      'WORLDS',
      'SOURCE',
      '2ND FACTOR',
      'LAST SIGN-IN',
    ];
    const rows = users.map((user) => [
      user.userId,
      user.userName,
      userState(user),
      user.roles.join(','),
      user.worlds.join(','),
      user.source,
      user.hasSecondFactor ? 'yes' : 'no',
      time(user.lastSignInAt),
    ]);
    output.out(rows.length === 0 ? 'There is nobody yet: wardbox users add' : table(head, rows));
  });
}

async function reset(context: CommandContext, name: string, options: ResetOptions) {
  const { output, clock } = context;
  await withDatabase(context, options, async (database) => {
    const user = findUser(database, name);
    const { invitation, writes } = resetUser(user, clock() + INVITATION_MS, {
      withSecondFactor: options.secondFactor === true,
    });
    await changeUsers(context, database, writes, { action: 'users.reset', target: user.userId });
    const about = linksOf(context, options, invitation);
    if (options.json) return output.out(json({ ...describeUser(user), ...about }));
    output.out(`${user.userName} can choose a new password at\n`);
    output.out(aboutLinks(about.links, about.expires_at).join('\n'));
  });
}

async function signInLink(context: CommandContext, name: string, options: CommonOptions) {
  const { output, clock } = context;
  await withDatabase(context, options, async (database) => {
    const user = findUser(database, name);
    const config = configFor(context, options);
    const { local, second_factor_for: secondFactorFor } = config.sign_in;
    if (!local) {
      const message = 'Nobody signs in here without the identity provider (sign_in.local: false).';
      throw new AppError('conflict', message);
    }
    const { link, writes } = makeSignInLink(user, clock(), secondFactorFor);
    const event = { action: 'users.sign-in-link', target: user.userId };
    await changeUsers(context, database, writes, event);
    const links = urlsOf(config).map((url) => signInLinkUrl(url, link));
    const expiresAt = isoTime(link.expiresAt);
    if (options.json) {
      return output.out(json({ ...describeUser(user), links, expires_at: expiresAt }));
    }
    output.out(`Whoever opens this is signed in as ${user.userName}, with test data:\n`);
    output.out(aboutLinks(links, expiresAt).join('\n'));
  });
}

/** A change that is told in one line. */
async function change(
  context: CommandContext,
  name: string,
  options: CommonOptions,
  planned: (user: UserRecord) => {
    readonly action: string;
    readonly writes: readonly AccountWrite[];
    readonly message: string;
  },
): Promise<void> {
  await withDatabase(context, options, async (database) => {
    const user = findUser(database, name);
    const { action, writes, message } = planned(user);
    await changeUsers(context, database, writes, { action, target: user.userId });
    const { output } = context;
    output.out(options.json ? json(describeUser(findUser(database, user.userId))) : message);
  });
}

const disable = (context: CommandContext, name: string, options: CommonOptions) =>
  change(context, name, options, ({ userId, userName }) => ({
    action: 'users.disable',
    writes: disableUser(userId, context.clock),
    message: `${userName} is disabled and signed out everywhere.`,
  }));

const enable = (context: CommandContext, name: string, options: CommonOptions) =>
  change(context, name, options, ({ userId, userName }) => ({
    action: 'users.enable',
    writes: enableUser(userId),
    message: `${userName} may sign in again.`,
  }));

const setRoles = (context: CommandContext, name: string, roles: string, options: RolesOptions) =>
  change(context, name, options, (user) => {
    const { userId, userName } = user;
    refuseProvidedRoles(user);
    const granted = checkRoles(roles.split(','));
    const worlds = options.worlds === undefined ? {} : { worlds: worldsOf(options.worlds) };
    return {
      action: 'users.roles',
      writes: changeGrants(userId, { roles: granted, ...worlds }),
      message: `${userName} is ${granted.join(', ')} and signs in again.`,
    };
  });

/** Throws for what is not a name, before any data are opened. */
function required(name: string): string {
  if (name.trim() !== '') return name.trim();
  throw invalidField('user_name', 'is required');
}

export function addUsers(program: Command, context: CommandContext): void {
  const users = program.command('users').description('people who sign in to the console');
  users
    .command('add <user_name>')
    .description('add a person and show a link at which to choose a password, once')
    .requiredOption('--roles <list>', `comma-separated: ${ROLES.join(', ')}`)
    .option('--worlds <list>', 'the data the person may use: test, live or both', 'test,live')
    .option('--display-name <name>', 'as others see it (default: the user name)')
    .option('-c, --config <file>', 'configuration file')
    .option('--json', 'for machines')
    .action((name: string, options: AddOptions) => add(context, required(name), options));
  users
    .command('list')
    .description('all people')
    .option('-c, --config <file>', 'configuration file')
    .option('--json', 'for machines')
    .action((options: CommonOptions) => list(context, options));
  users
    .command('reset <user_name>')
    .description('show a link for a new password, once; sessions end, a locked account opens')
    .option('--second-factor', 'remove the second factor too')
    .option('-c, --config <file>', 'configuration file')
    .option('--json', 'for machines')
    .action((name: string, options: ResetOptions) => reset(context, required(name), options));
  users
    .command('sign-in-link <user_name>')
    .description('show a link that signs a person of the test world in: once, within ten minutes')
    .option('-c, --config <file>', 'configuration file')
    .option('--json', 'for machines')
    .action((name: string, options: CommonOptions) => signInLink(context, required(name), options));
  users
    .command('disable <user_name>')
    .description('keep a person out, at once')
    .option('-c, --config <file>', 'configuration file')
    .option('--json', 'for machines')
    .action((name: string, options: CommonOptions) => disable(context, required(name), options));
  users
    .command('enable <user_name>')
    .description('let a disabled person in again')
    .option('-c, --config <file>', 'configuration file')
    .option('--json', 'for machines')
    .action((name: string, options: CommonOptions) => enable(context, required(name), options));
  users
    .command('roles <user_name> <list>')
    .description('replace the roles of a person, who then signs in again')
    .option('--worlds <list>', 'the data the person may use: test, live or both')
    .option('-c, --config <file>', 'configuration file')
    .option('--json', 'for machines')
    .action((name: string, list: string, options: RolesOptions) =>
      setRoles(context, required(name), list, options),
    );
}
