import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { packDebian, packTarball, sizeKib } from './archive.js';
import { controlFile, debianArchitecture } from './control.js';
import { stage } from './stage.js';

// Packs the built checkout for a machine that has only Node: as a Debian package
// and as a tarball. Native parts are those that npm installed here, so it is packed on the kind of
// machine that it is for.

const ROOT = join(import.meta.dirname, '..', '..', '..');
const SCRIPTS = join(import.meta.dirname, 'debian');

const { values } = parseArgs({
  options: {
    out: { type: 'string', default: join(ROOT, 'release') },
    compression: { type: 'string', default: 'zstd' },
    format: { type: 'string', multiple: true, default: ['deb', 'tar'] },
  },
});

const { version, engines } = z
  .object({ version: z.string(), engines: z.object({ node: z.string() }) })
  .parse(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')));
// Without a stated time a fixed one: the same sources make the same bytes.
const date = new Date(Number(process.env.SOURCE_DATE_EPOCH ?? 1_767_225_600) * 1_000);

const work = mkdtempSync(join(tmpdir(), 'wardbox-package-'));
try {
  const tree = join(work, 'tree');
  stage({ root: ROOT, version, date }, tree);
  const architecture = debianArchitecture();
  const parts = { tree, scripts: SCRIPTS, out: values.out, date };
  if (values.format.includes('tar')) {
    const named = { ...parts, name: `wardbox-${version}-linux-${architecture}` };
    console.log(packTarball(named, values.compression));
  }
  if (values.format.includes('deb')) {
    const facts = { version, engines: engines.node, installedKib: sizeKib(tree) };
    const named = { ...parts, name: `wardbox_${version}_${architecture}` };
    console.log(packDebian(named, controlFile(facts), values.compression));
  }
} finally {
  rmSync(work, { recursive: true, force: true });
}
