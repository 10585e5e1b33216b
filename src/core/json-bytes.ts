import { isAscii } from 'node:buffer';
import { AppError, invalidField } from './errors.js';
import { forbiddenKeyIn, mayHoldForbiddenKey } from './forbidden-key.js';
import { checkExtent, type JsonExtent } from './json-extent.js';

const notUtf8 = (): AppError =>
  new AppError('invalid_json', 'The body is not valid UTF-8.', {
    issues: [{ field: 'body', issue: 'is not valid UTF-8' }],
  });

/** @throws AppError `invalid_json` for bytes that are not UTF-8 */
export function decodeText(bytes: Buffer): string {
  // An image in base64 is megabytes of ASCII, which needs no decoder.
  if (isAscii(bytes)) return bytes.toString('latin1');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw notUtf8();
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The parser's own message quotes the text around the fault, which may be patient data; it goes
    // neither to the client nor to the log.
    throw new AppError('invalid_json', 'The body is not valid JSON.', {
      issues: [{ field: 'body', issue: 'is not valid JSON' }],
    });
  }
}

/**
 * Parses a body of JSON, refusing keys that could reach the prototype of an object.
 *
 * @throws AppError `invalid_json`, and `validation_error` for a forbidden key and for a body beyond
 *   the limits
 */
export function parseBody(text: string, bytes: Buffer, extent: JsonExtent): unknown {
  checkExtent(bytes, extent);
  const value = parseJson(text);
  const forbidden = mayHoldForbiddenKey(bytes) ? forbiddenKeyIn(value) : undefined;
  if (forbidden !== undefined) throw invalidField(forbidden, 'is not known');
  return value;
}
