import type { AppError } from '../../core/errors.js';
import { membersOfEach } from '../bundle/scan-entries.js';
import { refuseFor } from '../outcome.js';
import { membersOf } from '../text/members.js';
import { UpstreamFault } from './fault.js';
import type { Document, Upstream } from './server.js';
import { foreignOf, type UpstreamResource } from './source.js';

/** The result of one search on the hospital's server. */
export interface UpstreamMatches {
  readonly resources: readonly UpstreamResource[];
  /** Number of entries that are not resources with an id. */
  readonly unusable: number;
}

type Members = Readonly<Record<string, unknown>>;

/** Limits per search: pages, and resources on all of them. */
const MAX_PAGES = 20;
const MAX_RESOURCES = 2_000;

const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** The text of the resource of each entry; '' for an entry without. */
function resourceTexts({ text }: Document): readonly string[] {
  const entry = membersOf(text).find(({ name }) => name === 'entry');
  if (entry === undefined || text[entry.start] !== '[') return [];
  return membersOfEach(text, entry.start).map((members) => {
    const resource = members.find(({ name }) => name === 'resource');
    return resource === undefined ? '' : text.slice(resource.start, resource.end);
  });
}

/** An OperationOutcome about the search is not a match. */
function isResult(entry: unknown): entry is Members {
  if (!isObject(entry) || !isObject(entry.resource)) return false;
  const outcome = isObject(entry.search) && entry.search.mode === 'outcome';
  return !outcome && entry.resource.resourceType !== 'OperationOutcome';
}

function readPage(page: Document, base: string): UpstreamMatches {
  const { resourceType, type, entry } = page.value;
  if (resourceType !== 'Bundle' || type !== 'searchset') {
    throw new UpstreamFault('The response to a search is not a searchset.', { ofAnswer: true });
  }
  const entries = listOf(entry);
  const texts = entries.length === 0 ? [] : resourceTexts(page);
  const resources: UpstreamResource[] = [];
  let unusable = 0;
  entries.forEach((one, index) => {
    if (!isResult(one)) return;
    const foreign = foreignOf(one.resource, texts[index] ?? '', base);
    if (foreign === undefined) unusable += 1;
    else resources.push(foreign);
  });
  return { resources, unusable };
}

function nextOf({ value }: Document): string | undefined {
  const next = listOf(value.link).find((link) => isObject(link) && link.relation === 'next');
  return isObject(next) && typeof next.url === 'string' ? next.url : undefined;
}

function tooMany(): AppError {
  const problem = `The hospital's FHIR server returned more than ${MAX_RESOURCES} resources: narrow the search.`;
  return refuseFor('validation_error', 'too-costly', problem);
}

/**
 * Fetches all pages of a search.
 *
 * @param address of the first page
 * @throws UpstreamFault
 * @throws AppError `validation_error` for a search with more matches than are imported at once
 */
export async function collect(
  upstream: Pick<Upstream, 'base' | 'get'>,
  address: string,
  signal: AbortSignal,
): Promise<UpstreamMatches> {
  const resources: UpstreamResource[] = [];
  let unusable = 0;
  let next: string | undefined = address;
  for (let pages = 0; next !== undefined; pages += 1) {
    if (pages >= MAX_PAGES || resources.length > MAX_RESOURCES) throw tooMany();
    const page: Document | undefined = await upstream.get(next, signal);
    // The server does not know the type, or the page has expired.
    if (page === undefined) {
      if (pages === 0) break;
      throw new UpstreamFault('A page of a search is missing.', { ofAnswer: true });
    }
    const part = readPage(page, upstream.base);
    resources.push(...part.resources);
    unusable += part.unusable;
    next = nextOf(page);
  }
  return { resources, unusable };
}
