/** What a key may be allowed to do; the names are part of the interface. */
export const SCOPES = [
  'analyze',
  'transcribe',
  'imaging',
  'risk',
  'medications',
  'fhir.read',
  'fhir.write',
  'jobs',
  'models.read',
] as const;

export type Scope = (typeof SCOPES)[number];

export function isScope(text: string): text is Scope {
  return (SCOPES as readonly string[]).includes(text);
}
