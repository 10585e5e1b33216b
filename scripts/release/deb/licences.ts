import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ShippedModule } from './modules.js';

/** Licences under which a part may be shipped beside ours; libvips is a library of its own. */
const ACCEPTED: Readonly<Record<string, string>> = {
  MIT: 'Expat',
  ISC: 'ISC',
  '0BSD': '0BSD',
  'BSD-3-Clause': 'BSD-3-clause',
  'Apache-2.0': 'Apache-2.0',
  'BlueOak-1.0.0': 'BlueOak-1.0.0',
  'LGPL-3.0-or-later': 'LGPL-3+',
  '(MIT AND Zlib)': 'Expat and Zlib',
  Unlicense: 'Unlicense',
};
/** What Debian keeps a copy of; the others are given in full. */
const ON_EVERY_DEBIAN: Readonly<Record<string, string>> = {
  'Apache-2.0': '/usr/share/common-licenses/Apache-2.0',
  'LGPL-3+': '/usr/share/common-licenses/LGPL-3',
};
const LICENCE_FILE = /^(licen[cs]e|copying|notice)([._-].*)?$/i;

/** A text in the form of a field of a control file. */
const field = (text: string) =>
  text
    .trim()
    .split(/\r?\n/)
    .map((line) => (line.trim() === '' ? ' .' : ` ${line.trimEnd()}`))
    .join('\n');

function textsOf(root: string, { path }: ShippedModule): string[] {
  return readdirSync(join(root, path), { withFileTypes: true })
    .filter((entry) => entry.isFile() && LICENCE_FILE.test(entry.name))
    .map((entry) => readFileSync(join(root, path, entry.name), 'utf8'));
}

function paragraph(root: string, module: ShippedModule): string {
  const { name, version, license, path } = module;
  const short = ACCEPTED[license];
  if (short === undefined) {
    throw new Error(`${name} ${version} is under "${license}", which has not been reviewed.`);
  }
  const texts = textsOf(root, module);
  const holders = texts
    .flatMap((text) => text.match(/^\W*copyright\b.*\d.*$/gim) ?? [])
    .map((line) => line.replace(/^\W*copyright\W*(\(c\)|©)?\W*/i, '').trim());
  const common = ON_EVERY_DEBIAN[short];
  const where = common === undefined ? '' : `On Debian its text is in ${common}.`;
  return [
    `Files: opt/wardbox/${path}/*`,
    `Copyright:\n${field(holders.join('\n') || `the authors of ${name}`)}`,
    `License: ${short}`,
    field([`${name} ${version} (${license}). ${where}`, ...texts].join('\n\n')),
  ].join('\n');
}

/**
 * The file `copyright` of the package (machine-readable, DEP-5): ours first, then each library.
 *
 * @param notices licences of data that lie in our own sources
 * @throws Error for a library under a licence that is not in the list above.
 */
export function copyrightFile(
  root: string,
  modules: readonly ShippedModule[],
  notices: readonly string[],
): string {
  const own = [
    'Files: *',
    'Copyright: the authors of Wardbox',
    'License: Apache-2.0',
    field(
      [
        'On Debian its text is in /usr/share/common-licenses/Apache-2.0.',
        'The licence and the sources of each model stand in its CARD.md below',
        '/opt/wardbox/models.',
        ...notices,
      ].join('\n'),
    ),
  ].join('\n');
  return [
    'Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\nUpstream-Name: wardbox',
    own,
    ...modules.map((module) => paragraph(root, module)),
    '',
  ].join('\n\n');
}
