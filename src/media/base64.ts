const DATA_URL = /^data:[\w.+-]+\/[\w.+-]+(;[\w=.+-]+)*;base64,/i;
/** No data URL that we take has a longer head than this. */
const HEAD_CHARACTERS = 200;

/**
 * The bytes behind base64 characters, with or without the head of a `data:` URL. Line breaks are
 * taken, as MIME encoders put them in; anything else outside the alphabet is not base64.
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
 * Node's decoder skips foreign characters, which shows as bytes that are missing in the end: to
 * count them is many times faster than to look at millions of characters one by one.
 */
function decodeStrictly(text: string): Buffer | undefined {
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  const digits = text.length - padding;
  // Padding may be left out, but where present it must be right; one digit alone is no byte.
  if (digits % 4 === 1 || (padding > 0 && text.length % 4 !== 0)) return undefined;
  // The digits of base64url, which Node takes as well, are of another alphabet.
  if (text.includes('-') || text.includes('_')) return undefined;
  const bytes = Buffer.from(text, 'base64');
  return bytes.length === Math.floor((digits * 3) / 4) ? bytes : undefined;
}
