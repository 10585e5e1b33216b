/** A body of the type `multipart/related`, as a client of STOW-RS sends it. */
export function relatedBody(
  files: readonly Uint8Array[],
  { partType = 'application/dicom', boundary = 'wardbox-test-boundary' } = {},
): { readonly headers: Readonly<Record<string, string>>; readonly bytes: Buffer<ArrayBuffer> } {
  const parts = files.flatMap((file) => [
    Buffer.from(`--${boundary}\r\nContent-Type: ${partType}\r\n\r\n`),
    Buffer.from(file),
    Buffer.from('\r\n'),
  ]);
  return {
    headers: {
      'Content-Type': `multipart/related; type="application/dicom"; boundary=${boundary}`,
    },
    bytes: Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]),
  };
}
