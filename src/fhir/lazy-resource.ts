import type { Resource } from './resource.js';

/**
 * A resource that is parsed on each access: most are passed on unread, and parsing many would block
 * other requests. A class, because V8 makes a hidden class for each literal with an accessor and
 * keeps with it what the accessor reads.
 */
export class LazyResource {
  /** JSON of a resource, parsed before. */
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  get value(): Resource {
    return JSON.parse(this.text) as Resource;
  }
}
