import type { Hono } from 'hono';
import { AppError } from '../../core/errors.js';
import type { AppContext, AppEnvironment } from '../environment.js';
import { answerHeader, emptyReply, reply } from '../reply.js';
import { codingFor, readStaticFile, type StaticFile, type StaticFiles } from './static-files.js';

const HOME = '/console/';
const INDEX = 'index.html';
/** The description of the interface, to read and to try. */
const DOCS = 'docs.html';
/** Their names change with their content. */
const ASSETS = 'assets/';

/**
 * Everything comes from this server. A recording that is played is a `blob:` of the page; small pictures in style sheets, QR codes and heat maps are `data:`; WebAssembly decodes
 * images.
 */
const POLICY = [
  "default-src 'self'",
  "img-src 'self' data:",
  "media-src 'self' blob:",
  "worker-src 'self'",
  "connect-src 'self'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

/** Of what browsers offer, the console uses the microphone alone. */
const PERMISSIONS = 'microphone=(self), camera=(), geolocation=(), usb=(), payment=()';

const isFresh = (c: AppContext, tag: string): boolean =>
  (c.req.header('if-none-match') ?? '')
    .split(',')
    .some((known) => known.trim().replace(/^W\//, '') === tag);

async function send(c: AppContext, file: StaticFile, isAsset: boolean): Promise<Response> {
  const coding = codingFor(file, c.req.header('accept-encoding') ?? '');
  const tag = `"${file.digest}${coding === undefined ? '' : `-${coding}`}"`;
  answerHeader(c, 'Content-Security-Policy', POLICY);
  answerHeader(c, 'Permissions-Policy', PERMISSIONS);
  answerHeader(c, 'Cross-Origin-Opener-Policy', 'same-origin');
  answerHeader(c, 'Cache-Control', isAsset ? 'public, max-age=31536000, immutable' : 'no-cache');
  answerHeader(c, 'Vary', 'Accept-Encoding');
  answerHeader(c, 'ETag', tag);
  if (isFresh(c, tag)) return emptyReply(c, 304);
  const content = await readStaticFile(file, coding);
  if (coding !== undefined) answerHeader(c, 'Content-Encoding', coding);
  return reply(c, 200, content, file.type);
}

const nothing = (): AppError => new AppError('not_found', 'There is nothing at this path.');

const notBuilt = (): AppError =>
  new AppError(
    'not_found',
    'This build of Wardbox has no pages. /openapi.json describes the interface.',
  );

/** A file of the console, or its one page for every path that a file could not have. */
function answerPage(c: AppContext, files: StaticFiles): Promise<Response> {
  const name = c.req.path.slice(HOME.length);
  const file = files.get(name);
  if (file !== undefined) return send(c, file, name.startsWith(ASSETS));
  if (name.startsWith(ASSETS) || name.startsWith('api/')) throw nothing();
  const index = files.get(INDEX);
  if (index === undefined) throw notBuilt();
  return send(c, index, false);
}

function redirect(c: AppContext): Response {
  answerHeader(c, 'Location', HOME);
  answerHeader(c, 'Vary', 'Accept');
  return emptyReply(c, 302);
}

/**
 * Mounts the pages of the console, after everything else below `/console`. A browser at the root is
 * led to them.
 */
export function mountPages(app: Hono<AppEnvironment>, files: StaticFiles): void {
  app.get('/', (c) => {
    if (!(c.req.header('accept') ?? '').includes('text/html')) throw nothing();
    return redirect(c);
  });
  app.get('/console', redirect);
  app.get('/docs', (c) => {
    const page = files.get(DOCS);
    if (page === undefined) throw notBuilt();
    return send(c, page, false);
  });
  app.get(`${HOME}*`, (c) => answerPage(c, files));
}
