import type { Clock } from '../../core/clock.js';
import type { Principal } from '../auth/principal.js';
import { SIGNATURES } from '../oidc/discover.js';
import type { Introspect } from './introspection.js';
import type { KeySet } from './key-set.js';
import { accessOf, grantedScopes, keyScopesOf, type ResourceScope, readScopes } from './scopes.js';
import type { IssuerSettings } from './settings.js';
import { type Claims, invalid, verifyToken } from './verify.js';

/** An authorization server of the hospital. */
export interface Issuer {
  readonly settings: IssuerSettings;
  readonly bounds: readonly ResourceScope[];
  /** Absent where its tokens are not read here, but shown to it. */
  readonly keys?: KeySet;
  readonly introspect?: Introspect;
}

/** RFC 9068, 2.1, and what issuers write that do not follow it; never that of another kind of token. */
const TYPES: readonly unknown[] = ['at+jwt', 'application/at+jwt', 'jwt', undefined];
/** Keycloak says in a claim of this name what kind of token it is. */
const BEARER = 'Bearer';
/** Of an identifier in a token; records repeat it. */
const NAME = /^[^\p{C}]{1,255}$/u;
/** http://hl7.org/fhir/R4/datatypes.html#id */
const RESOURCE_ID = /^[A-Za-z0-9.-]{1,64}$/;

const nameIn = (claim: unknown): string | undefined =>
  typeof claim === 'string' && NAME.test(claim) ? claim : undefined;

/** A list in one text, or as a list; some issuers call it `scp`. */
function scopeTextOf({ scope, scp }: Claims): string {
  const value = scope ?? scp;
  if (typeof value === 'string') return value;
  if (!Array.isArray(value)) return '';
  return value.filter((one) => typeof one === 'string').join(' ');
}

/**
 * What must hold of a token however it was verified.
 *
 * @throws Refusal `invalid_token`
 */
export function checkUse({ cnf, typ, iat, exp, nbf }: Claims, skewS: number, nowS: number): void {
  // RFC 9449, 7.1: who holds such a token has to prove that it is the owner.
  if (cnf !== undefined) throw invalid('it is bound to a key of its owner');
  if (typ !== undefined && typ !== BEARER) throw invalid('it is a token of another kind');
  for (const [name, time] of Object.entries({ iat, exp, nbf })) {
    if (time !== undefined && typeof time !== 'number') throw invalid(`its ${name} is no time`);
  }
  if (iat !== undefined && iat > nowS + skewS) throw invalid('it is from the future');
}

/**
 * The caller that a verified token names, with what it may do: at most what the configuration lets the
 * issuer give.
 *
 * @throws Refusal `invalid_token`
 */
export function principalOfClaims(claims: Claims, { settings, bounds }: Issuer): Principal {
  const id = nameIn(claims.client_id ?? claims.azp);
  if (id === undefined) throw invalid('it names no client');
  const user = nameIn(claims.sub);
  const patient =
    typeof claims.patient === 'string' && RESOURCE_ID.test(claims.patient)
      ? claims.patient
      : undefined;
  const access = accessOf(grantedScopes(readScopes(scopeTextOf(claims)), bounds), patient);
  return {
    type: 'client',
    id,
    name: id,
    mode: settings.mode,
    issuer: settings.issuer,
    ...(user !== undefined && user !== id && { user }),
    scopes: keyScopesOf(access),
    access,
    ratePerMinute: settings.rate_per_minute ?? null,
  };
}

/**
 * Verifies a token that says it is from an issuer.
 *
 * @throws Refusal `invalid_token`, `provider_unavailable`
 */
export async function readIssuerToken(
  token: string,
  issuer: Issuer & { readonly keys: KeySet },
  clock: Clock,
): Promise<Principal> {
  const { settings, keys } = issuer;
  const { clock_skew_s: skew } = settings;
  const now = clock();
  const { payload, protectedHeader } = await verifyToken(token, keys, {
    issuer: settings.issuer,
    audience: settings.audience,
    algorithms: [...SIGNATURES],
    clockTolerance: skew,
    currentDate: new Date(now),
    requiredClaims: ['exp', 'iat'],
  });
  if (!TYPES.includes(protectedHeader.typ?.toLowerCase())) {
    throw invalid('it is a token of another kind');
  }
  checkUse(payload, skew, now / 1_000);
  return principalOfClaims(payload, issuer);
}
