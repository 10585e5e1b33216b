import { invalidField } from '../../core/errors.js';

/** The names of a person: no part of them makes a password. */
export interface PersonNames {
  readonly userName: string;
  readonly displayName: string;
}

const MAX_LENGTH = 256;
/** Shorter parts of names are in too many words. */
const MIN_NAME_PART = 4;
/** A password must have this much besides what anybody would guess. */
const MIN_OWN_CHARACTERS = 4;

/**
 * What people choose first when a long password is required. What is left of a password without
 * these, without the person's names and without what surrounds them must be enough.
 */
const COMMON = [
  ...['password', 'passwort', 'passwd', 'passphrase', 'letmein', 'welcome', 'willkommen', 'hello'],
  ...[
    'changeme',
    'changethis',
    'change',
    'default',
    'secret',
    'geheim',
    'login',
    'signin',
    'access',
  ],
  ...['administrator', 'admin', 'root', 'user', 'guest', 'master', 'superuser', 'test', 'demo'],
  ...[
    'wardbox',
    'hospital',
    'clinic',
    'klinik',
    'krankenhaus',
    'ward',
    'doctor',
    'nurse',
    'medical',
  ],
  ...[
    'medicine',
    'patient',
    'radiology',
    'pharmacy',
    'emergency',
    'health',
    'computer',
    'internet',
  ],
  ...['qwertyuiop', 'qwertzuiop', 'qwerty', 'qwertz', 'azerty', 'asdfghjkl', 'asdfgh', 'asdf'],
  ...['zxcvbnm', 'yxcvbnm', 'zxcvb', '1q2w3e4r', '1qaz2wsx', 'iloveyou', 'sunshine', 'princess'],
  ...['football', 'fussball', 'baseball', 'dragon', 'monkey', 'superman', 'batman', 'starwars'],
  ...['january', 'february', 'march', 'april', 'june', 'july', 'august', 'september', 'october'],
  ...['november', 'december', 'spring', 'summer', 'autumn', 'winter', 'sommer', 'monday', 'friday'],
  ...[
    'correcthorsebatterystaple',
    'trustno1',
    'whatever',
    'michael',
    'jennifer',
    'abcdefgh',
    'abcd',
  ],
];

/** Letters that digits and signs stand for. */
const STANDS_FOR: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

const plain = (text: string): string => text.normalize('NFKC').toLowerCase();

const spelledOut = (character: string): string => STANDS_FOR[character] ?? character;

const partsOf = ({ userName, displayName }: PersonNames): string[] =>
  plain(`${userName} ${displayName}`)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((part) => part.length >= MIN_NAME_PART);

/** Without runs such as `aaaa`, `1234` and `fedc`: their first character stays. */
function withoutRuns(text: string): string {
  const codes = [...text].map((character) => character.codePointAt(0) ?? 0);
  const steps = codes.map((code, i) => (i === 0 ? Number.NaN : code - (codes[i - 1] ?? 0)));
  return [...text].filter((_, i) => Math.abs(steps[i] ?? 9) > 1 || Number.isNaN(steps[i])).join('');
}

/** What is left without these words, however they are spelled. */
function remainder(text: readonly string[], guessed: readonly string[]): string {
  const left = [...text];
  for (const spelled of [text, text.map(spelledOut)].map((one) => one.join('\0'))) {
    for (const word of guessed) {
      const pattern = [...word].join('\0');
      for (let at = spelled.indexOf(pattern); at !== -1; at = spelled.indexOf(pattern, at + 1)) {
        const start = spelled.slice(0, at).split('\0').length - 1;
        left.fill('', start, start + [...word].length);
      }
    }
  }
  return left.join('');
}

const MARKS = /[\s\p{P}\p{Sc}\p{Sk}\p{Sm}]/gu;

function isGuessed(password: string, guessed: readonly string[]): boolean {
  const left = remainder([...plain(password)], guessed).replace(MARKS, '');
  return new Set(withoutRuns(left)).size < MIN_OWN_CHARACTERS;
}

/**
 * The rules of NIST SP 800-63B: long enough, and nothing that anybody would try first. No rule about
 * kinds of characters, and no date on which a password ends.
 *
 * @param field of the request
 * @throws AppError `validation_error`
 */
export function checkPassword(
  field: string,
  password: string,
  names: PersonNames,
  minLength: number,
): void {
  const { length } = [...password.normalize('NFKC')];
  if (length < minLength) throw invalidField(field, `must have at least ${minLength} characters`);
  if (length > MAX_LENGTH) throw invalidField(field, `must have at most ${MAX_LENGTH} characters`);
  if (isGuessed(password, [...COMMON, ...partsOf(names)])) {
    throw invalidField(field, 'is too easy to guess: a common password, a name or a simple row');
  }
}
