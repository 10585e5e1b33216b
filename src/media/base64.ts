const DATA_URL = /^data:[\w.+-]+\/[\w.+-]+(;[\w=.+-]+)*;base64,/i;
/** Maximum length of the head of a data URL. */
const HEAD_CHARACTERS = 200;

/**
 * Decodes base64, with or without the head of a `data:` URL. Line breaks are accepted, as MIME
 * encoders insert them; other characters outside the alphabet are refused.
 *
 * @returns undefined when the text is not base64.
 */
export function decodeBase64(encoded: Uint8Array): Buffer | undefined {
  const view = Buffer.from(encoded.buffer, encoded.byteOffset, encoded.byteLength);
  const head = DATA_URL.exec(view.toString('latin1', 0, HEAD_CHARACTERS))?.[0].length ?? 0;
  const text = view.toString('latin1', head);
  return decodeStrictly(text) ?? decodeStrictly(text.replace(/[\r\n\t ]+/g, ''));
}

/**
 * Node's decoder skips invalid characters, so that the result is too short: comparing lengths is
 * many times faster than checking millions of characters.
 */
function decodeStrictly(text: string): Buffer | undefined {
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  const digits = text.length - padding;
  // Padding may be missing, but where present it must be right; a single digit is not a byte.
  if (digits % 4 === 1 || (padding > 0 && text.length % 4 !== 0)) return undefined;
  // Node also decodes base64url, which is another alphabet.
  if (text.includes('-') || text.includes('_')) return undefined;
  const bytes = Buffer.from(text, 'base64');
  return bytes.length === Math.floor((digits * 3) / 4) ? bytes : undefined;
}
