import { Refusal } from './refusal.js';
import type { Entitlement, OidcSettings } from './settings.js';

/** What a provider says of a person, by claim. */
export type Claims = Readonly<Record<string, unknown>>;

/** More groups than any directory gives a person; a token with more is not read. */
const MAX_GROUPS = 10_000;

const isClaims = (value: unknown): value is Claims =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function claimAt(claims: Claims, path: OidcSettings['groups_claim']): unknown {
  const names = typeof path === 'string' ? [path] : path;
  return names.reduce<unknown>(
    (value, name) => (isClaims(value) && Object.hasOwn(value, name) ? value[name] : undefined),
    claims,
  );
}

/** Microsoft Entra ID leaves groups out where there are too many, and says so in these claims. */
function areLeftOut(claims: Claims, path: OidcSettings['groups_claim']): boolean {
  const [name = ''] = typeof path === 'string' ? [path] : path;
  const elsewhere = claims._claim_names;
  return claims.hasgroups === true || (isClaims(elsewhere) && Object.hasOwn(elsewhere, name));
}

/** Whether the claims have the groups of the person, or say that they leave them out. */
export const mentionGroups = (claims: Claims, path: OidcSettings['groups_claim']): boolean =>
  claimAt(claims, path) !== undefined || areLeftOut(claims, path);

/** @throws Refusal `groups_missing` */
function groupsOf(claims: Claims, path: OidcSettings['groups_claim']): readonly string[] {
  const value = claimAt(claims, path);
  if (value === undefined) {
    const detail = areLeftOut(claims, path) ? 'too many for a token' : 'no claim';
    throw new Refusal('groups_missing', { detail });
  }
  // Some providers send a single group without a list.
  const groups = typeof value === 'string' ? [value] : value;
  const areTexts =
    Array.isArray(groups) &&
    groups.length <= MAX_GROUPS &&
    groups.every((group): group is string => typeof group === 'string');
  if (!areTexts) throw new Refusal('groups_missing', { detail: 'not a list of texts' });
  return groups;
}

/**
 * What several groups give together. Roles hold in every world of an account, so it never has more than
 * its groups say: groups for test data alone do not count beside one for live data, and of the others
 * only the worlds that all of them give.
 */
function together(held: readonly Entitlement[]): Entitlement {
  const live = held.filter(({ worlds }) => worlds.includes('live'));
  const counted = live.length > 0 ? live : held;
  const worlds = new Set(counted.flatMap((entitlement) => entitlement.worlds));
  return {
    roles: [...new Set(counted.flatMap(({ roles }) => roles))].sort(),
    worlds: [...worlds].filter((one) => counted.every((each) => each.worlds.includes(one))).sort(),
  };
}

/**
 * Returns the roles and the worlds that a person has by groups.
 *
 * @throws Refusal `groups_missing`, `no_role`
 */
export function entitlementOf(
  claims: Claims,
  { groups_claim, groups }: Pick<OidcSettings, 'groups_claim' | 'groups'>,
): Entitlement {
  const held = groupsOf(claims, groups_claim).flatMap((name) => {
    const entitlement = Object.hasOwn(groups, name) ? groups[name] : undefined;
    return entitlement === undefined ? [] : [entitlement];
  });
  if (held.length === 0) throw new Refusal('no_role');
  return together(held);
}

/** @throws Refusal `weak_authentication` */
export function checkStrength(
  claims: Claims,
  { required_acr, required_amr }: Pick<OidcSettings, 'required_acr' | 'required_amr'>,
): void {
  const { acr, amr } = claims;
  if (required_acr.length > 0 && !required_acr.some((one) => one === acr)) {
    throw new Refusal('weak_authentication', { detail: 'acr' });
  }
  const methods: readonly unknown[] = Array.isArray(amr) ? amr : [];
  if (!required_amr.every((method) => methods.includes(method))) {
    throw new Refusal('weak_authentication', { detail: 'amr' });
  }
}
