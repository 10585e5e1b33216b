import { describe, expect, it } from 'vitest';
import { commandLine } from '../../support/command-line.js';
import { NOON } from '../../support/stopped-clock.js';
import { rejectionOf } from '../../support/thrown.js';

const CREATE = ['keys', 'create', '--name', 'PACS', '--mode', 'test'];

describe('wardbox keys create', () => {
  it('shows the key once, and never again', async () => {
    const { run } = commandLine();
    const { text } = await run(...CREATE);
    const [key] = /sk_test_[0-9A-Za-z]{43}/.exec(text)!;
    expect(text).toMatch(/^sk_test_[0-9A-Za-z]{43}\n/);
    expect(text).toMatch(/only time that the key of key_[0-9A-Za-z]+ is shown/);
    for (const words of [['list'], ['list', '--json']]) {
      expect((await run('keys', ...words)).text).not.toContain(key!.slice(8));
    }
  });

  it('tells machines everything', async () => {
    const { run } = commandLine();
    const limits = ['--scopes', 'imaging,models.read', '--expires', '90d', '--rate', '600/min'];
    const { text } = await run(...CREATE, ...limits, '--json');
    expect(JSON.parse(text)).toEqual({
      key: expect.stringMatching(/^sk_test_/),
      key_id: expect.stringMatching(/^key_/),
      name: 'PACS',
      mode: 'test',
      scopes: ['imaging', 'models.read'],
      rate_per_minute: 600,
      created_at: new Date(NOON).toISOString(),
      expires_at: new Date(NOON + 90 * 86_400_000).toISOString(),
      revoked_at: null,
      last_used_at: null,
    });
  });

  it.each([
    ['12h', 12],
    ['90d', 90 * 24],
    ['4w', 4 * 7 * 24],
    ['1h', 1],
  ])('takes %s for %d hours', async (expires, hours) => {
    const { run } = commandLine();
    const { text } = await run(...CREATE, '--expires', expires, '--json');
    expect(Date.parse(JSON.parse(text).expires_at) - NOON).toBe(hours * 3_600_000);
  });

  it.each([
    ['expires', '0d'],
    ['expires', '-1d'],
    ['expires', '90'],
    ['expires', '90m'],
    ['expires', '1.5d'],
    ['expires', ''],
    ['expires', 'never'],
    ['rate', '0'],
    ['rate', '-5'],
    ['rate', '10/s'],
    ['rate', '1e3'],
    ['rate', ''],
    ['scopes', 'everything'],
    ['scopes', ''],
    ['scopes', 'imaging,'],
    ['name', ' '],
    ['mode', 'prod'],
  ])('refuses --%s %j and makes no key', async (option, value) => {
    const { run } = commandLine();
    const error = await rejectionOf(run(...CREATE, `--${option}`, value));
    expect(error.issues).toMatchObject([{ field: option }]);
    expect((await run('keys', 'list')).text).toContain('There is no key yet');
  });

  it.each([
    [['keys', 'create', '--name', 'x']],
    [['keys', 'create', '--mode', 'test']],
    [[...CREATE, '--colour', 'red']],
    [['keys', 'revoke']],
    [['keys', 'burn']],
  ])('refuses the words %j', async (words) => {
    await expect(commandLine().run(...words)).rejects.toMatchObject({ name: 'CommanderError' });
  });
});

describe('wardbox keys list', () => {
  it('shows each key with its state', async () => {
    const { run, clock } = commandLine();
    await run(...CREATE);
    clock.pass(1);
    await run('keys', 'create', '--name', 'short', '--mode', 'live', '--expires', '1h');
    clock.pass(1);
    const { key_id } = JSON.parse((await run(...CREATE, '--json')).text);
    await run('keys', 'revoke', key_id);
    clock.pass(3_600_000);
    const [head, ...rows] = (await run('keys', 'list')).text.split('\n');
    expect(head).toMatch(/^KEY +NAME +MODE +STATE +SCOPES +EXPIRES +LAST USED$/);
    expect(rows.map((row) => row.split(/ {2,}/).slice(1, 4))).toEqual([
      ['PACS', 'test', 'active'],
      ['short', 'live', 'expired'],
      ['PACS', 'test', 'revoked'],
    ]);
  });
});

describe('wardbox keys revoke', () => {
  it('ends a key once and says what it did', async () => {
    const { run } = commandLine();
    const { key_id } = JSON.parse((await run(...CREATE, '--json')).text);
    expect((await run('keys', 'revoke', key_id)).text).toBe(`${key_id} is revoked.`);
    expect((await rejectionOf(run('keys', 'revoke', key_id))).code).toBe('not_found');
    expect((await rejectionOf(run('keys', 'revoke', 'key_none'))).code).toBe('not_found');
    const list = JSON.parse((await run('keys', 'list', '--json')).text);
    expect(list).toMatchObject([{ key_id, revoked_at: new Date(NOON).toISOString() }]);
  });
});

describe('what an administrator does to keys', () => {
  it('is in the audit log under the name of who did it', async () => {
    const { run } = commandLine();
    const { key_id, key } = JSON.parse((await run(...CREATE, '--json')).text);
    await run('keys', 'list');
    await run('keys', 'revoke', key_id);
    const records = JSON.parse((await run('audit', 'tail', '--json')).text);
    const facts = {
      outcome: 'success',
      target: key_id,
      actor: { type: 'administrator', id: 'alice' },
    };
    expect(records).toMatchObject([
      { ...facts, seq: 1, action: 'keys.create' },
      { ...facts, seq: 2, action: 'keys.revoke' },
    ]);
    expect(JSON.stringify(records)).not.toContain(key.slice(8));
  });
});
