import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { AppError } from '../../core/errors.js';

/** N = 2^log2N, r and p of scrypt (RFC 7914). */
export interface ScryptCost {
  readonly log2N: number;
  readonly r: number;
  readonly p: number;
}

/** One of the settings of OWASP's Password Storage Cheat Sheet for scrypt: 64 MiB a hash. */
export const USUAL_COST: ScryptCost = { log2N: 16, r: 8, p: 2 };

export interface Passwords {
  /** @throws AppError `overloaded` when too many wait */
  hash(password: string): Promise<string>;
  /**
   * Whether a password is the right one. Without a stored one it takes as long and is false, so that
   * the time of an answer does not tell whether an account exists.
   *
   * @throws AppError `overloaded` when too many wait
   */
  isRight(password: string, stored: string | null): Promise<boolean>;
  /** Whether a stored hash was made with other parameters than those in use. */
  isOutdated(stored: string): boolean;
}

/** Hashing takes a thread and 64 MiB each: the other threads are for files. */
const MAX_AT_ONCE = 2;
const MAX_WAITING = 32;
const RETRY_SECONDS = 5;
const SALT_BYTES = 16;
const HASH_BYTES = 32;
const FORM = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,3}),p=(\d{1,3})\$([\w+/]+)\$([\w+/]+)$/;

interface StoredHash {
  readonly cost: ScryptCost;
  readonly salt: Buffer;
  readonly digest: Buffer;
}

const base64 = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');

/** In the string format of the Password Hashing Competition: the parameters travel with the hash. */
const written = ({ cost: { log2N, r, p }, salt, digest }: StoredHash): string =>
  `$scrypt$ln=${log2N},r=${r},p=${p}$${base64(salt)}$${base64(digest)}`;

function readHash(text: string): StoredHash {
  const [, log2N, r, p, salt, digest] = FORM.exec(text) ?? [];
  if (salt === undefined || digest === undefined) throw new Error('a stored hash is malformed');
  return {
    cost: { log2N: Number(log2N), r: Number(r), p: Number(p) },
    salt: Buffer.from(salt, 'base64'),
    digest: Buffer.from(digest, 'base64'),
  };
}

/** In Node's thread pool; the same text in any of its Unicode forms is the same password. */
function derive(password: string, salt: Buffer, { log2N, r, p }: ScryptCost): Promise<Buffer> {
  const N = 2 ** log2N;
  const options: ScryptOptions = { N, r, p, maxmem: 128 * r * (N + p + 2) };
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, HASH_BYTES, options, (error, key) => {
      if (error === null) resolve(key);
      else reject(error);
    });
  });
}

/** Runs a few pieces of work at the same time; the others wait, or are refused when many do. */
class Turnstile {
  #running = 0;
  readonly #waiting: (() => void)[] = [];

  async pass<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= MAX_AT_ONCE) await this.#wait();
    else this.#running += 1;
    try {
      return await work();
    } finally {
      // The turn is handed on, so that nobody comes in between.
      const next = this.#waiting.shift();
      if (next === undefined) this.#running -= 1;
      else next();
    }
  }

  #wait(): Promise<void> {
    if (this.#waiting.length >= MAX_WAITING) {
      throw new AppError('overloaded', 'Too many people sign in at once; try again soon.', {
        retryAfterSeconds: RETRY_SECONDS,
      });
    }
    return new Promise((resolve) => void this.#waiting.push(resolve));
  }
}

export function createPasswords(cost: ScryptCost = USUAL_COST): Passwords {
  const turnstile = new Turnstile();
  const nobody: StoredHash = {
    cost,
    salt: randomBytes(SALT_BYTES),
    digest: randomBytes(HASH_BYTES),
  };
  return {
    hash: (password) =>
      turnstile.pass(async () => {
        const salt = randomBytes(SALT_BYTES);
        return written({ cost, salt, digest: await derive(password, salt, cost) });
      }),
    isRight: (password, stored) =>
      turnstile.pass(async () => {
        const { cost: used, salt, digest } = stored === null ? nobody : readHash(stored);
        const given = await derive(password, salt, used);
        return timingSafeEqual(given, digest) && stored !== null;
      }),
    isOutdated(stored) {
      const { log2N, r, p } = readHash(stored).cost;
      return log2N !== cost.log2N || r !== cost.r || p !== cost.p;
    },
  };
}
