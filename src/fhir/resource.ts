/** A FHIR resource as JSON: whatever it holds beside its type is unknown until it is validated. */
export type Resource = Readonly<Record<string, unknown>> & { readonly resourceType: string };
