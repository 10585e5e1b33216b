import { describe, expect, it } from 'vitest';
import { commandLine } from '../../support/command-line.js';
import { rejectionOf } from '../../support/refusals.js';
import { NOON } from '../../support/stopped-clock.js';

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

  it('prints everything as JSON', async () => {
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
      rotated_from: null,
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
    expect(head).toMatch(/^KEY +NAME +MODE +STATE +SCOPES +EXPIRES +LAST USED +FOLLOWS$/);
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

describe('wardbox keys rotate', () => {
  const DAY_MS = 86_400_000;
  const limits = ['--scopes', 'imaging,models.read', '--expires', '90d', '--rate', '60'];

  it('makes a key like the old one, which is let in for the grace', async () => {
    const { run, clock } = commandLine();
    const old = JSON.parse((await run(...CREATE, ...limits, '--json')).text);
    clock.pass(10 * DAY_MS);
    const made = JSON.parse((await run('keys', 'rotate', old.key_id, '--json')).text);
    const day = (days: number) => new Date(NOON + days * DAY_MS).toISOString();
    const { key: _, ...before } = old;
    expect(made).toEqual({
      ...before,
      key: expect.stringMatching(/^sk_test_[0-9A-Za-z]{43}$/),
      key_id: expect.stringMatching(/^key_/),
      created_at: day(10),
      expires_at: day(100),
      rotated_from: old.key_id,
      old: { ...before, expires_at: day(11) },
    });
    expect(made.key).not.toBe(old.key);
    expect(made.key_id).not.toBe(old.key_id);
    const list = JSON.parse((await run('keys', 'list', '--json')).text);
    expect(list).toMatchObject([
      { key_id: old.key_id, expires_at: day(11), rotated_from: null },
      { key_id: made.key_id, expires_at: day(100), rotated_from: old.key_id },
    ]);
  });

  it('prints the key once, and when the old one expires', async () => {
    const { run } = commandLine();
    const { key_id } = JSON.parse((await run(...CREATE, '--json')).text);
    const { text } = await run('keys', 'rotate', key_id, '--grace', '7d');
    expect(text).toMatch(/^sk_test_[0-9A-Za-z]{43}\n\nThis is the only time that the key of key_/);
    expect(text).toContain(
      `${key_id} stays valid until ${new Date(NOON + 7 * DAY_MS).toISOString()}`,
    );
    const [, first, second] = (await run('keys', 'list')).text.split('\n');
    expect([first, second].filter((row) => row?.trimEnd().endsWith(key_id))).toHaveLength(1);
  });

  it.each(['0', '0h'])('ends the old key at once with a grace of %s', async (grace) => {
    const { run } = commandLine();
    const { key_id } = JSON.parse((await run(...CREATE, '--json')).text);
    expect((await run('keys', 'rotate', key_id, '--grace', grace)).text).toContain(
      `${key_id} has expired.`,
    );
    const states = (await run('keys', 'list')).text.split('\n').slice(1);
    expect(states.map((row) => row.split(/ {2,}/)[3]).sort()).toEqual(['active', 'expired']);
  });

  it('writes down who put which key in the place of which', async () => {
    const { run } = commandLine();
    const { key_id } = JSON.parse((await run(...CREATE, '--json')).text);
    const made = JSON.parse((await run('keys', 'rotate', key_id, '--json')).text);
    const records = JSON.parse((await run('audit', 'tail', '--json')).text);
    expect(records.at(-1)).toMatchObject({
      action: 'keys.rotate',
      outcome: 'success',
      target: key_id,
      result_id: made.key_id,
      actor: { type: 'administrator', id: 'alice' },
    });
    expect(JSON.stringify(records)).not.toContain(made.key.slice(8));
  });

  it.each([
    ['not_found', ['revoke'], 0],
    ['not_found', [], 91 * DAY_MS],
    ['conflict', ['rotate'], 0],
  ])('refuses with %s a key after %j and %d ms, and changes nothing', async (code, words, ms) => {
    const { run, clock } = commandLine();
    const { key_id } = JSON.parse((await run(...CREATE, ...limits, '--json')).text);
    if (words.length > 0) await run('keys', ...words, key_id);
    clock.pass(ms);
    const before = (await run('keys', 'list', '--json')).text;
    const log = (await run('audit', 'tail', '--json')).text;
    expect((await rejectionOf(run('keys', 'rotate', key_id))).code).toBe(code);
    expect((await run('keys', 'list', '--json')).text).toBe(before);
    expect((await run('audit', 'tail', '--json')).text).toBe(log);
  });

  it.each([
    ['grace', '-1h'],
    ['grace', '1'],
    ['grace', ''],
    ['expires', '0d'],
    ['expires', 'never'],
  ])('refuses --%s %j and makes no key', async (option, value) => {
    const { run } = commandLine();
    const { key_id } = JSON.parse((await run(...CREATE, '--json')).text);
    const error = await rejectionOf(run('keys', 'rotate', key_id, `--${option}`, value));
    expect(error.issues).toMatchObject([{ field: option }]);
    const list = JSON.parse((await run('keys', 'list', '--json')).text);
    expect(list).toMatchObject([{ key_id, expires_at: null }]);
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
