export interface EncodedForm {
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/**
 * A form as the bytes of its multipart body. As the body of a `Request` the form itself would be a
 * stream, and Node's stream of a form rejects without a handler when it is cancelled while it reads
 * a file: that is what a server does with a body that is too large.
 */
export async function encodeForm(form: FormData): Promise<EncodedForm> {
  const encoded = new Response(form);
  return {
    headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
    bytes: new Uint8Array(await encoded.arrayBuffer()),
  };
}
