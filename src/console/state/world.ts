/** The data that a page works on. The two never mix, and a page says which it is in its address. */
export type World = 'test' | 'live';

export const WORLDS: readonly World[] = ['live', 'test'];

const BASE = '/console/';

/** The world of an address: `/console/test/image` → `test`; none for pages such as the sign-in. */
export function worldOf(path: string): World | undefined {
  const [, world] = /^\/console\/(test|live)(?:\/|$)/.exec(path) ?? [];
  return world as World | undefined;
}

/** The address of a page: `pathIn('test', 'risk/news2')` → `/console/test/risk/news2`. */
export function pathIn(world: World, page: string): string {
  return `${BASE}${world}/${page}`;
}

/** The same page in another world; lists and forms only, because an id belongs to one world. */
export function pathInOther(world: World, path: string): string {
  const [page = ''] = path.replace(/^\/console\/(?:test|live)\/?/, '').split('/');
  return pathIn(world, page);
}

/**
 * Where to go after the sign-in: only pages of the console itself, whatever the address asks for.
 * Everything else leads to the start.
 */
export function returnPath(asked: string | null): string {
  if (asked === null || !/^\/console\/(?:test|live)(?:\/[\w.~-]+)*\/?$/.test(asked)) return BASE;
  return asked.split('/').includes('..') ? BASE : asked;
}
