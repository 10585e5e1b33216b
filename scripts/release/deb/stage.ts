import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { Command } from 'commander';
import { processEnvironment } from '../../../src/appliance/config/load.js';
import { addCommands } from '../../../src/cli/commands.js';
import { describeProgram, type ProgramWords } from '../../../src/cli/completion/program.js';
import { SHELLS } from '../../../src/cli/completion/shells.js';
import { entryPaths } from '../bundle.js';
import { copyrightFile } from './licences.js';
import { manPage } from './man-page.js';
import { copyModule, shippedModules } from './modules.js';

export interface Source {
  /** The repository, built. */
  readonly root: string;
  readonly version: string;
  /** Of everything that carries one, so that the same sources make the same package. */
  readonly date: Date;
}

const OWN = [
  'package.json',
  'appliance.config.json',
  'README.md',
  'CHANGELOG.md',
  'LICENSE',
  'docs',
  'models',
  'systemd',
  'scripts/release/verify-audit.mjs',
];
/** Of `dist`, besides the entries: the modules themselves are in the bundle, and one is what installing tries. */
const COMPILED = [
  'bundle',
  'console',
  'fhir/definitions/r4.json',
  'fhir/definitions/NOTICE.md',
  'store/sqlite.js',
];
/** Absent from some releases. */
const OPTIONAL = ['trusted-keys'];

const UNITS = ['service', 'socket']
  .map((kind) => `wardbox.${kind}`)
  .concat('wardbox-backup.service', 'wardbox-backup.timer');

const COMPLETIONS = {
  bash: 'usr/share/bash-completion/completions/wardbox',
  zsh: 'usr/share/zsh/vendor-completions/_wardbox',
  fish: 'usr/share/fish/vendor_completions.d/wardbox.fish',
} as const;

/** The data folder of an installed appliance; in a checkout it is next to it. */
const DATA_DIR = '/var/lib/wardbox';

function write(path: string, content: string | Uint8Array, mode = 0o644): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  chmodSync(path, mode);
}

/** Node writes no time into it, so the same text gives the same bytes. */
const zipped = (text: string) => gzipSync(text, { level: 9 });

function program(): ProgramWords {
  const wardbox = new Command('wardbox').description('clinical AI appliance, offline');
  const output = { out: () => undefined, err: () => undefined };
  const { now: clock } = Date;
  addCommands(wardbox, { environment: processEnvironment, clock, output, exitCode: 0 });
  return describeProgram(wardbox);
}

function stageProgram({ root }: Source, tree: string): void {
  const home = join(tree, 'opt', 'wardbox');
  const compiled = join(root, 'dist');
  if (!existsSync(join(compiled, 'main.js'))) throw new Error('dist is missing: npm run build');
  for (const path of [...COMPILED, ...entryPaths().map((entry) => `${entry}.js`)]) {
    cpSync(join(compiled, path), join(home, 'dist', path), {
      recursive: true,
      filter: (from) => !from.endsWith('.map'),
    });
  }
  for (const path of [...OWN, ...OPTIONAL.filter((one) => existsSync(join(root, one)))]) {
    cpSync(join(root, path), join(home, path), { recursive: true });
  }
}

function stageSystem({ root }: Source, tree: string): void {
  const take = (from: string, to: string, mode?: number) =>
    write(join(tree, to), readFileSync(join(root, from)), mode);
  for (const unit of UNITS) take(`systemd/${unit}`, `usr/lib/systemd/system/${unit}`);
  take('systemd/wardbox.sysusers', 'usr/lib/sysusers.d/wardbox.conf');
  take('systemd/wardbox.tmpfiles', 'usr/lib/tmpfiles.d/wardbox.conf');
  take('scripts/release/deb/debian/wardbox.sh', 'usr/bin/wardbox', 0o755);
  const config: unknown = JSON.parse(readFileSync(join(root, 'appliance.config.json'), 'utf8'));
  const installed = { ...Object(config), data_dir: DATA_DIR };
  const text = `${JSON.stringify(installed, null, 2)}\n`;
  write(join(tree, 'etc/wardbox/appliance.config.json'), text);
}

function stageManuals({ version, date }: Source, tree: string): void {
  const words = program();
  for (const [shell, path] of Object.entries(COMPLETIONS)) {
    write(join(tree, path), `${SHELLS[shell as keyof typeof COMPLETIONS](words)}\n`);
  }
  const manual = manPage(words, version, date);
  write(join(tree, 'usr/share/man/man1/wardbox.1.gz'), zipped(manual));
}

function stageModules({ root }: Source, tree: string): void {
  const modules = shippedModules(root);
  for (const module of modules) copyModule(root, module, join(tree, 'opt', 'wardbox'));
  const notice = readFileSync(join(root, 'src/fhir/definitions/NOTICE.md'), 'utf8');
  const doc = join(tree, 'usr/share/doc/wardbox');
  write(join(doc, 'copyright'), copyrightFile(root, modules, [notice]));
  const changes = readFileSync(join(root, 'CHANGELOG.md'), 'utf8');
  write(join(doc, 'changelog.gz'), zipped(changes));
}

/** Lays everything below `tree` as it shall lie below `/` of the machine. */
export function stage(source: Source, tree: string): void {
  stageProgram(source, tree);
  stageModules(source, tree);
  stageSystem(source, tree);
  stageManuals(source, tree);
}
