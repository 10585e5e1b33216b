import { hash } from 'node:crypto';

/** SHA-256 in hexadecimal. */
export const sha256Hex = (content: Uint8Array | string): string => hash('sha256', content, 'hex');
