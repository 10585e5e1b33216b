/** A CodeSystem that comes with the appliance: the same for everyone, in the test and the live world. */
export interface OwnCodeSystem {
  readonly id: string;
  /** Canonical. */
  readonly url: string;
  readonly version: string;
  readonly name: string;
  readonly status: string;
  /** The resource as it is served. */
  readonly text: string;
}
