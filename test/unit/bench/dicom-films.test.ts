import { describe, expect, it } from 'vitest';
import { deepFilm, dicomFile } from '../../../scripts/bench/dicom-films.js';
import {
  DEFLATED_EXPLICIT_LITTLE_ENDIAN,
  EXPLICIT_LITTLE_ENDIAN,
} from '../../../scripts/samples/dicom-file.js';
import { openDicom } from '../../../src/media/dicom/open-dicom.js';

const SIDE = 128;

describe('the DICOM films of the bench', () => {
  it('are drawn alike in every run, with grain, in twelve bits', async () => {
    const [once, again] = [await deepFilm(SIDE), await deepFilm(SIDE)];
    expect(again).toEqual(once);
    expect(Math.max(...once.pixels)).toBeLessThanOrEqual(4_095);
    // Far more than the 256 levels of the drawn film.
    expect(new Set(once.pixels).size).toBeGreaterThan(1_000);
  });

  it.each([EXPLICIT_LITTLE_ENDIAN, DEFLATED_EXPLICIT_LITTLE_ENDIAN])(
    'are read by the product as they were drawn: %s',
    async (syntax) => {
      const film = await deepFilm(SIDE);
      const opened = await openDicom(dicomFile(film, syntax), { megapixels: 1 });
      expect(opened).toMatchObject({
        width: SIDE,
        height: SIDE,
        bitsPerSample: 12,
        modality: 'DX',
        view: 'PA',
        warnings: [],
      });
      const shown = await opened.display();
      if (shown.kind !== 'grey') throw new TypeError('a film has no colours');
      // The window of all twelve bits (PS3.3 C.11.2.1.2): from 0, black, to 4095, white.
      const greys = Array.from(film.pixels, (value) => Math.round((value / 4_095) * 65_535));
      expect([...shown.greys]).toEqual(greys);
    },
  );
});
