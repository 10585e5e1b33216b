/** Quoted text may hold what otherwise parts preferences and their parameters. */
const PART = /(?:[^,"]|"(?:[^"\\]|\\.)*"?)+/g;
const NAME = /^\s*([!#$%&'*+.^_`|~\w-]+)\s*(?:[=;]|$)/;

/**
 * Whether a client would rather be answered later: `Prefer: respond-async` (RFC 7240). How long it
 * would wait (`wait=5`) changes nothing: the job is there at once.
 */
export function respondAsync(header: string | undefined): boolean {
  const parts = header?.match(PART) ?? [];
  return parts.some((part) => NAME.exec(part)?.[1]?.toLowerCase() === 'respond-async');
}
