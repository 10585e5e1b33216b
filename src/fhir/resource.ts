/** A FHIR resource as JSON: all members but its type are unknown until it is validated. */
export type Resource = Readonly<Record<string, unknown>> & { readonly resourceType: string };
