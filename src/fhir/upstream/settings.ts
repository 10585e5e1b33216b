/** `fhir.upstream` of the configuration: the hospital's own FHIR server. */
export interface UpstreamSettings {
  readonly base_url: string;
  /** With a client id and key: SMART Backend Services. Without: unauthenticated requests. */
  readonly token_url?: string | undefined;
  readonly client_id?: string | undefined;
  readonly key_file?: string | undefined;
  readonly key_id?: string | undefined;
  readonly scopes: readonly string[];
  /** Trusted instead of the authorities that Node ships. */
  readonly ca_file?: string | undefined;
  /** Timeout of one request with everything it requires. */
  readonly timeout_s: number;
}
