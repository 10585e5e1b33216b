/** 48 kHz samples of one frame by the configuration number (RFC 6716 section 3.1, table 2). */
const FRAME = [
  480, 960, 1920, 2880, 480, 960, 1920, 2880, 480, 960, 1920, 2880, 480, 960, 480, 960, 120, 240,
  480, 960, 120, 240, 480, 960, 120, 240, 480, 960, 120, 240, 480, 960,
];
/** 120 ms, the longest a packet may be. */
const LONGEST = 5760;
const LONGEST_FRAME_BYTES = 1275;

/** Bytes of a frame's length field and the length (section 3.2.1), null when truncated. */
function frameLength(packet: Uint8Array, at: number): readonly [number, number] | null {
  const first = packet[at];
  if (first === undefined) return null;
  if (first < 252) return [1, first];
  const second = packet[at + 1];
  return second === undefined ? null : [2, second * 4 + first];
}

/** Whether `count` frames fill the bytes from `at` to `end`: all but the last give their length. */
function framesFit(packet: Uint8Array, from: number, end: number, count: number): boolean {
  let at = from;
  let bytes = 0;
  for (let i = 0; i + 1 < count; i += 1) {
    const length = frameLength(packet, at);
    if (length === null || length[1] > LONGEST_FRAME_BYTES) return false;
    at += length[0];
    bytes += length[1];
  }
  const last = end - at - bytes;
  return last >= 0 && last <= LONGEST_FRAME_BYTES;
}

/** Code 3: a number of frames of equal or given lengths, with padding (section 3.2.5). */
function manyFit(packet: Uint8Array, count: number): boolean {
  const flags = packet[1] as number;
  let at = 2;
  let padding = 0;
  if ((flags & 0x40) !== 0) {
    let more = 255;
    while (more === 255) {
      more = packet[at] ?? -1;
      if (more < 0) return false;
      at += 1;
      padding += more === 255 ? 254 : more;
    }
  }
  const end = packet.length - padding;
  if (end < at) return false;
  if ((flags & 0x80) !== 0) return framesFit(packet, at, end, count);
  const each = (end - at) / count;
  return Number.isInteger(each) && each <= LONGEST_FRAME_BYTES;
}

/**
 * 48 kHz samples in an Opus packet, 0 when it is malformed (RFC 6716 section 3.4). Of several
 * streams in one packet the first decides; its length is inside it, so its frames are not checked.
 */
export function opusSamples(packet: Uint8Array, single = true): number {
  const toc = packet[0];
  if (toc === undefined) return 0;
  const frame = FRAME[toc >> 3] ?? 0;
  const code = toc & 3;
  const count = code === 0 ? 1 : code < 3 ? 2 : (packet[1] ?? 0) & 63;
  const samples = frame * count;
  if (samples === 0 || samples > LONGEST) return 0;
  if (!single) return samples;
  const length = packet.length - 1;
  let fits = true;
  if (code === 0) fits = length <= LONGEST_FRAME_BYTES;
  else if (code === 1) fits = length % 2 === 0 && length / 2 <= LONGEST_FRAME_BYTES;
  else if (code === 2) fits = framesFit(packet, 1, packet.length, 2);
  else fits = manyFit(packet, count);
  return fits ? samples : 0;
}
