import { Fragment } from 'preact';
import { memo } from 'preact/compat';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { text } from '../../text/en.js';
import { clockOf, confidenceClassOf } from './confidence.js';
import type { Block, Entity, Mark } from './layout.js';
import { passageOf, type Range, type Word } from './transcript.js';

export interface BlockProps {
  readonly block: Block;
  /** The mark of each word of the block. */
  readonly marks: ReadonlyArray<Mark | undefined>;
  /** What of the block is uncertain and waits for a person, by word. */
  readonly pending: readonly boolean[];
  /** Chosen words, by their positions in the block. */
  readonly chosen: Range | undefined;
  /** Words that are being rewritten, by their positions in the block. */
  readonly edited: Range | undefined;
  readonly onSave: (typed: string) => void;
  readonly onCancel: () => void;
}

function WordButton({ word, isPending }: { readonly word: Word; readonly isPending: boolean }) {
  const level = confidenceClassOf(word);
  return (
    <button
      type="button"
      class={`word word-${level}${isPending ? ' word-pending' : ''}`}
      data-word={word.id}
      tabIndex={-1}
    >
      {word.text}
      {(isPending || level === 'low') && (
        <span class="hidden-text word-said">
          {isPending ? text.dictate.saidPending : text.dictate.saidLow}
        </span>
      )}
    </button>
  );
}

interface EditProps {
  readonly typed: string;
  readonly isLong: boolean;
  readonly onSave: (typed: string) => void;
  readonly onCancel: () => void;
}

/** The words under correction. Enter or leaving keeps what was typed, Escape does not. */
function Edit({ typed, isLong, onSave, onCancel }: EditProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const isDone = useRef(false);
  // Before the next key arrives: it belongs here already.
  useLayoutEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);
  const finish = (how: () => void) => {
    if (isDone.current) return;
    isDone.current = true;
    how();
  };
  return (
    <textarea
      ref={field}
      class={`word-edit${isLong ? ' word-edit-long' : ''}`}
      aria-label={text.dictate.correctWords}
      rows={isLong ? 5 : 1}
      cols={isLong ? undefined : Math.min(40, Math.max(6, typed.length + 2))}
      defaultValue={typed}
      onBlur={({ currentTarget }) => finish(() => onSave(currentTarget.value))}
      onKeyDown={(event) => {
        event.stopPropagation();
        const { value } = event.currentTarget;
        if (event.key === 'Escape') finish(onCancel);
        else if (event.key === 'Enter' && !event.shiftKey) finish(() => onSave(value));
        else return;
        event.preventDefault();
      }}
    />
  );
}

function classOf({ assertion, type }: Entity): string {
  return `entity entity-${type} entity-is-${assertion}`;
}

/** Neighbouring words with the same mark. */
interface Run {
  readonly mark: Mark | undefined;
  readonly from: number;
  to: number;
}

function runsOf(marks: BlockProps['marks']): Run[] {
  const runs: Run[] = [];
  for (const [index, mark] of marks.entries()) {
    const last = runs.at(-1);
    if (last !== undefined && last.mark === mark) last.to = index + 1;
    else runs.push({ mark, from: index, to: index + 1 });
  }
  return runs;
}

/** Such words may be broken, others keep what follows them on their line. */
const LONG_WORD = 24;

function Words(props: BlockProps & Range & { readonly isMarked: boolean }) {
  const { block, pending, chosen, edited, from, to, isMarked, onSave, onCancel } = props;
  const shown = [];
  for (let index = from; index < to; index += 1) {
    const word = block.words[index];
    if (word === undefined) continue;
    const gap = index === 0 ? word.before.trimStart() : word.before;
    if (edited !== undefined && index >= edited.from && index < edited.to) {
      if (index !== edited.from) continue;
      const typed = passageOf(block.words, edited);
      const isLong = edited.to - edited.from > 6;
      shown.push(' ', <Edit key="edit" {...{ typed, isLong, onSave, onCancel }} />);
      continue;
    }
    const isChosen = chosen !== undefined && index >= chosen.from && index < chosen.to;
    // The gap in front of the first word of a mark stands outside of it.
    if (index > from) shown.push(gap);
    const boxClass = `word-box${isChosen ? ' word-chosen' : ''}`;
    shown.push(
      <span key={word.id} class={word.text.length > LONG_WORD ? undefined : boxClass}>
        <WordButton word={word} isPending={pending[index] ?? false} />
        {isMarked && index === to - 1 ? '' : word.after}
      </span>,
    );
  }
  return <>{shown}</>;
}

function Runs(props: BlockProps) {
  const { block, marks } = props;
  return (
    <>
      {runsOf(marks).map(({ mark, from, to }) => {
        const first = block.words[from];
        const gap = from === 0 ? first?.before.trimStart() : first?.before;
        const isMarked = mark !== undefined;
        const words = <Words {...props} from={from} to={to} isMarked={isMarked} />;
        const assertion = mark?.entity.assertion;
        return (
          <Fragment key={first?.id}>
            {gap}
            {mark === undefined || assertion === undefined ? (
              words
            ) : (
              <>
                <mark class={classOf(mark.entity)}>
                  {words}
                  {assertion !== 'present' && (
                    <span class="entity-assertion"> {text.dictate.assertions[assertion]}</span>
                  )}
                </mark>
                {/* The mark that ends a sentence does not belong to what is marked. */}
                {block.words[to - 1]?.after}
              </>
            )}
          </Fragment>
        );
      })}
    </>
  );
}

const isSameRange = (a: Range | undefined, b: Range | undefined): boolean =>
  a?.from === b?.from && a?.to === b?.to;

const isSameList = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a.length === b.length && a.every((value, index) => value === b[index]);

function isSame(a: BlockProps, b: BlockProps): boolean {
  return (
    a.block.kind === b.block.kind &&
    a.block.speaker === b.block.speaker &&
    a.block.isTurn === b.block.isTurn &&
    isSameList(a.block.words, b.block.words) &&
    isSameList(a.marks, b.marks) &&
    isSameList(a.pending, b.pending) &&
    isSameRange(a.chosen, b.chosen) &&
    isSameRange(a.edited, b.edited)
  );
}

/** A paragraph or heading. It is drawn again only when something in it has changed. */
export const TranscriptBlock = memo((props: BlockProps) => {
  const { kind, words, speaker, isTurn } = props.block;
  const at = words.find(({ heard }) => heard !== undefined)?.heard?.start;
  const content = <Runs {...props} />;
  return (
    <div class={`block block-${kind}`}>
      <span class="block-time numeric" aria-hidden="true">
        {at === undefined ? '' : clockOf(at)}
      </span>
      <div class="block-text">
        {isTurn && speaker !== undefined && (
          <p class="block-speaker">{text.dictate.speaker(speaker)}</p>
        )}
        {kind === 'heading' ? <h3>{content}</h3> : <p>{content}</p>}
      </div>
    </div>
  );
}, isSame);
