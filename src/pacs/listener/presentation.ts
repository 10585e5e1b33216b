import { TRANSFER_SYNTAXES } from '../../media/dicom/transfer-syntax.js';

/** SOP classes that are stored (PS3.4 section B.5). */
export const STORAGE_CLASSES: ReadonlyMap<string, string> = new Map([
  ['1.2.840.10008.5.1.4.1.1.1', 'Computed Radiography Image'],
  ['1.2.840.10008.5.1.4.1.1.1.1', 'Digital X-Ray Image, for presentation'],
  ['1.2.840.10008.5.1.4.1.1.1.1.1', 'Digital X-Ray Image, for processing'],
  ['1.2.840.10008.5.1.4.1.1.2', 'CT Image'],
  ['1.2.840.10008.5.1.4.1.1.2.1', 'Enhanced CT Image'],
  ['1.2.840.10008.5.1.4.1.1.2.2', 'Legacy Converted Enhanced CT Image'],
  ['1.2.840.10008.5.1.4.1.1.4', 'MR Image'],
  ['1.2.840.10008.5.1.4.1.1.4.1', 'Enhanced MR Image'],
  ['1.2.840.10008.5.1.4.1.1.4.4', 'Legacy Converted Enhanced MR Image'],
  ['1.2.840.10008.5.1.4.1.1.7', 'Secondary Capture Image'],
  ['1.2.840.10008.5.1.4.1.1.7.2', 'Multi-frame Grayscale Byte Secondary Capture Image'],
  ['1.2.840.10008.5.1.4.1.1.7.3', 'Multi-frame Grayscale Word Secondary Capture Image'],
  ['1.2.840.10008.5.1.4.1.1.7.4', 'Multi-frame True Color Secondary Capture Image'],
]);

export const VERIFICATION = '1.2.840.10008.1.1';
const IMPLICIT_LITTLE_ENDIAN = '1.2.840.10008.1.2';

/** JPIP objects only point to their pixels. */
const hasPixels = ({ name }: { readonly name: string }) => !name.startsWith('JPIP');

/** Transfer syntaxes whose pixels can be decoded. */
const DECODED: ReadonlySet<string> = new Set(
  TRANSFER_SYNTAXES.filter(
    (syntax) => (syntax.encapsulated ? syntax.decode !== undefined : true) && hasPixels(syntax),
  ).map(({ uid }) => uid),
);

/**
 * The answer to one presentation context: the transfer syntax that is accepted, or why none is. The
 * sender's first choice among those that can be decoded is taken, so that it need not convert.
 */
export function negotiate(
  abstractSyntax: string,
  transferSyntaxes: readonly string[],
): { readonly accepted: string } | { readonly refused: 'abstract-syntax' | 'transfer-syntaxes' } {
  if (abstractSyntax === VERIFICATION) {
    const plain = transferSyntaxes.find((uid) => uid === IMPLICIT_LITTLE_ENDIAN);
    const accepted = plain ?? transferSyntaxes.find((uid) => DECODED.has(uid));
    return accepted === undefined ? { refused: 'transfer-syntaxes' } : { accepted };
  }
  if (!STORAGE_CLASSES.has(abstractSyntax)) return { refused: 'abstract-syntax' };
  const accepted = transferSyntaxes.find((uid) => DECODED.has(uid));
  return accepted === undefined ? { refused: 'transfer-syntaxes' } : { accepted };
}
