/** Answers a request, as an application or a server does. */
export type Answer = (url: string, init: RequestInit) => Promise<Response>;

export interface Visit {
  readonly url: string;
  readonly response: Response;
  readonly text: string;
}

/**
 * Follows redirects and keeps cookies by origin, as a browser does. It sends cookies of any site to
 * every request: what SameSite does, only a real browser shows.
 *
 * @param sites who answers for an origin; everything else is fetched
 */
export class TestBrowser {
  readonly #sites: Readonly<Record<string, Answer>>;
  readonly #cookies = new Map<string, Map<string, string>>();

  constructor(sites: Readonly<Record<string, Answer>> = {}) {
    this.#sites = sites;
  }

  cookies(origin: string): Map<string, string> {
    const jar = this.#cookies.get(origin) ?? new Map<string, string>();
    this.#cookies.set(origin, jar);
    return jar;
  }

  /** One request, no redirect. */
  async request(url: string, init: RequestInit = {}): Promise<Response> {
    const { origin } = new URL(url);
    const jar = this.cookies(origin);
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = new Headers(init.headers);
    if (cookie !== '') headers.set('cookie', cookie);
    const answer = this.#sites[origin] ?? fetch;
    const response = await answer(url, { ...init, headers, redirect: 'manual' });
    for (const line of response.headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split(';').map((part) => part.trim());
      const at = pair.indexOf('=');
      const isOver = attributes.some((one) => /^(max-age=0|expires=.*1970.*)$/i.test(one));
      if (isOver) jar.delete(pair.slice(0, at));
      else jar.set(pair.slice(0, at), pair.slice(at + 1));
    }
    return response;
  }

  /** Follows redirects until there is a page, or until `stopAt` is the next address. */
  async visit(start: string, stopAt?: (url: string) => boolean): Promise<Visit> {
    let url = start;
    for (let count = 0; count < 20; count += 1) {
      const response = await this.request(url);
      const location = response.headers.get('location');
      if (location === null) return { url, response, text: await response.text() };
      url = new URL(location, url).href;
      if (stopAt?.(url)) return { url, response, text: '' };
    }
    throw new Error('Too many redirects.');
  }
}
