import type { DescribedObject } from '../../../core/received-object.js';
import { matchesPattern } from '../../../core/wild-card.js';
import type { Route } from './route-schema.js';

/** What an image says of itself, and who has sent it. */
export interface RoutedImage {
  readonly header: Pick<DescribedObject, 'series'>;
  readonly callingAeTitle: string;
}

/** Codes of DICOM are in upper case, and padded with spaces. */
const folded = (text: string) => text.trim().toUpperCase();

function isAmong(value: string | undefined, codes: readonly string[] | undefined): boolean {
  if (codes === undefined) return true;
  return value !== undefined && codes.some((code) => folded(code) === folded(value));
}

function fits(value: string | undefined, pattern: string | undefined): boolean {
  if (pattern === undefined) return true;
  return value !== undefined && matchesPattern(folded(pattern), folded(value));
}

/** Whether all conditions of a route hold; a value that the header lacks fulfils none. */
export function matches({ match }: Pick<Route, 'match'>, image: RoutedImage): boolean {
  const { modality, bodyPart, view, description, stationName } = image.header.series;
  return (
    isAmong(modality, match.modality) &&
    isAmong(bodyPart, match.body_part) &&
    isAmong(view, match.view) &&
    fits(description, match.series_description) &&
    fits(stationName, match.station_name) &&
    isAmong(image.callingAeTitle, match.calling_ae_title)
  );
}

/**
 * The route of a series, of which one more image has arrived: the first one, in the order of the configuration,
 * that matches any of its images.
 *
 * @param before the name of the route that its earlier images had
 */
export function routeOf(
  routes: readonly Route[],
  image: RoutedImage,
  before: string | null,
): Route | undefined {
  return routes.find((route) => route.name === before || matches(route, image));
}
