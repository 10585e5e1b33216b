import { DECODED_SYNTAXES, STORAGE_CLASSES } from '../../media/dicom/storage-classes.js';

import { STORAGE_COMMITMENT } from '../storage-commitment.js';

export const VERIFICATION = '1.2.840.10008.1.1';
const IMPLICIT_LITTLE_ENDIAN = '1.2.840.10008.1.2';

/**
 * The answer to one presentation context: the transfer syntax that is accepted, or why none is. The
 * sender's first choice among those that can be decoded is taken, so that it need not convert.
 */
export function negotiate(
  abstractSyntax: string,
  transferSyntaxes: readonly string[],
): { readonly accepted: string } | { readonly refused: 'abstract-syntax' | 'transfer-syntaxes' } {
  if (abstractSyntax === VERIFICATION || abstractSyntax === STORAGE_COMMITMENT) {
    const plain = transferSyntaxes.find((uid) => uid === IMPLICIT_LITTLE_ENDIAN);
    const accepted = plain ?? transferSyntaxes.find((uid) => DECODED_SYNTAXES.has(uid));
    return accepted === undefined ? { refused: 'transfer-syntaxes' } : { accepted };
  }
  if (!STORAGE_CLASSES.has(abstractSyntax)) return { refused: 'abstract-syntax' };
  const accepted = transferSyntaxes.find((uid) => DECODED_SYNTAXES.has(uid));
  return accepted === undefined ? { refused: 'transfer-syntaxes' } : { accepted };
}
