import type { CommandWords, ProgramWords } from '../../../src/cli/completion/program.js';

const escaped = (text: string) =>
  text
    .replaceAll('\\', '\\\\')
    .replaceAll('-', '\\-')
    .replace(/^([.'])/, '\\&$1');

const INTRODUCTION = `Wardbox is a clinical AI appliance that a hospital runs on its own box, offline: one daemon that
answers REST calls from the hospital's network. This command sets it up and looks after it. Started by
root, it runs as the user wardbox, whom the data belong to; files that it is to read or write have to
be within that user's reach.`;

const FILES: ReadonlyArray<readonly [string, string]> = [
  ['/etc/wardbox/appliance.config.json', 'the configuration (WARDBOX_CONFIG names another)'],
  ['/var/lib/wardbox', 'database, audit checkpoints, certificates, installed models'],
  ['/var/lib/wardbox/backups', 'backups of the nightly timer'],
  ['/opt/wardbox/docs', 'the manuals; install.md first'],
];

const STATUSES: ReadonlyArray<readonly [number, string]> = [
  [0, 'done'],
  [1, 'failed'],
  [2, 'wrong usage'],
  [3, 'something is not intact'],
  [4, 'some of the work was refused'],
];

const optionLine = ({ flags, about, takesValue }: CommandWords['options'][number]) =>
  `.TP\n\\fB${flags.map(escaped).join('\\fR, \\fB')}\\fR${takesValue ? ' \\fIVALUE\\fR' : ''}\n${escaped(about)}`;

function commandPart({ path, about, words, options }: CommandWords): string {
  const own = options.filter(({ flags }) => !flags.includes('--help'));
  const isGroup = words.length > 0 && own.length === 0;
  if (isGroup) return '';
  const lines = [`.SS "wardbox ${path.map(escaped).join(' ')}"`, escaped(about)];
  return [...lines, ...own.map(optionLine)].join('\n');
}

/** The manual page wardbox(1), generated from the program itself. */
export function manPage({ commands }: ProgramWords, version: string, date: Date): string {
  const [root, ...below] = commands;
  const entries = (rows: ReadonlyArray<readonly [string | number, string]>) =>
    rows.map(([name, about]) => `.TP\n\\fB${escaped(String(name))}\\fR\n${escaped(about)}`);
  return [
    `.TH WARDBOX 1 "${date.toISOString().slice(0, 10)}" "wardbox ${version}" "User Commands"`,
    '.SH NAME',
    `wardbox \\- ${escaped(root?.about ?? '')}`,
    '.SH SYNOPSIS',
    '\\fBwardbox\\fR \\fICOMMAND\\fR [\\fIOPTIONS\\fR]',
    '.SH DESCRIPTION',
    escaped(INTRODUCTION),
    '.SH COMMANDS',
    ...below.map(commandPart).filter((part) => part !== ''),
    '.SH EXIT STATUS',
    ...entries(STATUSES),
    '.SH FILES',
    ...entries(FILES),
    '.SH SEE ALSO',
    '.BR systemctl (1),',
    '.BR journalctl (1)',
    '',
  ].join('\n');
}
