export interface WavShape {
  readonly rate: number;
  /** 1 whole numbers, 3 floats, 6 A-law, 7 mu-law. */
  readonly tag: number;
  readonly bits: number;
  /** Writes the format as WAVE_FORMAT_EXTENSIBLE. */
  readonly extensible?: boolean;
}

function writeSample(view: DataView, offset: number, value: number, { tag, bits }: WavShape): void {
  if (tag === 3) {
    if (bits === 32) view.setFloat32(offset, value, true);
    else view.setFloat64(offset, value, true);
    return;
  }
  const whole = Math.max(
    -(2 ** (bits - 1)),
    Math.min(2 ** (bits - 1) - 1, Math.round(value * 2 ** (bits - 1))),
  );
  if (bits === 8) view.setUint8(offset, whole + 128);
  else if (bits === 16) view.setInt16(offset, whole, true);
  else if (bits === 24) {
    view.setUint16(offset, whole & 0xffff, true);
    view.setInt8(offset + 2, whole >> 16);
  } else view.setInt32(offset, whole, true);
}

/** Interleaved samples as the bytes of a data chunk. */
export function wavSamples(channels: readonly Float32Array[], shape: WavShape): Uint8Array {
  const width = shape.bits / 8;
  const frames = channels[0]?.length ?? 0;
  const bytes = new Uint8Array(frames * channels.length * width);
  const view = new DataView(bytes.buffer);
  for (let i = 0; i < frames; i += 1) {
    channels.forEach((samples, c) => {
      writeSample(view, (i * channels.length + c) * width, samples[i] ?? 0, shape);
    });
  }
  return bytes;
}

function chunk(id: string, body: Uint8Array, size = body.length): Buffer {
  const head = Buffer.alloc(8);
  head.write(id, 0, 'latin1');
  head.writeUInt32LE(size >>> 0, 4);
  return Buffer.concat([head, body, Buffer.alloc(body.length % 2)]);
}

/** The content of a format chunk. */
export function wavFormat(channels: number, shape: WavShape): Buffer {
  const body = Buffer.alloc(shape.extensible ? 40 : 16);
  const width = shape.bits / 8;
  body.writeUInt16LE(shape.extensible ? 0xfffe : shape.tag, 0);
  body.writeUInt16LE(channels, 2);
  body.writeUInt32LE(shape.rate, 4);
  body.writeUInt32LE(shape.rate * channels * width, 8);
  body.writeUInt16LE(channels * width, 12);
  body.writeUInt16LE(shape.bits, 14);
  if (!shape.extensible) return body;
  body.writeUInt16LE(22, 16);
  body.writeUInt16LE(shape.bits, 18);
  body.writeUInt16LE(shape.tag, 24);
  Buffer.from('000000001000800000aa00389b71', 'hex').copy(body, 26);
  return body;
}

/** A RIFF file of chunks; `size` overrides what a chunk says of itself. */
export function riff(
  chunks: readonly (readonly [string, Uint8Array, number?])[],
  id = 'RIFF',
): Buffer {
  const parts = chunks.map(([name, body, size]) => chunk(name, body, size));
  const length = parts.reduce((sum, part) => sum + part.length, 4);
  const head = Buffer.alloc(12);
  head.write(id, 0, 'latin1');
  head.writeUInt32LE(length, 4);
  head.write('WAVE', 8, 'latin1');
  return Buffer.concat([head, ...parts]);
}

/** A WAV file of some channels. */
export function wavFile(channels: readonly Float32Array[], shape: WavShape): Buffer {
  return riff([
    ['fmt ', wavFormat(channels.length, shape)],
    ['data', wavSamples(channels, shape)],
  ]);
}
