import { hash } from 'node:crypto';
import { html, raw } from 'hono/html';
import type { AppContext } from '../environment.js';
import { announceProblem, publicError, statusOf } from '../problem.js';
import { answerHeader, reply } from '../reply.js';
import { EXPLANATIONS, type Refusal } from './refusal.js';
import { START_PAGE } from './return-path.js';

const STYLE = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { max-width: 36rem; margin: 15vh auto 0; padding: 0 1.5rem; }
h1 { font-size: 1.5rem; line-height: 1.25; }
small { display: block; margin-top: 2rem; }
.product { font-weight: 600; }
`;

/** No script, no request, no other page around it; only the style above. */
const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${hash('sha256', STYLE, 'base64')}'`,
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
].join('; ');

const HTML_TYPE = 'text/html; charset=utf-8';

/** When a sign-in service that did not answer is asked again. */
const RETRY_SECONDS = 15;

type Markup = Awaited<ReturnType<typeof html>>;

async function answerPage(
  c: AppContext,
  status: number,
  { title, head, body }: { readonly title: string; readonly head?: Markup; readonly body: Markup },
): Promise<Response> {
  answerHeader(c, 'Content-Security-Policy', POLICY);
  const page = await html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title} – Wardbox</title>
<style>${raw(STYLE)}</style>
${head ?? ''}
</head>
<body><main>
<p class="product">Wardbox</p>
<h1>${title}</h1>
${body}
</main></body>
</html>`;
  return reply(c, status, String(page), HTML_TYPE);
}

const linkToSignIn = () => html`<p><a href="${START_PAGE}">Back to sign-in</a></p>`;

/** Its number leads to the record and the log. */
const requestNumber = (c: AppContext) => html`<small>Request ${c.get('requestId')}</small>`;

/** Why the appliance itself could not do it: stopping, no space on the disk, a fault. */
export async function answerProblem(c: AppContext, thrown: unknown): Promise<Response> {
  const problem = publicError(thrown);
  const status = statusOf(problem);
  announceProblem(c, status, thrown);
  const body = await html`<p role="alert">${problem.message}</p>
${linkToSignIn()}
${requestNumber(c)}`;
  return answerPage(c, status, { title: 'You were not signed in', body });
}

/** Why a sign-in was refused. */
export async function answerRefusal(c: AppContext, refusal: Refusal): Promise<Response> {
  const { status, title, text } = EXPLANATIONS[refusal.reason];
  if (status === 503) {
    answerHeader(c, 'Retry-After', String(refusal.retryAfterSeconds ?? RETRY_SECONDS));
  }
  const body = await html`<p role="alert">${text}</p>
${linkToSignIn()}
${requestNumber(c)}`;
  return answerPage(c, status, { title, body });
}

/**
 * Leads to a page of the console from a page of this server. A redirect would not do: browsers count
 * the navigation as that of the provider's site, and leave the session cookie out, which is Strict.
 */
export async function answerContinuation(c: AppContext, path: string): Promise<Response> {
  const head = await html`<meta http-equiv="refresh" content="0; url=${path}">`;
  const body = await html`<p><a href="${path}">Continue to Wardbox</a></p>`;
  return answerPage(c, 200, { title: 'You are signed in', head, body });
}
