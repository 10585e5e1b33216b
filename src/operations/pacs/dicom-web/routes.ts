import type { Scope } from '../../../calls/scopes.js';
import type { Level } from './search-entry.js';

export type RouteKind =
  | 'store'
  | 'search'
  | 'retrieve'
  | 'frames'
  | 'metadata'
  | 'rendered'
  | 'thumbnail';

/** One method on one path below `/dicom-web`. */
export interface DicomWebRoute {
  readonly method: 'GET' | 'POST';
  /** With `{study}`, `{series}`, `{instance}`, `{frame}` and `{frames}`. */
  readonly path: string;
  /** Also the action in the audit record. */
  readonly operationId: string;
  readonly summary: string;
  readonly scope: Scope;
  readonly kind: RouteKind;
  /** What is searched or retrieved. */
  readonly level: Level;
}

const STUDY = '/studies/{study}';
const SERIES = `${STUDY}/series/{series}`;
const INSTANCE = `${SERIES}/instances/{instance}`;

type Row = readonly [path: string, name: string, summary: string];

/** Routes of one kind on one level. */
const routes =
  (kind: RouteKind, level: Level) =>
  (...rows: readonly Row[]): DicomWebRoute[] =>
    rows.map(([path, name, summary]) => ({
      method: 'GET',
      path,
      operationId: `pacs.${name}`,
      summary,
      scope: 'pacs.read',
      kind,
      level,
    }));

const storeRoute = (path: string, name: string, summary: string): DicomWebRoute => ({
  ...{ method: 'POST', path, operationId: `pacs.${name}`, summary },
  ...{ scope: 'pacs.write', kind: 'store', level: 'study' },
});

export const DICOM_WEB_ROUTES: readonly DicomWebRoute[] = [
  storeRoute('/studies', 'store_instances', 'Store instances'),
  storeRoute(STUDY, 'store_instances_of_study', 'Store instances of a study'),
  ...routes('search', 'study')(['/studies', 'search_studies', 'Search for studies']),
  ...routes('search', 'series')(
    ['/series', 'search_series', 'Search for series'],
    [`${STUDY}/series`, 'search_series_of_study', 'Search for series of a study'],
  ),
  ...routes('search', 'instance')(
    ['/instances', 'search_instances', 'Search for instances'],
    [`${STUDY}/instances`, 'search_instances_of_study', 'Search for instances of a study'],
    [`${SERIES}/instances`, 'search_instances_of_series', 'Search for instances of a series'],
  ),
  ...routes('retrieve', 'study')([STUDY, 'retrieve_study', 'Retrieve a study']),
  ...routes('retrieve', 'series')([SERIES, 'retrieve_series', 'Retrieve a series']),
  ...routes('retrieve', 'instance')([INSTANCE, 'retrieve_instance', 'Retrieve an instance']),
  ...routes(
    'frames',
    'instance',
  )([`${INSTANCE}/frames/{frames}`, 'retrieve_frames', 'Retrieve frames, as they are stored']),
  ...routes(
    'metadata',
    'study',
  )([`${STUDY}/metadata`, 'study_metadata', 'The headers of the instances of a study']),
  ...routes(
    'metadata',
    'series',
  )([`${SERIES}/metadata`, 'series_metadata', 'The headers of the instances of a series']),
  ...routes(
    'metadata',
    'instance',
  )([`${INSTANCE}/metadata`, 'instance_metadata', 'The header of an instance']),
  ...routes('rendered', 'instance')(
    [`${INSTANCE}/rendered`, 'rendered_instance', 'A picture of an instance'],
    [`${INSTANCE}/frames/{frame}/rendered`, 'rendered_frame', 'A picture of a frame, from 1'],
  ),
  ...routes(
    'thumbnail',
    'study',
  )([`${STUDY}/thumbnail`, 'study_thumbnail', 'A small picture of one instance of a study']),
  ...routes(
    'thumbnail',
    'series',
  )([`${SERIES}/thumbnail`, 'series_thumbnail', 'A small picture of one instance of a series']),
  ...routes(
    'thumbnail',
    'instance',
  )([`${INSTANCE}/thumbnail`, 'instance_thumbnail', 'A small picture of an instance']),
];

/** The parts of a path in braces, as the client wrote them. */
export type RouteParams = Readonly<Record<string, string>>;

/** @returns undefined where the path is another one */
export function paramsOf(pattern: string, path: readonly string[]): RouteParams | undefined {
  const segments = pattern.slice(1).split('/');
  if (segments.length !== path.length) return undefined;
  const params: Record<string, string> = {};
  for (const [at, segment] of segments.entries()) {
    const sent = path[at] ?? '';
    if (segment.startsWith('{')) params[segment.slice(1, -1)] = sent;
    else if (segment !== sent) return undefined;
  }
  return params;
}
