import { parseJson } from '../../model-packages/folder.js';
import { refuse } from '../../model-packages/refusal.js';

type Files = ReadonlyMap<string, Uint8Array>;

function bytesOf(files: Files, name: string): Uint8Array {
  const bytes = files.get(name);
  if (bytes === undefined) throw refuse('files', `does not list ${name}`);
  return bytes;
}

/** A file of a package as text. @throws AppError `model_unavailable` when it is not UTF-8 */
export function textOf(files: Files, name: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytesOf(files, name));
  } catch (error) {
    throw refuse(name, 'is not text in UTF-8', error);
  }
}

/** A file of a package as JSON, of any shape. @throws AppError `model_unavailable` */
export function parsedFile(files: Files, name: string): unknown {
  return parseJson(bytesOf(files, name), name);
}
