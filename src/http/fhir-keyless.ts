import type { Hono } from 'hono';
import type { AppEnvironment, AppMiddleware } from './environment.js';
import { headersOf, queryOf } from './exchange-body.js';
import { baseOf, type ExchangeEndpointParts, readUrl } from './exchange-endpoint.js';
import { FHIR_PREFIX } from './fhir-endpoint.js';
import { fhirCodec } from './outcome.js';
import { type PipelineParts, respond } from './pipeline.js';

type KeylessParts = Pick<ExchangeEndpointParts, 'part' | 'address'> & Pick<PipelineParts, 'admit'>;

/** Read by clients before they have a key: http://hl7.org/fhir/R4/http.html#capabilities. */
const PATHS = ['/fhir/metadata', '/fhir/metadata/'] as const;

/**
 * Answers public requests without an API key. They change nothing and contain no patient data, so
 * they leave no audit record. A key that is sent is checked as usual.
 *
 * @param limit of requests without a key
 */
export function mountKeyless(
  router: Hono<AppEnvironment>,
  limit: AppMiddleware,
  parts: KeylessParts,
): void {
  const answer: AppMiddleware = async (c, next) => {
    const hasKey = c.req.header('authorization') !== undefined;
    const isRead = c.req.method === 'GET' || c.req.method === 'HEAD';
    if (hasKey || !isRead) return next();
    const url = readUrl(c.req.url, FHIR_PREFIX);
    const request = {
      path: url.path,
      query: queryOf(url.search),
      headers: headersOf(c),
      base: baseOf(c, url, parts),
    };
    let answered: Response | undefined;
    const limited = await limit(c, async () => {
      parts.admit();
      const reply = parts.part.answerKeyless?.(request);
      answered = reply && respond(c, fhirCodec, reply);
    });
    return limited ?? answered ?? next();
  };
  for (const path of PATHS) router.use(path, answer);
}
