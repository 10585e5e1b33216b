/** The recording is at fault, not the program; the message says what is wrong with the file. */
export class AudioFault extends Error {}

/** How every refusal ends: what would have been taken. */
export const TAKEN =
  'accepted are WAV, FLAC, MP3, Ogg (Opus, Vorbis, FLAC) and WebM (Opus, Vorbis)';
