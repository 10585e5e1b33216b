import {
  type ClientTerms,
  createOutboundClient,
  type OutboundClient,
} from '../core/outbound-client.js';
import type { Destination } from '../core/sent-object.js';

export type DicomWebDestination = Extract<Destination, { service: 'dicomweb' }>;

/** Calls a DICOMweb service. */
export interface DicomWebClient extends OutboundClient {
  /** Of a path below the service. */
  url(path: string): URL;
  readonly headers: Readonly<Record<string, string>>;
}

const CONNECT_MS = 10_000;

export function openDicomWeb(
  { url, tls, authorization }: DicomWebDestination,
  fault: ClientTerms['fault'],
): DicomWebClient {
  return {
    ...createOutboundClient({ ...tls, connectMs: CONNECT_MS, fault }),
    url: (path) => new URL(`${url.replace(/\/+$/, '')}/${path}`),
    headers: {
      Accept: 'application/dicom+json',
      ...(authorization !== undefined && { Authorization: authorization }),
    },
  };
}

/** Undefined for a text that is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** An object of the DICOM JSON Model (PS3.18 annex F): elements by tag. */
export type JsonObject = Readonly<Record<string, unknown>>;

export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The items of a sequence; undefined where there is none. */
export function itemsOf(answer: unknown, sequence: string): readonly JsonObject[] | undefined {
  const element = isJsonObject(answer) ? answer[sequence] : undefined;
  if (!isJsonObject(element)) return undefined;
  return Array.isArray(element.Value) ? element.Value.filter(isJsonObject) : [];
}

/** The values of an element; undefined where there is none. */
export function valuesOf(object: JsonObject | undefined, tag: string): unknown[] | undefined {
  const element = object?.[tag];
  if (!isJsonObject(element)) return undefined;
  return Array.isArray(element.Value) ? element.Value : [];
}

export const firstValue = (object: JsonObject | undefined, tag: string): unknown =>
  valuesOf(object, tag)?.[0];
