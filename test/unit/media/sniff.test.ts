import { describe, expect, it } from 'vitest';
import { sniffFile } from '../../../src/media/sniff.js';

const HEADS = {
  png: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  jpeg: [0xff, 0xd8, 0xff],
  webp: [...Buffer.from('RIFF\x10\0\0\0WEBP', 'latin1')],
  tiff: [0x49, 0x49, 0x2a, 0x00],
  dicom: [...Buffer.alloc(128), ...Buffer.from('DICM')],
} as const;

describe('sniffFile', () => {
  it.each(Object.entries(HEADS))('knows %s by its first bytes and not by fewer', (kind, head) => {
    const bytes = Buffer.from([...head, 1, 2, 3]);
    expect(sniffFile(bytes)).toBe(kind);
    expect(sniffFile(Buffer.from(head))).toBe(kind);
    for (let length = 0; length < head.length; length += 1) {
      expect(sniffFile(Buffer.from(head.slice(0, length)))).toBe('unknown');
    }
  });

  it('knows TIFF of both byte orders', () => {
    expect(sniffFile(Buffer.from([0x4d, 0x4d, 0x00, 0x2a]))).toBe('tiff');
    expect(sniffFile(Buffer.from([0x4d, 0x4d, 0x2a, 0x00]))).toBe('unknown');
  });

  it.each(['PK\x03\x04', 'PK\x05\x06', 'PK\x07\x08'])('knows the archive %j', (text) => {
    expect(sniffFile(Buffer.from(text, 'latin1'))).toBe('zip');
    expect(sniffFile(Buffer.from(text.slice(0, 3), 'latin1'))).toBe('unknown');
  });

  it('knows DICOM whatever stands in its preamble', () => {
    const bytes = Buffer.from(HEADS.dicom);
    bytes.fill(0xaa, 0, 128);
    expect(sniffFile(bytes)).toBe('dicom');
  });

  it.each([
    ['<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['<?xml version="1.0"?><svg/>'],
    ['%PDF-1.7'],
    ['GIF89a'],
    ['BM'],
    ['RIFF\x10\0\0\0WAVE'],
    ['#!/bin/sh'],
    [' \x89PNG\r\n\x1a\n'],
    [''],
  ])('does not know %j', (text) => {
    expect(sniffFile(Buffer.from(text, 'latin1'))).toBe('unknown');
  });
});
