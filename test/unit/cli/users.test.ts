import { describe, expect, it } from 'vitest';
import { commandLine } from '../../support/command-line.js';
import { rejectionOf } from '../../support/refusals.js';
import { NOON } from '../../support/stopped-clock.js';

const ADD = ['users', 'add', 'Ada', '--roles', 'clinician,auditor'];
const THREE_DAYS_MS = 3 * 86_400_000;

interface Described {
  readonly user_id: string;
  readonly links: string[];
}

describe('wardbox users add', () => {
  it('shows a link for a password, once', async () => {
    const { run } = commandLine();
    const { text } = await run(...ADD, '--display-name', 'Dr Ada', '--worlds', 'test', '--json');
    const added = JSON.parse(text) as Described;
    expect(added).toEqual({
      user_id: expect.stringMatching(/^user_[0-9a-f]{32}$/),
      user_name: 'Ada',
      display_name: 'Dr Ada',
      source: 'local',
      roles: ['clinician', 'auditor'],
      worlds: ['test'],
      second_factor: false,
      created_at: new Date(NOON).toISOString(),
      last_sign_in_at: null,
      disabled_at: null,
      links: [expect.stringMatching(/^https:\/\/.+\/console\/invitation#[\w-]{43}$/)],
      expires_at: new Date(NOON + THREE_DAYS_MS).toISOString(),
    });
    const token = new URL(added.links[0] ?? '').hash.slice(1);
    const listed = await run('users', 'list', '--json');
    expect(listed.text).not.toContain(token);
    const { text: table } = await run('users', 'list');
    expect(table).toMatch(/Ada +invited +clinician,auditor +test +local +no/);
    const audit = await run('audit', 'tail', '--json');
    expect(JSON.parse(audit.text)).toMatchObject([
      { action: 'users.add', target: added.user_id, actor: { type: 'administrator', id: 'alice' } },
    ]);
    expect(audit.text).not.toContain(token);
  });

  it('refuses what cannot be', async () => {
    const { run } = commandLine();
    await run(...ADD);
    for (const [words, reason] of [
      [
        ['users', 'add', 'ADA', '--roles', 'auditor'],
        'There is a person with the name ADA already',
      ],
      [['users', 'add', 'bob', '--roles', 'boss'], 'roles: must be among'],
      [['users', 'add', 'bob', '--roles', 'auditor', '--worlds', 'all'], 'must be test or live'],
      [['users', 'add', 'bob smith', '--roles', 'auditor'], 'without spaces'],
      [['users', 'add', '../x', '--roles', 'auditor'], 'user_name'],
      [['users', 'add', 'bob', '--roles', 'auditor', '--display-name', '\u001b[2J'], 'printable'],
    ] as const) {
      expect(await rejectionOf(run(...words))).toMatchObject({
        message: expect.stringContaining(reason),
      });
    }
    expect(JSON.parse((await run('users', 'list', '--json')).text)).toHaveLength(1);
  });
});

describe('wardbox users sign-in-link', () => {
  const DEMO = ['users', 'add', 'demo', '--roles', 'clinician', '--worlds', 'test'];

  it('shows a link that signs a person of the test world in, once', async () => {
    const { run } = commandLine();
    await run(...DEMO);
    const { text } = await run('users', 'sign-in-link', 'demo', '--json');
    const made = JSON.parse(text) as Described & { expires_at: string };
    expect(made.links[0]).toMatch(/^https:\/\/.+\/console\/sign-in-link#[\w-]{43}$/);
    expect(made.expires_at).toBe(new Date(NOON + 600_000).toISOString());
    const audit = await run('audit', 'tail', '--json', '-n', '1');
    expect(JSON.parse(audit.text)).toMatchObject([
      { action: 'users.sign-in-link', target: made.user_id, actor: { type: 'administrator' } },
    ]);
    expect(audit.text).not.toContain(new URL(made.links[0] ?? '').hash.slice(1));
    const { text: words } = await run('users', 'sign-in-link', 'DEMO');
    expect(words).toContain('signed in as demo, with test data');
    expect(words).toContain('The link works once, until');
  });

  it('makes none for live data, for the whole appliance, or for nobody', async () => {
    const { run } = commandLine();
    await run(...DEMO);
    await run('users', 'add', 'ada', '--roles', 'clinician');
    await run('users', 'add', 'boss', '--roles', 'administrator', '--worlds', 'test');
    await run('users', 'disable', 'demo');
    for (const [name, reason] of [
      ['ada', 'may use live data'],
      ['boss', 'role for the whole appliance'],
      ['demo', 'is disabled'],
      ['nobody', 'There is no person nobody'],
      [' ', 'is required'],
    ] as const) {
      expect(await rejectionOf(run('users', 'sign-in-link', name))).toMatchObject({
        message: expect.stringContaining(reason),
      });
    }
  });
});

describe('wardbox users', () => {
  it('disables, enables and changes the roles of a person', async () => {
    const { run } = commandLine();
    await run(...ADD);
    const shown = async (...words: string[]) =>
      JSON.parse((await run('users', ...words, '--json')).text) as Record<string, unknown>;
    expect(await shown('disable', 'ada')).toMatchObject({ disabled_at: expect.any(String) });
    expect((await run('users', 'list')).text).toContain('disabled');
    expect(await shown('enable', 'ada')).toMatchObject({ disabled_at: null });
    const changed = await shown('roles', 'ada', 'pharmacist', '--worlds', 'live');
    expect(changed).toMatchObject({ roles: ['pharmacist'], worlds: ['live'] });
    const reset = (await shown('reset', 'ada', '--second-factor')) as unknown as Described;
    expect(reset.links).toHaveLength(1);
    const actions = JSON.parse((await run('audit', 'tail', '--json')).text) as { action: string }[];
    expect(actions.map(({ action }) => action)).toEqual(
      ['add', 'disable', 'enable', 'roles', 'reset'].map((name) => `users.${name}`),
    );
  });

  it('says when there is no such person', async () => {
    const { run } = commandLine();
    await run(...ADD);
    for (const command of [['disable'], ['enable'], ['reset']]) {
      expect(await rejectionOf(run('users', ...command, 'bob'))).toMatchObject({
        message: expect.stringContaining('There is no person bob'),
      });
    }
  });
});
