/** Where a person goes who did not ask for a page. */
export const START_PAGE = '/console/';

const MAX_LENGTH = 500;
/** Pages of the console and their parameters; no other character is needed in one. */
const FORM = /^\/console\/[\w\-.~/]*(\?[\w\-.~/=&+:,%]*)?$/;
/** Not pages: the sign-in itself, and what only scripts request. */
const NO_PAGE = /^\/console\/(oidc|api)(\/|$|\?)/;

/**
 * Returns the page to go to after the sign-in, if it is one of this console: an address that leads
 * elsewhere, however it is written, would let a link of ours lead to a forged page.
 */
export function safeReturnPath(text: string | undefined): string | undefined {
  if (text === undefined || text === '') return START_PAGE;
  if (text.length > MAX_LENGTH || !FORM.test(text) || NO_PAGE.test(text)) return undefined;
  const [path = ''] = text.split('?', 1);
  const isPlain = path
    .slice(1)
    .split('/')
    .every((segment, index, all) => !/^\.*$/.test(segment) || isLastEmpty(segment, index, all));
  return isPlain ? text : undefined;
}

/** `/console/` and `/console/live/` end in a slash. */
const isLastEmpty = (segment: string, index: number, all: readonly string[]) =>
  segment === '' && index === all.length - 1;
