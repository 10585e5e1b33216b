import { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { controlFile } from '../../../scripts/release/deb/control.js';
import { manPage } from '../../../scripts/release/deb/man-page.js';
import { describeProgram } from '../../../src/cli/completion/program.js';

describe('the control file of the package', () => {
  const text = controlFile({ version: '1.2.3', engines: '>=20.19', installedKib: 1_000 });

  it('requires the Node version that its compiled parts were made for', () => {
    const major = Number(process.versions.node.split('.')[0]);
    expect(text).toMatch(/^Version: 1\.2\.3$/m);
    const [, depends = ''] = /^Depends: (.+)$/m.exec(text) ?? [];
    expect(depends.split(', ')).toEqual(
      expect.arrayContaining(['nodejs (>= 20.19)', `nodejs (<< ${major + 1})`]),
    );
    expect(depends).toMatch(/libc6( \(>= [\d.]+\))?, libstdc\+\+6/);
  });

  it('has nothing but fields and what goes on from them', () => {
    expect(text.endsWith('\n')).toBe(true);
    for (const line of text.trimEnd().split('\n')) expect(line).toMatch(/^([\w-]+: \S| \S)/);
  });

  it('refuses a range of Node that it does not understand', () => {
    const facts = { version: '1.2.3', engines: '^20 || ^22', installedKib: 1 };
    expect(() => controlFile(facts)).toThrow('^20 || ^22');
  });
});

describe('the manual page', () => {
  const program = new Command('wardbox').description('an appliance');
  const keys = program.command('keys').description('API keys');
  keys
    .command('create')
    .description('.make a key; the path is C:\\keys')
    .option('-n, --name <name>', "'what it is for'");
  const page = manPage(describeProgram(program), '1.2.3', new Date('2026-01-02T03:04:05Z'));

  it('has the commands of the program with their options, groups left out', () => {
    expect(page).toContain('.TH WARDBOX 1 "2026-01-02" "wardbox 1.2.3"');
    expect(page).toContain('.SS "wardbox keys create"');
    expect(page).not.toContain('.SS "wardbox keys"\n');
    expect(page).toContain('\\fB\\-n\\fR, \\fB\\-\\-name\\fR \\fIVALUE\\fR');
  });

  it('writes what a text begins with as text, not as a request to the formatter', () => {
    expect(page).toContain('\n\\&.make a key; the path is C:\\\\keys\n');
    expect(page).toContain("\n\\&'what it is for'\n");
    const requests = page.split('\n').filter((line) => line.startsWith('.'));
    expect(new Set(requests.map((line) => line.slice(1, 3)))).toEqual(
      new Set(['TH', 'SH', 'SS', 'TP', 'BR']),
    );
  });
});
