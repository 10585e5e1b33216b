import type { Clock } from '../../core/clock.js';
import { AppError, messageOf } from '../../core/errors.js';
import { Refusal } from '../oidc/refusal.js';
import type { Issuer } from './issuer-token.js';
import type { KeySet } from './key-set.js';
import { clientField, issuerField, openClient, openIssuer } from './open.js';
import type { SmartSettings } from './settings.js';
import { refusalOfToken } from './verify.js';

/** A client or an issuer whose tokens cannot be accepted now. */
export interface SmartFault {
  /** Where it stands in the configuration. */
  readonly field: string;
  readonly reason: string;
}

/** Nobody has issued it. */
const PROBE = 'wardbox-doctor';

async function checkKeys({ count }: KeySet): Promise<string | undefined> {
  return (await count()) === 0 ? 'no keys are published' : undefined;
}

async function checkIntrospection({ introspect }: Issuer): Promise<void> {
  try {
    await introspect?.(PROBE);
  } catch (error) {
    // So it has to be answered.
    if (!(error instanceof Refusal && error.reason === 'invalid_token')) throw error;
  }
}

async function faultAt(
  field: string,
  look: () => Promise<string | undefined>,
): Promise<readonly SmartFault[]> {
  try {
    const reason = await look();
    return reason === undefined ? [] : [{ field, reason }];
  } catch (thrown) {
    const error = refusalOfToken(thrown);
    if (error instanceof Refusal) return [{ field, reason: error.detail ?? error.reason }];
    if (error instanceof AppError) {
      const [issue] = error.issues;
      return [{ field: issue?.field ?? field, reason: issue?.issue ?? messageOf(error) }];
    }
    throw error;
  }
}

/** Looks whether the keys of all clients and issuers can be had, and asks about a token where one is asked. */
export async function probeSmart(
  { clients, issuers }: SmartSettings,
  clock: Clock,
): Promise<readonly SmartFault[]> {
  const ofClients = clients.map((settings, at) =>
    faultAt(clientField(at), () => checkKeys(openClient(clientField(at), settings, clock).keys)),
  );
  const ofIssuers = issuers.map((settings, at) =>
    faultAt(issuerField(at), async () => {
      const issuer = openIssuer(issuerField(at), settings, clock);
      await checkIntrospection(issuer);
      return issuer.keys && checkKeys(issuer.keys);
    }),
  );
  return (await Promise.all([...ofClients, ...ofIssuers])).flat();
}
