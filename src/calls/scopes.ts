/** What an API key may be allowed to do; the names are part of the interface. */
export const KEY_SCOPES = [
  'analyze',
  'transcribe',
  'imaging',
  'risk',
  'medications',
  'cds',
  'fhir.read',
  'fhir.write',
  'pacs.read',
  'pacs.write',
  'jobs',
  'models.read',
] as const;

/** What only people may be allowed to do: no key can hold one of these. */
export const PERSON_SCOPES = ['administration', 'audit.read'] as const;

export type KeyScope = (typeof KEY_SCOPES)[number];
export type Scope = KeyScope | (typeof PERSON_SCOPES)[number];

export function isKeyScope(text: string): text is KeyScope {
  return (KEY_SCOPES as readonly string[]).includes(text);
}

/** Whether people alone can hold a scope. */
export function isPersonScope(scope: Scope): boolean {
  return (PERSON_SCOPES as readonly string[]).includes(scope);
}
