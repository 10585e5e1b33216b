import type { ResourceRequest } from '../interactions/plan.js';
import type { Resource } from '../resource.js';

/**
 * A resource that is parsed on each access: most are passed on unread, and parsing many would block
 * other requests.
 *
 * @param text JSON of a resource, parsed before
 */
export function lazyResource(text: string): NonNullable<ResourceRequest['resource']> {
  return {
    text,
    get value() {
      return JSON.parse(text) as Resource;
    },
  };
}
