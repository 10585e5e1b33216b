import type { FrameLayout } from '../../../../../src/media/dicom/codecs/frame.js';

/** Of the pictures below. */
export const TINY: FrameLayout = {
  rows: 17,
  columns: 24,
  samplesPerPixel: 1,
  bitsAllocated: 16,
  bitsStored: 12,
  signed: false,
  planarConfiguration: 0,
  photometric: 'MONOCHROME2',
};

/** JPEG codestreams of `makeCells(TINY)` that DCMTK's dcmcjpeg wrote with these options. */
export const TINY_JPEGS = {
  lossless: {
    options: ['+el', '+sv', '4'],
    base64: [
      '/9j/4AAQSkZJRgABAQAAAQABAAD/wwALEAARABgBAREA/8QAHgAAAwEAAwEBAQEAAAAAAAAABgcIBQMECQECAA',
      '//2gAIAQEABAAA/wAIHmvdJLc9DU0yGm9qrXDHchSRAKRFAaWeqjVqvG/jvmNcShErRKdwX6Goxg4ojZwolKOi',
      'xwr9md2XGcxU+p29jb6QoxAFy2oLuzX2CTttxXDZmrddcrT00gxr9DcYHnjfs7VV5VOSuRdc4j1SlqJd19RK3H',
      '5L+ns0oTR1GtwvzzlrdjSQ/wD4F9yw/Pzpy06qSg2rZhajr/kfzKfvvEvjzsIy3tyd9WtGo0l4lyFa/lh+cws7',
      'Wr0EIyB2gzYzkjBsYNSOxClFibTVBtHT/rBHC8xN9LGpjNjltVTS/wBe1uSj4MHiMZ332p0UNlT4E169ld8VxE',
      'wnMmS+XOKsl5w7scri45eMs9D26zIgVHoGmlHZ+S1JSOCJTrdaPP6OxnVoj3+UEmOwFmw9RV4YC2vq/XxBmYIQ',
      '0p9oCeHHHtuzHRiDYk+VE1eUbeieJmHCdYgyTm/0vRy96PbkSsp/d+F+c92RN6Op91bOAxBGUDr8Rm9TBYvnox',
      'lRYC6QRnSpYcrnxzgIhhSd6Q4CaEiScX1ErHpAqBydLfK3Dd5RF2vrcB/52OfeJpEoKD6Qa8ssRPZd5yP38bOK',
      'zRoo9E4zSDclfFeHUxrJ7QV72N5FsqezU66rJ//Z',
    ].join(''),
  },
  extended: {
    options: ['+ee', '+q', '60', '+sr'],
    base64: [
      '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAA0JCgsKCA0LCgsODg0PEyAVExISEyccHhcgLikxMC4pLSwzOko+Mz',
      'ZGNywtQFdBRkxOUlNSMj5aYVpQYEpRUk//wQALDAARABgBAREA/8QAGQAAAgMBAAAAAAAAAAAAAAAABwkCBggK',
      '/8QALxAAAQMDAQUFCQEAAAAAAAAAAQIDEQQFEiEABgcIMQkTIjVzFSMyNEFRdLGyw//aAAgBAQAAPwBh3IzvtS',
      'buUdu70opUpBby79BIOJCgozETl11BJOmMFyvDDml3XttkoXRd6alOHuM1kJXIJxkpBwEg6D6nXUECjmU5jrHe',
      'qdbTN0baC2ShLiXEAlwfFBBMzI0MqBgwqNeZ26cw1VwppQ6mrWVNNAqUjvA4CCoZglQKiMiIB6DqJG1fX2q/sG',
      'tRb031LjjZlUuEYEKHiIJxHhRIiCNY0IIhbO0oc3tZQ3U7whK3hipQdQqXEpEKAVrKjioqHWB99Mr86vmG8Hor',
      '/vZaF9+fpfWd/Y2LnBfz+2/kf67f/9k=',
    ].join(''),
  },
  progressive: {
    options: ['+ep', '+q', '60', '+sr'],
    base64: [
      '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAA0JCgsKCA0LCgsODg0PEyAVExISEyccHhcgLikxMC4pLSwzOko+Mz',
      'ZGNywtQFdBRkxOUlNSMj5aYVpQYEpRUk//wgALDAARABgBAREA/8QAGQAAAgMBAAAAAAAAAAAAAAAABggCBQcJ',
      '/9oACAEBAAAAAWHcoU5nV8crWgu//8QAHhAAAQQCAwEAAAAAAAAAAAAAAwIEBQYBMwcTFzL/2gAIAQEAAQUCoz',
      '1LdEZaWow2WxgMkthVFJ9V6Fj5Ky7xddh/uF3/AP/EACQQAAAEBQMFAAAAAAAAAAAAAAABAhEDEzFBYQQScSEi',
      'UXLB/9oACAEBAAY/Aob9tqhBzUp8BiikXSr3D7qFlxLnuZZDK1Fc3Go4CeTEP2+j/8QAHxAAAQQBBQEAAAAAAA',
      'AAAAAAAQARITFREGFxofCx/9oACAEBAAE/IY8CLNxL9+CqdbmDtVIqdDQAcvXymeN5CNybm0WwBYwm8UEIsDEl',
      'hgLnMF12P3VzP//aAAgBAQAAABBGf//EABwQAQEBAAIDAQAAAAAAAAAAAAERITFBABBR8P/aAAgBAQABPxCmyH',
      'TRoCsl7aKuYTK7vyoukM0cO3dEAYsQqOiLbTGhjI0A2NhBESoUUQeDkp5dkLSLBoWOUkTZiISsUFwIDVVBzD7n',
      'kf7P09J//9k=',
    ].join(''),
  },
} as const;

export const tinyJpeg = (name: keyof typeof TINY_JPEGS) =>
  Uint8Array.from(Buffer.from(TINY_JPEGS[name].base64, 'base64'));
