import type { Clock } from '../../core/clock.js';
import type { Principal } from '../auth/principal.js';
import { newToken, tokenHash } from '../auth/tokens.js';

/** The longest life that SMART Backend Services recommends. */
export const TOKEN_LIFETIME_S = 300;
/** Of one client at the same time; then its oldest ones end. */
const MAX_PER_CLIENT = 1_000;

interface IssuedToken {
  readonly principal: Principal;
  readonly issuedAt: number;
}

/** Tokens that were issued here. They are known to this process alone, and by their hashes alone. */
export interface IssuedTokens {
  issue(principal: Principal): string;
  /** Who has a token that is valid now. */
  find(token: string): Principal | undefined;
}

export function createIssuedTokens(clock: Clock): IssuedTokens {
  const byClient = new Map<string, Map<string, IssuedToken>>();

  // A clock that was set back makes no token last longer.
  const isValid = ({ issuedAt }: IssuedToken, now: number): boolean =>
    issuedAt <= now && now < issuedAt + TOKEN_LIFETIME_S * 1_000;

  function forgetOld(tokens: Map<string, IssuedToken>, now: number): void {
    for (const [name, token] of tokens) {
      if (isValid(token, now) && tokens.size < MAX_PER_CLIENT) return;
      tokens.delete(name);
    }
  }

  return {
    issue(principal) {
      const now = clock();
      const tokens = byClient.get(principal.id) ?? new Map<string, IssuedToken>();
      byClient.set(principal.id, tokens);
      forgetOld(tokens, now);
      const token = newToken();
      tokens.set(tokenHash(token).toString('hex'), { principal, issuedAt: now });
      return token;
    },
    find(token) {
      const name = tokenHash(token).toString('hex');
      for (const tokens of byClient.values()) {
        const found = tokens.get(name);
        if (found !== undefined) return isValid(found, clock()) ? found.principal : undefined;
      }
      return undefined;
    },
  };
}
