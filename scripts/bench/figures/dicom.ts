import { dataOf, measureAgainstBare, type NamedFilm } from '../against-bare.js';
import { compressLossless, hasDcmcjpeg, makeDicomFilm, NO_DCMCJPEG } from '../dicom-films.js';
import type { Figure, Row } from '../figure.js';
import { megabytes } from '../statistics.js';

const SIDE = 2_048;

export const dicom: Figure = {
  id: 'dicom',
  title: `Whole request against bare decode and inference, ${SIDE}² DICOM of 12 bits, one client`,
  async measure(bench) {
    const plain = await makeDicomFilm(SIDE);
    const films: NamedFilm[] = [{ name: `uncompressed, ${megabytes(plain.length)}`, film: plain }];
    const skipped: Row[] = [];
    if (hasDcmcjpeg()) {
      const film = await compressLossless(plain, bench.folder('dicom'));
      films.push({ name: `JPEG lossless, ${megabytes(film.length)}`, film });
    } else {
      skipped.push({ what: 'JPEG lossless', value: `skipped: ${NO_DCMCJPEG}` });
    }
    const comparisons = await measureAgainstBare(bench, films);
    const rows = [...comparisons.flatMap((one) => one.rows), ...skipped];
    return { rows, data: dataOf(comparisons) };
  },
};
