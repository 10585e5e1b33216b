import { AudioFault, TAKEN } from './audio-fault.js';
import { layerAt, readMp3Header } from './mp3/frame-header.js';
import { id3v2Length } from './mp3/tags.js';

export type AudioFormat = 'wav' | 'flac' | 'mp3' | 'ogg' | 'webm';

/** Bytes of a file's beginning that show its format. */
export const SNIFFED = 4096;

/** First bytes of the supported formats; `?` is any byte. */
const FORMATS: readonly (readonly [string, AudioFormat])[] = [
  ['RIFF????WAVE', 'wav'],
  ['RF64????WAVE', 'wav'],
  ['BW64????WAVE', 'wav'],
  ['fLaC', 'flac'],
  ['OggS', 'ogg'],
  ['\x1a\x45\xdf\xa3', 'webm'],
];

/** First bytes of other file types, so that the refusal can name them. */
const OTHERS: readonly (readonly [string, string])[] = [
  ['????ftypqt', 'a QuickTime movie'],
  ['????ftyp3g', 'a 3GPP file (AMR or AAC)'],
  ['????ftyphei', 'a picture'],
  ['????ftypmif', 'a picture'],
  ['????ftypavif', 'a picture'],
  ['????ftyp', 'an MP4 or M4A file (AAC)'],
  ['#!AMR', 'an AMR file'],
  ['ADIF', 'an AAC file'],
  ['FORM????AIF', 'an AIFF file'],
  ['.snd', 'a Sun AU file'],
  ['caff', 'a Core Audio file'],
  ['MThd', 'a MIDI file'],
  ['wvpk', 'a WavPack file'],
  ['MAC ', "a Monkey's Audio file"],
  ['\x30\x26\xb2\x75\x8e\x66\xcf\x11', 'a Windows Media file'],
  ['RIFX', 'a big-endian WAV file'],
  ['RIFF????AVI ', 'an AVI movie'],
  ['RIFF????WEBP', 'a picture'],
  ['\x89PNG', 'a picture'],
  ['\xff\xd8\xff', 'a picture'],
  ['GIF8', 'a picture'],
  ['II*\0', 'a picture'],
  ['MM\0*', 'a picture'],
  [`${'?'.repeat(128)}DICM`, 'a DICOM file'],
  ['%PDF', 'a PDF document'],
  ['PK\x03\x04', 'an archive'],
  ['\x1f\x8b', 'an archive'],
  ['7z\xbc\xaf', 'an archive'],
  ['\x7fELF', 'a program'],
  ['MZ', 'a program'],
];

function named<T>(starts: readonly (readonly [string, T])[], latin1: string): T | undefined {
  const fits = ([start]: readonly [string, T]) =>
    [...start].every((letter, at) => letter === '?' || letter === latin1[at]);
  return starts.find(fits)?.[1];
}

/** ADTS: sync word with layer bits 00 (ISO/IEC 13818-7). */
const startsAdts = (head: Uint8Array) => head[0] === 0xff && ((head[1] ?? 0) & 0xf6) === 0xf0;

const startsText = (latin1: string) =>
  /^(\u00ef\u00bb\u00bf)?[\s\u0020-\u007e]{16,}$/.test(latin1.slice(0, 512));

/** MP3: tags, or a frame at the very beginning that another follows. */
function startsMp3(head: Uint8Array): boolean {
  if (id3v2Length(head) > 0) return true;
  const first = readMp3Header(head, 0);
  return first !== null && (first.length + 4 > head.length || layerAt(head, first.length) === 3);
}

/** MP3 that starts in the middle of a frame: three frames in a row somewhere. */
function holdsMp3(head: Uint8Array): boolean {
  for (let at = 1; at < head.length - 4; at += 1) {
    let next = at;
    let frames = 0;
    for (let header = readMp3Header(head, next); header !== null && frames < 3; frames += 1) {
      next += header.length;
      header = readMp3Header(head, next);
    }
    if (frames === 3) return true;
  }
  return false;
}

function otherwise(head: Uint8Array, latin1: string): AudioFault {
  if (head.length === 0) return new AudioFault('is empty');
  const other = named(OTHERS, latin1);
  if (other !== undefined) return new AudioFault(`is ${other}; ${TAKEN}`);
  if (startsAdts(head)) return new AudioFault(`is an AAC file; ${TAKEN}`);
  const layer = layerAt(head, 0);
  if (layer === 1 || layer === 2) {
    return new AudioFault(`is MPEG audio of Layer ${'I'.repeat(layer)}; ${TAKEN}`);
  }
  if (startsText(latin1)) return new AudioFault(`is text, not a recording; ${TAKEN}`);
  return new AudioFault(`is not a recognised audio format; ${TAKEN}`);
}

/**
 * Determines the format of a recording from its first bytes; names and declared types are not used.
 * @param head the first `SNIFFED` bytes, fewer only of a shorter file.
 * @throws AudioFault that names the format that it is instead.
 */
export function sniffAudio(head: Uint8Array): AudioFormat {
  const latin1 = Buffer.from(head).toString('latin1');
  const format = named(FORMATS, latin1);
  if (format !== undefined) return format;
  if (startsMp3(head)) return 'mp3';
  const other = named(OTHERS, latin1) !== undefined || startsText(latin1) || startsAdts(head);
  if (!other && holdsMp3(head)) return 'mp3';
  throw otherwise(head, latin1);
}
