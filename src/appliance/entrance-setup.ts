import type { Clock } from '../core/clock.js';
import type { Logger } from '../core/logger.js';
import { createApiKeys } from '../http/auth/api-keys.js';
import { createRefusalTally, type NoteRefusal } from '../http/auth/refusal-tally.js';
import { openSmart } from '../http/smart/open.js';
import { createKeyRepository } from '../store/key-repository.js';
import { Admission } from './admission.js';
import type { LoadedConfig } from './config/load.js';
import { HttpsListener } from './https-listener.js';
import { createRejectionFigures } from './metrics/rejections.js';
import { setUpSignIn } from './sign-in-setup.js';
import type { Storage } from './storage-setup.js';

export interface EntranceSetupParts {
  readonly config: LoadedConfig;
  readonly clock: Clock;
  readonly logger: Logger;
  /** A listening socket that the service manager opened, instead of `server.host` and `port`. */
  readonly socket?: number | undefined;
  readonly storage: Storage;
}

export type Entrance = ReturnType<typeof setUpEntrance>;

/** The entrance of requests: the listener, the API keys, the people, the count of rejections, and admission. */
export function setUpEntrance({ storage, ...parts }: EntranceSetupParts) {
  const { database, audit, disk, damage } = storage;
  const keys = createApiKeys(createKeyRepository(database), parts.clock);
  const refusals = createRefusalTally(audit);
  const rejections = createRejectionFigures();
  const { noteMalformed, noteSignIn } = rejections;
  const people = setUpSignIn({ ...parts, database, noteSignIn });
  const noteRefusal: NoteRefusal = (remote, refused) => {
    refusals.note(remote, refused);
    rejections.noteRefusal();
  };
  const { smart: settings } = parts.config;
  const acceptsTokens = settings.clients.length + settings.issuers.length > 0;
  const smart = acceptsTokens ? openSmart(settings, parts.clock) : undefined;
  const listener = new HttpsListener({ ...parts, noteRefusal, noteMalformed });
  const admission = new Admission({ disk, damage, listener });
  return { keys, people, smart, refusals, rejections, noteRefusal, listener, admission };
}
