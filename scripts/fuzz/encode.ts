import type { Content, Draft, FormFile, WireRequest } from './draft.js';

const BOUNDARY = 'wardbox-fuzz-7d0e5c1f8a01';

function part(name: string, value: string | FormFile): Buffer {
  const text = typeof value === 'string';
  const file = text
    ? ''
    : `; filename="${value.filename}"\r\nContent-Type: application/octet-stream`;
  const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n`;
  return Buffer.concat([
    Buffer.from(head),
    text ? Buffer.from(value) : value.bytes,
    Buffer.from('\r\n'),
  ]);
}

function encodeContent(content: Content): { type?: string; body?: Buffer } {
  if (content.kind === 'none') return {};
  if (content.kind === 'json') {
    return { type: 'application/json', body: Buffer.from(JSON.stringify(content.value) ?? '') };
  }
  const parts = content.fields.map(([name, value]) => part(name, value));
  const body = Buffer.concat([...parts, Buffer.from(`--${BOUNDARY}--\r\n`)]);
  return { type: `multipart/form-data; boundary=${BOUNDARY}`, body };
}

/** Half of a surrogate pair, which encoded text cannot contain, becomes U+FFFD. */
export const percentEncoded = (text: string): string =>
  encodeURIComponent(Buffer.from(text).toString('utf8'));

/** `prefix` is `/v1`, `/api/v1` or empty. */
export function encode(
  { name, method, path, query, headers, content }: Draft,
  prefix: string,
): WireRequest {
  const { type, body } = encodeContent(content);
  const asked = query.map(([key, value]) => `${percentEncoded(key)}=${percentEncoded(value)}`);
  return {
    name,
    method,
    target: prefix + path + (asked.length === 0 ? '' : `?${asked.join('&')}`),
    headers: { ...(type !== undefined && { 'content-type': type }), ...headers },
    body,
    raw: false,
  };
}
