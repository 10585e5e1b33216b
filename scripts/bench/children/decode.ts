// The product's own DICOM decoding alone, in a process that stays.
import type * as DicomModule from '../../../src/media/dicom/open-dicom.js';
import { answerQuestions } from '../processes.js';
import { product } from '../product.js';

export type DecodeQuestion =
  | { readonly film: Uint8Array }
  /** At full size as a viewer shows it, or the same resampled to the input of the models. */
  | { readonly decode: 'display' | 'sample' };

const MEGAPIXELS = 100;
const SIDE = 512;

const { openDicom } = await product<typeof DicomModule>('media/dicom/open-dicom.js');

let film = Buffer.alloc(0);

async function decode(what: 'display' | 'sample'): Promise<number> {
  const startedAt = performance.now();
  const opened = await openDicom(film, { megapixels: MEGAPIXELS });
  if (what === 'display') await opened.display();
  else await opened.sample(SIDE, SIDE);
  return performance.now() - startedAt;
}

answerQuestions(async (question: DecodeQuestion) => {
  if ('decode' in question) return decode(question.decode);
  film = Buffer.from(question.film);
  return true;
});
