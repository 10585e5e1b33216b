const SHORT = 3;
const LONG = 4;
const SAMPLE_FORMAT = { unsigned: 1, signed: 2, float: 3 } as const;

export interface RawTiff {
  readonly width: number;
  readonly height: number;
  readonly bits: number;
  readonly format: keyof typeof SAMPLE_FORMAT;
  /** Samples in little-endian order. */
  readonly pixels: Uint8Array;
  /** 0: the lowest value is white; 1: it is black. */
  readonly photometric?: 0 | 1;
}

/** An uncompressed TIFF of one strip, for sample types that encoders do not write. */
export function rawTiff({ width, height, bits, format, pixels, photometric = 1 }: RawTiff): Buffer {
  const tags: [number, number, number][] = [
    [256, LONG, width],
    [257, LONG, height],
    [258, SHORT, bits],
    [259, SHORT, 1],
    [262, SHORT, photometric],
    [273, LONG, 8],
    [277, SHORT, 1],
    [278, LONG, height],
    [279, LONG, pixels.byteLength],
    [339, SHORT, SAMPLE_FORMAT[format]],
  ];
  const padding = pixels.byteLength % 2;
  const head = Buffer.from('II*\0\0\0\0\0', 'latin1');
  head.writeUInt32LE(8 + pixels.byteLength + padding, 4);
  const directory = Buffer.alloc(2 + tags.length * 12 + 4);
  directory.writeUInt16LE(tags.length, 0);
  for (const [index, [tag, type, value]] of tags.entries()) {
    const at = 2 + index * 12;
    directory.writeUInt16LE(tag, at);
    directory.writeUInt16LE(type, at + 2);
    directory.writeUInt32LE(1, at + 4);
    if (type === SHORT) directory.writeUInt16LE(value, at + 8);
    else directory.writeUInt32LE(value, at + 8);
  }
  return Buffer.concat([head, pixels, Buffer.alloc(padding), directory]);
}
