// The examples of a document: a command in a fenced block, and the block with its answer below it.
//
//   <!-- example: risk
//        show: scores[1].value, scores.components[name=temperature] -->
//   ```sh
//   curl …
//   ```
//   ```json
//   (written by the script)
//   ```
//
// `show` names the fields of a JSON answer that are kept (see shorten.ts); without it all are. A
// block that cannot be run stands below `<!-- not run: the reason -->`.

/** What a command printed, as the document shows it. */
export interface Answer {
  readonly language: 'json' | 'text';
  readonly text: string;
  /** Where the text begins in the document. */
  readonly at: number;
}

export interface Example {
  readonly name: string;
  /** Of the command's first line, from 1. */
  readonly line: number;
  readonly command: string;
  /** Fields of a JSON answer that are kept, as they are written in the mark. */
  readonly show: readonly string[];
  /** Absent where the document shows no answer. */
  readonly answer?: Answer;
}

export interface Examples {
  readonly examples: readonly Example[];
  /** Blocks that are neither run, nor an answer, nor said not to be run; marks without a block. */
  readonly faults: readonly string[];
}

/** A mark, or a fenced block with its language and text. */
const TOKEN =
  /^<!-- (example|not run):\s*((?:(?!-->)[\s\S])*?)\s*-->$|^```([^\n`]*)\n([\s\S]*?)^```$/gm;

/** Blocks in a form that is not read here. */
const UNREADABLE = /^(?:[ \t]+(?:```|~~~)|~~~).*$/gm;

interface Mark {
  readonly kind: 'example' | 'not run';
  readonly text: string;
  readonly end: number;
}

interface Block {
  readonly language: string;
  readonly text: string;
  readonly line: number;
  /** Where the text begins in the document. */
  readonly at: number;
}

function toExample(mark: Mark, { line, text }: Block): Example {
  const [name = '', ...rest] = mark.text.split(/\s+show:\s*/);
  const show = rest
    .join(',')
    .split(',')
    .map((path) => path.trim())
    .filter(Boolean);
  return { name, line: line + 1, command: text, show };
}

/** Returns the faults of an example in the context of those before it. */
function faultsOf(example: Example, { language }: Block, before: readonly Example[]): string[] {
  const { name } = example;
  return [
    ...(language === 'sh' ? [] : [`example "${name}": its command is not a block of sh`]),
    ...(/^[\w-]+$/.test(name) ? [] : [`"${name}" is not a name of letters, digits and hyphens`]),
    ...(before.some((other) => other.name === name) ? [`a second example "${name}"`] : []),
  ];
}

const lineAt = (document: string, at: number) => document.slice(0, at).split('\n').length;

/** Finds the marked examples of a Markdown document, in their order. */
export function readExamples(document: string): Examples {
  const examples: Example[] = [];
  const faults: string[] = [];
  const report = (line: number, fault: string) => void faults.push(`line ${line}: ${fault}`);
  let mark: Mark | undefined;
  /** Whether the block before was a command: its answer may follow. */
  let isAsked = false;
  for (const token of document.matchAll(TOKEN)) {
    const [all, kind, said = '', language = '', text = ''] = token;
    const line = lineAt(document, token.index);
    const isTouching = mark !== undefined && document.slice(mark.end, token.index).trim() === '';
    if (mark !== undefined && (!isTouching || kind !== undefined)) {
      report(lineAt(document, mark.end), 'a mark without a block below it');
      mark = undefined;
    }
    if (kind === 'example' || kind === 'not run') {
      mark = { kind, text: said, end: token.index + all.length };
      continue;
    }
    const block = { language, text, line, at: token.index + `\`\`\`${language}\n`.length };
    const last = examples.at(-1);
    if (mark?.kind === 'example') {
      const example = toExample(mark, block);
      for (const fault of faultsOf(example, block, examples)) report(line, fault);
      examples.push(example);
    } else if (
      mark === undefined &&
      isAsked &&
      last &&
      (language === 'json' || language === 'text')
    ) {
      examples[examples.length - 1] = { ...last, answer: { language, text, at: block.at } };
    } else if (mark === undefined) {
      report(line, 'a block without a mark (<!-- example: NAME -->, <!-- not run: REASON -->)');
    }
    isAsked = mark?.kind === 'example';
    mark = undefined;
  }
  if (mark !== undefined) report(lineAt(document, mark.end), 'a mark without a block below it');
  const [unreadable] = document.matchAll(UNREADABLE);
  if (unreadable !== undefined) {
    report(lineAt(document, unreadable.index), 'a block that is indented or fenced with tildes');
  }
  for (const { name, line, show, answer } of examples) {
    if (show.length === 0 || answer?.language === 'json') continue;
    report(line, `example "${name}" has "show", but no block of json follows it`);
  }
  return { examples, faults };
}

/** The document with new answers, by the names of their examples; others stay as they are. */
export function writeAnswers(document: string, answers: ReadonlyMap<string, string>): string {
  let written = document;
  // From the end, so that the offsets of earlier ones stay valid.
  for (const { name, answer } of readExamples(document).examples.toReversed()) {
    const text = answers.get(name);
    if (answer === undefined || text === undefined) continue;
    written = written.slice(0, answer.at) + text + written.slice(answer.at + answer.text.length);
  }
  return written;
}
