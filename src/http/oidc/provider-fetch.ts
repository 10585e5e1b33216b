import type { CustomFetch } from 'openid-client';
import type { OutboundResponse, Send } from '../../core/outbound-client.js';
import { Refusal } from './refusal.js';

/** Discovery documents, key sets and tokens with hundreds of groups are far smaller. */
const LIMIT_BYTES = 1_048_576;

export interface ProviderFetchParts {
  readonly send: Send;
  /** The only machines that are called. */
  readonly origins: ReadonlySet<string>;
  /** Called with each response. */
  readonly noteResponse?: (response: OutboundResponse) => void;
}

function bodyOf(body: Parameters<CustomFetch>[1]['body']): { body?: string } {
  if (body === null || body === undefined) return {};
  if (body instanceof URLSearchParams || typeof body === 'string') return { body: String(body) };
  throw new TypeError('Only forms are sent to the provider.');
}

/** The fetch function of the libraries: it calls the configured provider and no other machine. */
export function createProviderFetch(parts: ProviderFetchParts): CustomFetch {
  const { send, origins, noteResponse } = parts;
  return async (address, { method, headers, body, signal }) => {
    const url = new URL(address);
    if (!origins.has(url.origin)) {
      const detail = `an endpoint is at ${url.origin}, which is not in further_origins`;
      throw new Refusal('provider_unusable', { detail });
    }
    if ((method === 'POST') !== (bodyOf(body).body !== undefined)) {
      throw new TypeError('A POST has a body, a GET has none.');
    }
    const sent = { url, headers, ...bodyOf(body), limitBytes: LIMIT_BYTES };
    const response = await send(sent, signal ?? AbortSignal.timeout(0));
    noteResponse?.(response);
    const { status, contentType, text } = response;
    return new Response(text, { status, headers: { 'content-type': contentType } });
  };
}
