import type { Argument, Command, Option } from 'commander';

/** An option, as the completion of a shell needs it. */
export interface OptionWords {
  /** `--config` and perhaps `-c`. */
  readonly flags: readonly string[];
  readonly about: string;
  readonly takesValue: boolean;
  /** The fixed values that it takes, if any. */
  readonly choices: readonly string[];
}

export interface CommandWords {
  /** The words that lead to it after the program's name: `['keys', 'create']`. */
  readonly path: readonly string[];
  readonly about: string;
  /** Names of the commands below it, and fixed values of its arguments. */
  readonly words: readonly { readonly word: string; readonly about: string }[];
  readonly options: readonly OptionWords[];
}

export interface ProgramWords {
  readonly name: string;
  /** The program itself first, each before what is below it. */
  readonly commands: readonly CommandWords[];
}

/** Values that an option's description lists: `test or live; …`. */
const EITHER = /(?:^|: )([a-z]+) or ([a-z]+)(?:;|$)/;

function choicesOf({ argChoices, description }: Option): readonly string[] {
  return argChoices ?? EITHER.exec(description)?.slice(1) ?? [];
}

const HELP: OptionWords = {
  flags: ['-h', '--help'],
  about: 'display help for command',
  takesValue: false,
  choices: [],
};

function described(command: Command, path: readonly string[]): CommandWords[] {
  const options = command.options
    .filter(({ hidden }) => !hidden)
    .map((option) => ({
      flags: [option.short, option.long].filter((flag) => flag !== undefined),
      about: option.description,
      takesValue: option.required || option.optional,
      choices: choicesOf(option),
    }));
  const below = command.commands.map((one) => ({ word: one.name(), about: one.description() }));
  const values = command.registeredArguments.flatMap(({ argChoices }: Argument) =>
    (argChoices ?? []).map((word) => ({ word, about: '' })),
  );
  const own = { path, about: command.description(), words: [...below, ...values] };
  return [
    { ...own, options: [...options, HELP] },
    ...command.commands.flatMap((one) => described(one, [...path, one.name()])),
  ];
}

/** Returns all commands and options of a program, read from the program itself. */
export function describeProgram(program: Command): ProgramWords {
  return { name: program.name(), commands: described(program, []) };
}
