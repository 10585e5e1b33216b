import type { ResourceName } from '../../store/fhir/store.js';
import type { Resource } from '../resource.js';

const LOCAL = /^([A-Z][A-Za-z]{0,63})\/([A-Za-z0-9.-]{1,64})$/;

/** What a reference to a resource of this server names; undefined for any other one. */
export function localName(reference: unknown): ResourceName | undefined {
  const [, type, id] = (typeof reference === 'string' && LOCAL.exec(reference)) || [];
  return type === undefined || id === undefined ? undefined : { type, id };
}

/** The resource of this server that a Binary is protected like. */
export function securityContextOf({ securityContext }: Resource): ResourceName | undefined {
  if (typeof securityContext !== 'object' || securityContext === null) return undefined;
  return 'reference' in securityContext ? localName(securityContext.reference) : undefined;
}
