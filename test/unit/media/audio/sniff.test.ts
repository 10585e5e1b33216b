import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AudioFault } from '../../../../src/media/audio/audio-fault.js';
import { sniffAudio } from '../../../../src/media/audio/sniff.js';
import { audioFixture, decodeAudio } from '../../../support/decode-audio.js';
import { rounds } from '../../../support/rounds.js';

const refusal = async (bytes: Uint8Array): Promise<string> => {
  try {
    await decodeAudio(bytes);
  } catch (error) {
    if (error instanceof AudioFault) return error.message;
    throw error;
  }
  return 'taken';
};

const padded = (start: string) => Buffer.concat([Buffer.from(start, 'latin1'), Buffer.alloc(64)]);

describe('a file that is no recording, or none that is taken', () => {
  it.each([
    ['refused.m4a', 'is an MP4 or M4A file (AAC)'],
    ['refused.aac', 'is an AAC file'],
    ['refused.mp2', 'is MPEG audio of Layer II'],
    ['refused.aiff', 'is an AIFF file'],
    ['refused-adpcm.wav', 'is a WAV file of Microsoft ADPCM'],
    ['refused-aac.mka', 'is a Matroska file with audio as A_AAC'],
    ['refused-video.webm', 'is a WebM file without an audio track (video only)'],
  ])('%s is refused by name', async (name, what) => {
    const said = await refusal(audioFixture(name));
    expect(said).toContain(what);
    expect(said).toMatch(/accepted|supported/);
  });

  it.each([
    ['#!AMR\n', 'is an AMR file'],
    ['\x89PNG\r\n\x1a\n', 'is a picture'],
    ['\xff\xd8\xff\xe0', 'is a picture'],
    ['%PDF-1.7', 'is a PDF document'],
    ['PK\x03\x04', 'is an archive'],
    ['\x1f\x8b\x08', 'is an archive'],
    ['RIFX\0\0\0\0WAVE', 'is a big-endian WAV file'],
    ['\x30\x26\xb2\x75\x8e\x66\xcf\x11', 'is a Windows Media file'],
    ['\0\0\0\x18ftyp3gp4', 'is a 3GPP file'],
    ['????????', 'is not a recognised audio format'],
  ])('%j is refused by name', async (start, what) => {
    expect(await refusal(padded(start))).toContain(what);
  });

  it('says so of text and of nothing', async () => {
    expect(await refusal(Buffer.from('Patient: Jane Roe. No chest pain.\n'))).toContain('is text');
    expect(await refusal(new Uint8Array(0))).toBe('is empty');
  });

  it('never throws anything but a fault, whatever the bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 600 }), (bytes) => {
        try {
          expect(['wav', 'flac', 'mp3', 'ogg', 'webm']).toContain(sniffAudio(bytes));
        } catch (error) {
          expect(error).toBeInstanceOf(AudioFault);
        }
      }),
      { numRuns: rounds({ short: 100, long: 2_500 }) },
    );
  });
});
