import type { KeyMode } from '../../core/key-mode.js';

/** Where public keys are: in a file, or at an address. */
export interface KeySource {
  readonly jwks_file?: string | undefined;
  readonly jwks_url?: string | undefined;
  /** Trusted instead of the authorities that Node ships. */
  readonly ca_file?: string | undefined;
}

/** A program that gets its tokens here, by its private key. */
export interface ClientSettings extends KeySource {
  readonly id: string;
  readonly name: string;
  readonly mode: KeyMode;
  readonly scopes: readonly string[];
  readonly rate_per_minute?: number | undefined;
}

export interface IntrospectionSettings {
  readonly url: string;
  readonly client_id: string;
  readonly client_secret_file: string;
}

/** What SMART apps are told of the issuer. */
export interface AdvertisedIssuer {
  readonly authorization_url: string;
  readonly token_url: string;
  readonly capabilities: readonly string[];
}

/** An authorization server of the hospital, whose tokens are accepted. */
export interface IssuerSettings extends Pick<KeySource, 'jwks_url' | 'ca_file'> {
  readonly issuer: string;
  readonly audience: string;
  readonly mode: KeyMode;
  /** What its tokens can give at most. */
  readonly scopes: readonly string[];
  readonly introspection?: IntrospectionSettings | undefined;
  readonly advertise?: AdvertisedIssuer | undefined;
  readonly clock_skew_s: number;
  readonly rate_per_minute?: number | undefined;
}

/** `smart` of the configuration. */
export interface SmartSettings {
  /** The beginning of this server's address, as clients know it behind a proxy. */
  readonly public_url?: string | undefined;
  readonly clients: readonly ClientSettings[];
  readonly issuers: readonly IssuerSettings[];
}
