export interface Preferences {
  /** Content of the answer to a write. */
  readonly return: 'minimal' | 'representation' | 'OperationOutcome';
  /** Whether a search with an unknown parameter is refused. */
  readonly strict: boolean;
}

const RETURNS = ['minimal', 'representation', 'OperationOutcome'] as const;

/**
 * Reads `Prefer: return=minimal, handling=strict`; unknown preferences have no effect (RFC 7240).
 */
export function preferences(header: string | undefined): Preferences {
  let wanted: Preferences['return'] = 'representation';
  let strict = false;
  for (const part of (header ?? '').split(/[,;]/)) {
    const [name, value] = part.split('=').map((text) => text.trim().replaceAll('"', ''));
    if (name?.toLowerCase() === 'return') {
      wanted = RETURNS.find((one) => one.toLowerCase() === value?.toLowerCase()) ?? wanted;
    }
    if (name?.toLowerCase() === 'handling') strict = value?.toLowerCase() === 'strict';
  }
  return { return: wanted, strict };
}

/** Whether an answer is to come later: `Prefer: respond-async`. */
export const prefersAsync = (header: string | undefined): boolean =>
  (header ?? '').split(/[,;]/).some((part) => part.trim().toLowerCase() === 'respond-async');
