import { describe, expect, it } from 'vitest';
import { createPasswords, USUAL_COST } from '../../../../src/http/auth/passwords.js';

const CHEAP = { log2N: 10, r: 8, p: 1 };

describe('a stored password', () => {
  const passwords = createPasswords(CHEAP);

  it('is right for the same text in any of its forms, and for no other', async () => {
    const stored = await passwords.hash('Käfer über dem Teich');
    expect(stored).toMatch(/^\$scrypt\$ln=10,r=8,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
    expect(await passwords.isRight('Käfer über dem Teich', stored)).toBe(true);
    expect(await passwords.isRight('Käfer über dem Teich'.normalize('NFD'), stored)).toBe(true);
    for (const wrong of ['', 'käfer über dem teich', 'Käfer über dem Teich ', stored]) {
      expect(await passwords.isRight(wrong, stored)).toBe(false);
    }
  });

  it('differs each time, and knows its parameters', async () => {
    const [one, other] = [await passwords.hash('the same'), await passwords.hash('the same')];
    expect(one).not.toBe(other);
    expect(passwords.isOutdated(one)).toBe(false);
    const later = createPasswords({ ...CHEAP, p: 2 });
    expect(later.isOutdated(one)).toBe(true);
    expect(await later.isRight('the same', one)).toBe(true);
  });

  it('is never right where there is none, or where it is damaged', async () => {
    expect(await passwords.isRight('', null)).toBe(false);
    await expect(passwords.isRight('x', '$scrypt$ln=10$x')).rejects.toThrow('malformed');
  });

  it('is made with one of the settings that OWASP names', () => {
    expect(USUAL_COST).toEqual({ log2N: 16, r: 8, p: 2 });
  });
});

describe('a flood of sign-ins', () => {
  it('waits in a short line, and is refused beyond it', async () => {
    const passwords = createPasswords(CHEAP);
    const all = Array.from({ length: 60 }, () => passwords.hash('one of many'));
    const outcomes = await Promise.allSettled(all);
    const refused = outcomes.filter(({ status }) => status === 'rejected');
    expect(refused).toHaveLength(60 - 2 - 32);
    expect(refused[0]).toMatchObject({ reason: { code: 'overloaded', retryAfterSeconds: 5 } });
    await expect(passwords.hash('the next')).resolves.toMatch(/^\$scrypt/);
  });
});
