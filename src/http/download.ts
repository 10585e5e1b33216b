import type { Download } from '../calls/operation.js';
import type { AppContext } from './environment.js';
import { answerHeader } from './reply.js';

/** A file of any length, sent while it is made; when making it fails the connection is cut. */
export function downloadResponse(
  c: AppContext,
  status: number,
  { mediaType, fileName, open }: Download,
): Response {
  answerHeader(c, 'Content-Type', mediaType);
  if (fileName !== undefined) {
    answerHeader(c, 'Content-Disposition', `attachment; filename="${fileName}"`);
  }
  return new Response(open(), { status, headers: c.get('headers') ?? {} });
}
