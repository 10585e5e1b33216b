import { describe, expect, it } from 'vitest';
import { checkPassword } from '../../../../src/http/auth/password-rules.js';

const NAMES = { userName: 'm.ostrander', displayName: 'Dr Miriam Ostrander' };
const check =
  (password: string, names = NAMES) =>
  () =>
    checkPassword('new', password, names, 12);

describe('checkPassword', () => {
  it('takes any long password, of whatever characters', () => {
    for (const password of [
      'seven quiet lighthouses',
      'vaqtkmzrwuhn',
      '73 19 20 46 85 02',
      'ein Käfer über dem Teich',
      '三匹の猫が静かに座っている夜の庭で',
      '🦊🐢🦉🐝🐙🦋🐞🦀🐌🦔🐿🦦',
    ]) {
      expect(check(password), password).not.toThrow();
    }
  });

  it('names the field and says what is wrong', () => {
    expect(check('elevenchars')).toThrow(
      'Invalid value for new: must have at least 12 characters.',
    );
    expect(check('x'.repeat(300))).toThrow('must have at most 256 characters');
    expect(check('passwordpassword')).toThrow('is too easy to guess');
  });

  it('counts characters, not their bytes or halves', () => {
    expect(check('🦊🐢🦉🐝🐙🦋')).toThrow('at least 12');
  });

  it('refuses what anybody would try', () => {
    for (const password of [
      'Password2026!',
      'P@ssw0rd1234',
      'passwordpassword',
      'aaaaaaaaaaaaaa',
      '123456789012',
      'abcdefghijklmn',
      'qwertyuiop123',
      'Wardbox2026!!',
      'wardbox-admin-1',
      'Summer2026!!!',
      'changeme changeme',
      'letmein-letmein',
      'correct horse battery staple'.replaceAll(' ', ''),
      '            ',
    ]) {
      expect(check(password), password).toThrow();
    }
  });

  it('refuses the names of the person', () => {
    for (const password of [
      'ostrander2026',
      'MiriamOstrander',
      'Ostrander!Ostrander',
      'miriam12345678',
    ]) {
      expect(check(password), password).toThrow('is too easy to guess');
      expect(
        check(password.replace(/ostrander/i, 'vaqtkmzrwuhn').replace(/miriam/i, 'jubbleploth')),
      ).not.toThrow();
    }
  });
});
