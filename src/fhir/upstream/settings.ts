/** `fhir.upstream` of the configuration: the hospital's own FHIR server. */
export interface UpstreamSettings {
  readonly base_url: string;
  /** With a client id and key: SMART Backend Services. Without: nothing is said of who asks. */
  readonly token_url?: string | undefined;
  readonly client_id?: string | undefined;
  readonly key_file?: string | undefined;
  readonly key_id?: string | undefined;
  readonly scopes: readonly string[];
  /** Trusted instead of the authorities that Node ships. */
  readonly ca_file?: string | undefined;
  /** For all that one request makes necessary. */
  readonly timeout_s: number;
}
