import { X509Certificate } from 'node:crypto';
import { type Clock, isoTime } from '../../core/clock.js';
import { messageOf } from '../../core/errors.js';
import type { Logger } from '../../core/logger.js';
import type { TlsMaterial } from './tls.js';

export interface TlsKeeper {
  /** The certificate to begin with; undefined where TLS is off. */
  open(): Promise<TlsMaterial | undefined>;
  /**
   * Checks for another certificate: one that was renewed, or created because this machine has
   * another name. A faulty one is logged and not used.
   *
   * @returns whether another one is in use now
   */
  renew(): Promise<boolean>;
  /** When the current one expires, in milliseconds since 1970. */
  expiresAt(): number | undefined;
}

export interface TlsKeeperParts {
  /** @throws AppError */
  readonly read: () => Promise<TlsMaterial | undefined>;
  readonly taken: (material: TlsMaterial) => void;
  readonly clock: Clock;
  readonly logger: Logger;
}

const SAID_AGAIN_MS = 86_400_000;

const same = (a: TlsMaterial, b: TlsMaterial): boolean =>
  a.cert === b.cert && a.key === b.key && a.clientCa === b.clientCa;

/** Replaces the certificate in use when the one in the files changes. */
export function createTlsKeeper({ read, taken, clock, logger }: TlsKeeperParts): TlsKeeper {
  let current: TlsMaterial | undefined;
  let paper: X509Certificate | undefined;
  let logged: { readonly text: string; readonly at: number } | undefined;

  /** The files are checked often; the same fault is logged once a day. */
  function warn(text: string): void {
    const now = clock();
    if (logged?.text === text && now - logged.at < SAID_AGAIN_MS) return;
    logged = { text, at: now };
    logger.warn({ reason: text }, 'certificate');
  }

  /** It stays in use: clients that check the time refuse it, others can still connect. */
  function checkValidity(): void {
    if (paper === undefined) return;
    const now = clock();
    if (now > Date.parse(paper.validTo)) warn(`it ended on ${paper.validTo}`);
    else if (now < Date.parse(paper.validFrom)) warn(`it is not valid before ${paper.validFrom}`);
    else logged = undefined;
  }

  function keep(material: TlsMaterial): void {
    current = material;
    paper = new X509Certificate(material.cert);
    checkValidity();
  }

  async function look(): Promise<boolean> {
    const files = current && (await read());
    if (current === undefined || files === undefined) return false;
    if (same(current, files)) {
      checkValidity();
      return false;
    }
    taken(files);
    keep(files);
    const valid_to = isoTime(Date.parse(new X509Certificate(files.cert).validTo));
    logger.info({ valid_to }, 'certificate taken over');
    return true;
  }

  let looking = Promise.resolve(false);
  return {
    async open() {
      const material = await read();
      if (material !== undefined) keep(material);
      return material;
    },
    renew() {
      // One after the other: a signal may come while a scheduled check runs.
      looking = looking.then(look).catch((error) => {
        // Files may be changed one after the other; the next check finds both.
        warn(messageOf(error));
        return false;
      });
      return looking;
    },
    expiresAt: () => (paper === undefined ? undefined : Date.parse(paper.validTo)),
  };
}
