import type { Answer } from '../../../calls/operation.js';
import { contentOfSealedFile } from '../../../core/sealed-file.js';
import type { DicomObject } from '../../../store/dicom-object.js';
import { fileOf } from './held-files.js';
import { type AcceptedType, notAcceptable, type PartChoice, partChoices } from './media-types.js';
import { multipartBody } from './multipart.js';
import { DICOM } from './store.js';

/** What a client gets that names no transfer syntax (PS3.18 section 8.7.3.5.2). */
const DEFAULT_SYNTAX = '1.2.840.10008.1.2.1';

const OFFERED =
  'multipart/related with type="application/dicom", in the transfer syntax that an object is kept in ' +
  '(transfer-syntax=*),';

function isWanted({ transferSyntax = DEFAULT_SYNTAX }: PartChoice, object: DicomObject): boolean {
  return transferSyntax === '*' || transferSyntax === object.transferSyntaxUid;
}

/**
 * Answers objects as they are kept, byte for byte (WADO-RS, PS3.18 section 10.4).
 *
 * @param isInstance the path names one instance
 * @throws AppError `not_acceptable` where no object is kept as the client wants it
 */
export function retrieve(
  objects: readonly DicomObject[],
  { accepted, isInstance, folder }: RetrieveOptions,
): Answer {
  for (const choice of partChoices(accepted, [DICOM], isInstance)) {
    const wanted = objects.filter((object) => isWanted(choice, object));
    const [first] = wanted;
    if (first === undefined) continue;
    if (choice.single) {
      const mediaType = `${DICOM}; transfer-syntax=${first.transferSyntaxUid}`;
      const open = () => ReadableStream.from(contentOfSealedFile(fileOf(folder, first)));
      return { download: { mediaType, open } };
    }
    const parts = wanted.map((object) => ({
      headers: { 'Content-Type': `${DICOM}; transfer-syntax=${object.transferSyntaxUid}` },
      content: () => contentOfSealedFile(fileOf(folder, object)),
    }));
    const { mediaType, bytes } = multipartBody(DICOM, parts);
    return {
      // Some are not kept in the transfer syntax that was asked for.
      status: wanted.length === objects.length ? 200 : 206,
      download: { mediaType, open: () => ReadableStream.from(bytes()) },
    };
  }
  throw notAcceptable(OFFERED);
}

export interface RetrieveOptions {
  readonly accepted: readonly AcceptedType[];
  readonly isInstance: boolean;
  /** Of the files. */
  readonly folder: string;
}
