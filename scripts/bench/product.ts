/**
 * The compiled product, with the types of its source: what is measured is what is shipped, not what
 * a TypeScript loader makes of it.
 *
 * @param path of the module below `dist/`
 */
export async function product<Module>(path: string): Promise<Module> {
  const url = new URL(`../../dist/${path}`, import.meta.url);
  return (await import(url.href)) as Module;
}
