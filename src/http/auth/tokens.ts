import { hash, randomBytes } from 'node:crypto';

const TOKEN_BYTES = 32;

/** 256 random bits, as a cookie and a link can carry them. */
export const newToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url');

/** What is stored of a token. It has too many bits to be guessed from its hash. */
export const tokenHash = (token: string): Buffer => hash('sha256', token, 'buffer');
