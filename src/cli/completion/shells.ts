import type { CommandWords, OptionWords, ProgramWords } from './program.js';

const functionName = ({ name }: ProgramWords) => `_${name.replace(/\W/g, '_')}`;

/** Within single quotes of a POSIX shell. */
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

/** The path of the words typed so far: ` keys create`; empty for the program itself. */
const placeOf = ({ path }: CommandWords) => path.map((word) => ` ${word}`).join('');

const places = ({ commands }: ProgramWords) =>
  commands.filter(({ path }) => path.length > 0).map((command) => quoted(placeOf(command)));

const wordsOf = ({ words, options }: CommandWords) => [
  ...words.map(({ word }) => word),
  ...options.flatMap(({ flags }) => flags),
];

const valued = ({ options }: CommandWords) => options.filter(({ takesValue }) => takesValue);

/** `case` patterns of each option that takes a value, with the command that completes it. */
function valueCases(program: ProgramWords, complete: (option: OptionWords) => string): string[] {
  return program.commands.flatMap((command) =>
    valued(command).map((option) => {
      const patterns = option.flags.map((flag) => quoted(`${placeOf(command)} ${flag}`));
      return `    ${patterns.join('|')}) ${complete(option)}; return ;;`;
    }),
  );
}

function bash(program: ProgramWords): string {
  const name = functionName(program);
  return [
    `${name}() {`,
    `  local now="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}" at='' i`,
    '  COMPREPLY=()',
    '  for ((i = 1; i < COMP_CWORD; i++)); do',
    `    case "$at \${COMP_WORDS[i]}" in`,
    `      ${places(program).join('|')}) at="$at \${COMP_WORDS[i]}" ;;`,
    '    esac',
    '  done',
    '  case "$at $before" in',
    // No word of Wardbox fits: the shell then completes file names.
    ...valueCases(program, ({ choices }) =>
      choices.length === 0
        ? ':'
        : `COMPREPLY=($(compgen -W ${quoted(choices.join(' '))} -- "$now"))`,
    ),
    '  esac',
    '  case "$at" in',
    ...program.commands.map((command) => {
      const words = quoted(wordsOf(command).join(' '));
      return `    ${quoted(placeOf(command))}) COMPREPLY=($(compgen -W ${words} -- "$now")) ;;`;
    }),
    '  esac',
    '}',
    `complete -o default -F ${name} ${program.name}`,
  ].join('\n');
}

/** `word:description`, as `_describe` takes it. */
const zshEntry = (word: string, about: string) =>
  quoted(about === '' ? word : `${word.replaceAll(':', '\\:')}:${about}`);

function zsh(program: ProgramWords): string {
  const name = functionName(program);
  return [
    `#compdef ${program.name}`,
    `${name}() {`,
    `  local before="\${words[CURRENT-1]}" at='' i`,
    '  local -a entries',
    '  for ((i = 2; i < CURRENT; i++)); do',
    `    case "$at \${words[i]}" in`,
    `      ${places(program).join('|')}) at="$at \${words[i]}" ;;`,
    '    esac',
    '  done',
    '  case "$at $before" in',
    ...valueCases(program, ({ choices }) =>
      choices.length === 0 ? '_files' : `compadd -- ${choices.map(quoted).join(' ')}`,
    ),
    '  esac',
    '  case "$at" in',
    ...program.commands.map((command) => {
      const entries = [
        ...command.words.map(({ word, about }) => zshEntry(word, about)),
        ...command.options.flatMap(({ flags, about }) =>
          flags.map((flag) => zshEntry(flag, about)),
        ),
      ];
      return `    ${quoted(placeOf(command))}) entries=(${entries.join(' ')}) ;;`;
    }),
    '  esac',
    `  _describe ${quoted(program.name)} entries || _files`,
    '}',
    // Sourced it registers itself; in a folder of $fpath it is the function.
    `if [ "$funcstack[1]" = ${quoted(name)} ]; then ${name} "$@"; else compdef ${name} ${program.name}; fi`,
  ].join('\n');
}

const fishQuoted = (text: string) =>
  `'${text.replaceAll('\\', '\\\\').replaceAll("'", String.raw`\'`)}'`;

function fishOption({ flags, about, takesValue, choices }: OptionWords): string {
  const names = flags.map((flag) =>
    flag.startsWith('--') ? `-l ${flag.slice(2)}` : `-s ${flag.slice(1)}`,
  );
  const value = takesValue ? [choices.length > 0 ? '-x' : '-r'] : [];
  const values = choices.length > 0 ? [`-a ${fishQuoted(choices.join(' '))}`] : [];
  return [...names, ...value, ...values, `-d ${fishQuoted(about)}`].join(' ');
}

function fish(program: ProgramWords): string {
  const at = `_${functionName(program)}_at`;
  return [
    `function ${at}`,
    `  set -l at ''`,
    '  for word in (commandline -opc)[2..-1]',
    '    switch "$at $word"',
    `      case ${places(program).join(' ')}`,
    '        set at "$at $word"',
    '    end',
    '  end',
    '  test "$at" = "$argv[1]"',
    'end',
    ...program.commands.flatMap((command) => {
      const start = `complete -c ${program.name} -n "${at} '${placeOf(command)}'"`;
      return [
        ...command.words.map(
          ({ word, about }) => `${start} -f -a ${fishQuoted(word)} -d ${fishQuoted(about)}`,
        ),
        ...command.options.map((option) => `${start} ${fishOption(option)}`),
      ];
    }),
  ].join('\n');
}

export const SHELLS = { bash, zsh, fish } as const;
export type ShellName = keyof typeof SHELLS;
