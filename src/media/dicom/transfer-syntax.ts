import type { FrameDecoder } from './codecs/frame.js';
import { decodeHtj2k } from './codecs/htj2k.js';
import { decodeJpeg2000 } from './codecs/jpeg-2000.js';
import { decodeJpegDct } from './codecs/jpeg-dct.js';
import { decodeJpegLossless } from './codecs/jpeg-lossless.js';
import { decodeJpegLs } from './codecs/jpeg-ls.js';
import { decodeRle } from './codecs/rle.js';

export interface TransferSyntax {
  readonly uid: string;
  /** From PS3.6 table A-1, without the "Default Transfer Syntax for …" tails. */
  readonly name: string;
  readonly encapsulated: boolean;
  /** Whether the compression may be lossy; the codestream itself may be lossless. */
  readonly lossy: boolean;
  readonly bigEndian: boolean;
  /** The whole data set is deflated, not its frames. */
  readonly deflated: boolean;
  /** undefined where frames are native, and where the encapsulated codec is not supported. */
  readonly decode: FrameDecoder | undefined;
}

const ROOT = '1.2.840.10008.1.2';

type SyntaxTraits = Partial<Pick<TransferSyntax, 'bigEndian' | 'deflated'>>;

const native = (suffix: string, name: string, traits: SyntaxTraits = {}): TransferSyntax => ({
  uid: `${ROOT}${suffix}`,
  name,
  encapsulated: false,
  lossy: false,
  bigEndian: false,
  deflated: false,
  decode: undefined,
  ...traits,
});

const encapsulated =
  (lossy: boolean) =>
  (suffix: string, name: string, decode?: FrameDecoder): TransferSyntax => ({
    ...native(suffix, name),
    encapsulated: true,
    lossy,
    decode,
  });

const lossless = encapsulated(false);
const lossy = encapsulated(true);

/**
 * PS3.6 table A-1, 2024 edition, but for the syntaxes that no stored image has (MIME, XML, SMPTE).
 * Part 2 multi-component JPEG 2000 has several frames in one codestream, and arithmetic-coded and
 * hierarchical JPEG were retired before they were used.
 */
export const TRANSFER_SYNTAXES: readonly TransferSyntax[] = [
  native('', 'Implicit VR Little Endian'),
  native('.1', 'Explicit VR Little Endian'),
  lossless('.1.98', 'Encapsulated Uncompressed Explicit VR Little Endian'),
  native('.1.99', 'Deflated Explicit VR Little Endian', { deflated: true }),
  native('.2', 'Explicit VR Big Endian (Retired)', { bigEndian: true }),
  lossy('.4.50', 'JPEG Baseline (Process 1)', decodeJpegDct),
  lossy('.4.51', 'JPEG Extended (Process 2 & 4)', decodeJpegDct),
  lossy('.4.52', 'JPEG Extended (Process 3 & 5) (Retired)'),
  lossy(
    '.4.53',
    'JPEG Spectral Selection, Non-Hierarchical (Process 6 & 8) (Retired)',
    decodeJpegDct,
  ),
  lossy('.4.54', 'JPEG Spectral Selection, Non-Hierarchical (Process 7 & 9) (Retired)'),
  lossy(
    '.4.55',
    'JPEG Full Progression, Non-Hierarchical (Process 10 & 12) (Retired)',
    decodeJpegDct,
  ),
  lossy('.4.56', 'JPEG Full Progression, Non-Hierarchical (Process 11 & 13) (Retired)'),
  lossless('.4.57', 'JPEG Lossless, Non-Hierarchical (Process 14)', decodeJpegLossless),
  lossless('.4.58', 'JPEG Lossless, Non-Hierarchical (Process 15) (Retired)'),
  lossy('.4.59', 'JPEG Extended, Hierarchical (Process 16 & 18) (Retired)'),
  lossy('.4.60', 'JPEG Extended, Hierarchical (Process 17 & 19) (Retired)'),
  lossy('.4.61', 'JPEG Spectral Selection, Hierarchical (Process 20 & 22) (Retired)'),
  lossy('.4.62', 'JPEG Spectral Selection, Hierarchical (Process 21 & 23) (Retired)'),
  lossy('.4.63', 'JPEG Full Progression, Hierarchical (Process 24 & 26) (Retired)'),
  lossy('.4.64', 'JPEG Full Progression, Hierarchical (Process 25 & 27) (Retired)'),
  lossless('.4.65', 'JPEG Lossless, Hierarchical (Process 28) (Retired)'),
  lossless('.4.66', 'JPEG Lossless, Hierarchical (Process 29) (Retired)'),
  lossless(
    '.4.70',
    'JPEG Lossless, Non-Hierarchical, First-Order Prediction (Process 14 [Selection Value 1])',
    decodeJpegLossless,
  ),
  lossless('.4.80', 'JPEG-LS Lossless Image Compression', decodeJpegLs),
  lossy('.4.81', 'JPEG-LS Lossy (Near-Lossless) Image Compression', decodeJpegLs),
  lossless('.4.90', 'JPEG 2000 Image Compression (Lossless Only)', decodeJpeg2000),
  lossy('.4.91', 'JPEG 2000 Image Compression', decodeJpeg2000),
  lossless('.4.92', 'JPEG 2000 Part 2 Multi-component Image Compression (Lossless Only)'),
  lossy('.4.93', 'JPEG 2000 Part 2 Multi-component Image Compression'),
  native('.4.94', 'JPIP Referenced'),
  native('.4.95', 'JPIP Referenced Deflate', { deflated: true }),
  lossy('.4.100', 'MPEG2 Main Profile / Main Level'),
  lossy('.4.100.1', 'Fragmentable MPEG2 Main Profile / Main Level'),
  lossy('.4.101', 'MPEG2 Main Profile / High Level'),
  lossy('.4.101.1', 'Fragmentable MPEG2 Main Profile / High Level'),
  lossy('.4.102', 'MPEG-4 AVC/H.264 High Profile / Level 4.1'),
  lossy('.4.102.1', 'Fragmentable MPEG-4 AVC/H.264 High Profile / Level 4.1'),
  lossy('.4.103', 'MPEG-4 AVC/H.264 BD-compatible High Profile / Level 4.1'),
  lossy('.4.103.1', 'Fragmentable MPEG-4 AVC/H.264 BD-compatible High Profile / Level 4.1'),
  lossy('.4.104', 'MPEG-4 AVC/H.264 High Profile / Level 4.2 For 2D Video'),
  lossy('.4.104.1', 'Fragmentable MPEG-4 AVC/H.264 High Profile / Level 4.2 For 2D Video'),
  lossy('.4.105', 'MPEG-4 AVC/H.264 High Profile / Level 4.2 For 3D Video'),
  lossy('.4.105.1', 'Fragmentable MPEG-4 AVC/H.264 High Profile / Level 4.2 For 3D Video'),
  lossy('.4.106', 'MPEG-4 AVC/H.264 Stereo High Profile / Level 4.2'),
  lossy('.4.106.1', 'Fragmentable MPEG-4 AVC/H.264 Stereo High Profile / Level 4.2'),
  lossy('.4.107', 'HEVC/H.265 Main Profile / Level 5.1'),
  lossy('.4.108', 'HEVC/H.265 Main 10 Profile / Level 5.1'),
  lossless('.4.110', 'JPEG XL Lossless'),
  lossy('.4.111', 'JPEG XL JPEG Recompression'),
  lossy('.4.112', 'JPEG XL'),
  lossless('.4.201', 'High-Throughput JPEG 2000 Image Compression (Lossless Only)', decodeHtj2k),
  lossless(
    '.4.202',
    'High-Throughput JPEG 2000 with RPCL Options Image Compression (Lossless Only)',
    decodeHtj2k,
  ),
  lossy('.4.203', 'High-Throughput JPEG 2000 Image Compression', decodeHtj2k),
  native('.4.204', 'JPIP HTJ2K Referenced'),
  native('.4.205', 'JPIP HTJ2K Referenced Deflate', { deflated: true }),
  lossless('.5', 'RLE Lossless', decodeRle),
  lossless('.8.1', 'Deflated Image Frame Compression'),
];

const BY_UID = new Map(TRANSFER_SYNTAXES.map((syntax) => [syntax.uid, syntax]));

export function transferSyntaxOf(uid: string): TransferSyntax | undefined {
  return BY_UID.get(uid);
}
