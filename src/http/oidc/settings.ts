import type { KeyMode } from '../../core/key-mode.js';
import type { Role } from '../../core/roles.js';

/** What the members of a group of the provider may do, and with which data. */
export interface Entitlement {
  readonly roles: readonly Role[];
  readonly worlds: readonly KeyMode[];
}

/** `sign_in.oidc` of the configuration: the hospital's OpenID Connect provider. */
export interface OidcSettings {
  /** The beginning of the addresses that the provider sends browsers back to. */
  readonly public_url?: string | undefined;
  readonly name: string;
  readonly issuer: string;
  readonly client_id: string;
  /** Either a secret or a private key. */
  readonly client_secret_file?: string | undefined;
  readonly key_file?: string | undefined;
  readonly key_id?: string | undefined;
  readonly scopes: readonly string[];
  /** Trusted instead of the authorities that Node ships. */
  readonly ca_file?: string | undefined;
  /** Origins of the provider's endpoints besides that of the issuer. */
  readonly further_origins: readonly string[];
  /** The name of a claim, or the names that lead to a claim within a claim. */
  readonly groups_claim: string | readonly string[];
  readonly groups: Readonly<Record<string, Entitlement>>;
  readonly required_acr: readonly string[];
  readonly required_amr: readonly string[];
  readonly clock_skew_s: number;
  readonly timeout_s: number;
}
