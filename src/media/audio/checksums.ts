/** Table of a CRC that takes the highest bit first, without reflection. */
function tableOf(bits: 8 | 16 | 32, polynomial: number): Uint32Array {
  const top = 2 ** (bits - 1);
  const mask = 2 ** bits - 1;
  return Uint32Array.from({ length: 256 }, (_, byte) => {
    let value = byte * 2 ** (bits - 8);
    for (let i = 0; i < 8; i += 1) {
      const carries = value >= top;
      value = (value * 2) % 2 ** bits;
      if (carries) value = ((value ^ polynomial) & mask) >>> 0;
    }
    return value;
  });
}

const CRC_8 = tableOf(8, 0x07);
const CRC_16 = tableOf(16, 0x8005);
const CRC_32 = tableOf(32, 0x04c1_1db7);

/** CRC-8 of a FLAC frame header (RFC 9639 section 9.1.8). */
export function crc8(bytes: Uint8Array, from: number, to: number): number {
  let crc = 0;
  for (let i = from; i < to; i += 1) crc = CRC_8[crc ^ (bytes[i] as number)] as number;
  return crc;
}

/** CRC-16 of a FLAC frame (RFC 9639 section 9.3). */
export function crc16(bytes: Uint8Array, from: number, to: number): number {
  let crc = 0;
  for (let i = from; i < to; i += 1) {
    crc = ((crc << 8) & 0xffff) ^ (CRC_16[(crc >> 8) ^ (bytes[i] as number)] as number);
  }
  return crc;
}

/** CRC-32 of an Ogg page whose own checksum field counts as zero (RFC 3533 section 6). */
export function oggChecksum(page: Uint8Array): number {
  let crc = 0;
  for (let i = 0; i < page.length; i += 1) {
    const byte = i >= 22 && i < 26 ? 0 : (page[i] as number);
    crc = (crc << 8) ^ (CRC_32[((crc >>> 24) ^ byte) & 0xff] as number);
  }
  return crc >>> 0;
}
