import type { Download } from '../calls/operation.js';
import type { AppContext } from './environment.js';
import { answerHeader } from './reply.js';

/** A file of any length, sent while it is made; when making it fails the connection is cut. */
export function downloadResponse(c: AppContext, { mediaType, fileName, open }: Download): Response {
  answerHeader(c, 'Content-Type', mediaType);
  answerHeader(c, 'Content-Disposition', `attachment; filename="${fileName}"`);
  return new Response(open(), { status: 200, headers: c.get('headers') ?? {} });
}
