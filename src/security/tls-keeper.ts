import { X509Certificate } from 'node:crypto';
import { type Clock, isoTime } from '../core/clock.js';
import { messageOf } from '../core/errors.js';
import type { Logger } from '../core/logger.js';
import type { TlsMaterial } from './tls.js';

export interface TlsKeeper {
  /** The certificate to begin with; none where TLS is off. */
  open(): Promise<TlsMaterial | undefined>;
  /**
   * Looks whether there is another one by now: a certificate that was renewed, or made anew because
   * this machine has got another name. One that is at fault is told in the log and not taken.
   */
  renew(): Promise<void>;
  /** When the one in use ends, in milliseconds since 1970. */
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

/** Keeps the certificate in use up with the one in the files. */
export function createTlsKeeper({ read, taken, clock, logger }: TlsKeeperParts): TlsKeeper {
  let current: TlsMaterial | undefined;
  let paper: X509Certificate | undefined;
  let said: { readonly text: string; readonly at: number } | undefined;

  /** The files are looked at often; the same fault is told once a day. */
  function warn(text: string): void {
    const now = clock();
    if (said?.text === text && now - said.at < SAID_AGAIN_MS) return;
    said = { text, at: now };
    logger.warn({ reason: text }, 'certificate');
  }

  /** Served all the same: clients that look at the time refuse it, and none is turned away here. */
  function judge(): void {
    if (paper === undefined) return;
    const now = clock();
    if (now > Date.parse(paper.validTo)) warn(`it ended on ${paper.validTo}`);
    else if (now < Date.parse(paper.validFrom)) warn(`it is not valid before ${paper.validFrom}`);
    else said = undefined;
  }

  function keep(material: TlsMaterial): void {
    current = material;
    paper = new X509Certificate(material.cert);
    judge();
  }

  async function look(): Promise<void> {
    if (current === undefined) return;
    const found = await read();
    if (found === undefined) return;
    if (same(current, found)) return judge();
    taken(found);
    keep(found);
    const valid_to = isoTime(Date.parse(new X509Certificate(found.cert).validTo));
    logger.info({ valid_to }, 'certificate taken over');
  }

  let looking: Promise<void> = Promise.resolve();
  return {
    async open() {
      const material = await read();
      if (material !== undefined) keep(material);
      return material;
    },
    renew() {
      // One after the other: a signal may come while a timer looks.
      looking = looking.then(look).catch((error) => {
        // Files may be changed one after the other; the next look finds both.
        warn(messageOf(error));
      });
      return looking;
    },
    expiresAt: () => (paper === undefined ? undefined : Date.parse(paper.validTo)),
  };
}
