import { basename, join } from 'node:path';
import type { SealedFile } from '../../../core/sealed-file.js';
import type { DicomObject } from '../../../store/dicom-object.js';

/** The sealed file of an object. */
export const fileOf = (folder: string, { file }: DicomObject): SealedFile => ({
  path: join(folder, basename(file.name)),
  bytes: file.bytes,
  key: file.key,
  counter: file.counter,
});
