import type { Scope } from '../../../calls/scopes.js';
import type { Level } from './search-entry.js';

export type RouteKind = 'search' | 'retrieve' | 'metadata' | 'rendered' | 'thumbnail';

/** One method on one path below `/dicom-web`. */
export interface DicomWebRoute {
  readonly method: 'GET' | 'POST';
  /** With `{study}`, `{series}`, `{instance}` and `{frame}`. */
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

const read = (
  kind: RouteKind,
  level: Level,
  path: string,
  operationId: string,
  summary: string,
): DicomWebRoute => ({
  method: 'GET',
  path,
  operationId,
  summary,
  scope: 'pacs.read',
  kind,
  level,
});

export const DICOM_WEB_ROUTES: readonly DicomWebRoute[] = [
  read('search', 'study', '/studies', 'pacs.search_studies', 'Search for studies'),
  read('search', 'series', '/series', 'pacs.search_series', 'Search for series'),
  read('search', 'instance', '/instances', 'pacs.search_instances', 'Search for instances'),
  read(
    ...(['search', 'series', `${STUDY}/series`] as const),
    ...(['pacs.search_series_of_study', 'Search for series of a study'] as const),
  ),
  read(
    ...(['search', 'instance', `${STUDY}/instances`] as const),
    ...(['pacs.search_instances_of_study', 'Search for instances of a study'] as const),
  ),
  read(
    ...(['search', 'instance', `${SERIES}/instances`] as const),
    ...(['pacs.search_instances_of_series', 'Search for instances of a series'] as const),
  ),
  read('retrieve', 'study', STUDY, 'pacs.retrieve_study', 'Retrieve a study'),
  read('retrieve', 'series', SERIES, 'pacs.retrieve_series', 'Retrieve a series'),
  read('retrieve', 'instance', INSTANCE, 'pacs.retrieve_instance', 'Retrieve an instance'),
  read(
    ...(['metadata', 'study', `${STUDY}/metadata`] as const),
    ...(['pacs.study_metadata', 'The headers of the instances of a study'] as const),
  ),
  read(
    ...(['metadata', 'series', `${SERIES}/metadata`] as const),
    ...(['pacs.series_metadata', 'The headers of the instances of a series'] as const),
  ),
  read(
    ...(['metadata', 'instance', `${INSTANCE}/metadata`] as const),
    ...(['pacs.instance_metadata', 'The header of an instance'] as const),
  ),
  read(
    ...(['rendered', 'instance', `${INSTANCE}/rendered`] as const),
    ...(['pacs.rendered_instance', 'A picture of an instance'] as const),
  ),
  read(
    ...(['rendered', 'instance', `${INSTANCE}/frames/{frame}/rendered`] as const),
    ...(['pacs.rendered_frame', 'A picture of a frame, from 1'] as const),
  ),
  read(
    ...(['thumbnail', 'study', `${STUDY}/thumbnail`] as const),
    ...(['pacs.study_thumbnail', 'A small picture of one instance of a study'] as const),
  ),
  read(
    ...(['thumbnail', 'series', `${SERIES}/thumbnail`] as const),
    ...(['pacs.series_thumbnail', 'A small picture of one instance of a series'] as const),
  ),
  read(
    ...(['thumbnail', 'instance', `${INSTANCE}/thumbnail`] as const),
    ...(['pacs.instance_thumbnail', 'A small picture of an instance'] as const),
  ),
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
