/** Quoted text may contain separators. */
const PART = /(?:[^,"]|"(?:[^"\\]|\\.)*"?)+/g;
const NAME = /^\s*([!#$%&'*+.^_`|~\w-]+)\s*(?:[=;]|$)/;

/**
 * Whether a client prefers an asynchronous answer: `Prefer: respond-async` (RFC 7240). `wait=5` is
 * ignored, as the job is returned immediately.
 */
export function respondAsync(header: string | undefined): boolean {
  const parts = header?.match(PART) ?? [];
  return parts.some((part) => NAME.exec(part)?.[1]?.toLowerCase() === 'respond-async');
}
