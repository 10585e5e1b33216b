/** A fault of the recording, not of the program; the message names what is wrong with the file. */
export class AudioFault extends Error {}

/** The end of every refusal: the supported formats. */
export const TAKEN =
  'accepted are WAV, FLAC, MP3, Ogg (Opus, Vorbis, FLAC) and WebM (Opus, Vorbis)';
