import { AppError } from '../../../core/errors.js';
import { type MediaType, readMediaType, splitList } from '../../../core/media-type.js';

/** A media type that a client accepts, and how much (RFC 9110 section 12.5.1). */
export interface AcceptedType {
  /** In lower case: `multipart/related`, `image/*`. */
  readonly type: string;
  /** Of a multipart type: the type of its parts, in lower case. */
  readonly partType?: string;
  /** The UID, or `*`. */
  readonly transferSyntax?: string;
  readonly quality: number;
}

/** Longer lists are cut: no client has so many. */
const MAX_ACCEPTED = 50;

function acceptedType({ type, parameters }: MediaType): AcceptedType {
  const parameter = (name: string) => parameters.find(([one]) => one === name)?.[1];
  const partType = parameter('type')?.toLowerCase();
  const transferSyntax = parameter('transfer-syntax');
  const quality = Number(parameter('q') ?? 1);
  return {
    type,
    ...(partType !== undefined && { partType }),
    ...(transferSyntax !== undefined && { transferSyntax }),
    quality: quality >= 0 && quality <= 1 ? quality : 1,
  };
}

/**
 * The accepted types, the preferred ones first. The query parameter `accept` is decisive where it is sent
 * (PS3.18 section 8.3.3.1): links cannot set a header. Without either, everything is accepted.
 */
export function acceptedTypes(
  header: string | undefined,
  parameter: string | undefined,
): readonly AcceptedType[] {
  const types = splitList(parameter ?? header ?? '*/*')
    .slice(0, MAX_ACCEPTED)
    .map(readMediaType)
    .filter((type) => type !== undefined)
    .map(acceptedType)
    .filter(({ quality }) => quality > 0);
  return types.sort((one, other) => other.quality - one.quality);
}

const covers = (range: string, type: string): boolean =>
  range === '*/*' ||
  range === type ||
  (range.endsWith('/*') && type.startsWith(range.slice(0, -1)));

/** @returns the first of the offered types that is accepted */
export function chooseType(
  accepted: readonly AcceptedType[],
  offered: readonly string[],
): string | undefined {
  for (const { type } of accepted) {
    const found = offered.find((one) => covers(type, one));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** How parts of an answer with several parts are wanted. */
export interface PartChoice {
  /** Whether the answer is one part alone, without multipart. */
  readonly single: boolean;
  /** Of the parts. */
  readonly type: string;
  /** The UID that is wanted, or `*`; absent where the client names none. */
  readonly transferSyntax?: string;
}

/**
 * What the client accepts of parts of these types, in the order of its preference.
 *
 * @param mayBeSingle whether one part can be answered without multipart
 */
export function partChoices(
  accepted: readonly AcceptedType[],
  offered: readonly string[],
  mayBeSingle: boolean,
): readonly PartChoice[] {
  return accepted.flatMap(({ type, partType, transferSyntax }): PartChoice[] => {
    const syntax = transferSyntax === undefined ? {} : { transferSyntax };
    const any = { transferSyntax: '*', ...syntax };
    if (type === '*/*') return offered.map((one) => ({ single: false, type: one, ...any }));
    if (type === 'multipart/related' || type === 'multipart/*') {
      if (partType === undefined) {
        return offered.map((one) => ({ single: false, type: one, ...any }));
      }
      const wanted = offered.filter((one) => covers(partType, one));
      return wanted.map((one) => ({ single: false, type: one, ...syntax }));
    }
    if (!mayBeSingle) return [];
    const wanted = offered.filter((one) => covers(type, one));
    return wanted.map((one) => ({ single: true, type: one, ...syntax }));
  });
}

/** @param offered in words */
export const notAcceptable = (offered: string): AppError =>
  new AppError('not_acceptable', `Only ${offered} is answered here.`, {
    issues: [{ field: 'Accept', issue: `must allow ${offered}` }],
  });
