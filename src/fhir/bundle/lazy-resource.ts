import type { ResourceRequest } from '../interactions/plan.js';
import type { Resource } from '../resource.js';

/**
 * A resource that is parsed each time it is looked into: most are not where they are handed on, and
 * many together take longer than anybody should be held up.
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
