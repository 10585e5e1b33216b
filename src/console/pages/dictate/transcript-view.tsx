import { effect } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { text } from '../../text/en.js';
import { widened } from './checks.js';
import { confidenceClassOf } from './confidence.js';
import type { Dictation } from './dictation.js';
import { blocksOf, drawnMarks } from './layout.js';
import type { Player } from './player.js';
import { type Range, wordAtTime } from './transcript.js';
import { TranscriptBlock } from './transcript-block.js';
import { WordDetails } from './word-details.js';
import './transcript-view.css';

export interface TranscriptViewProps {
  readonly dictation: Dictation;
  readonly player: Player;
  /** A word to go to, named anew for every wish. */
  readonly target: { readonly wordId: number } | undefined;
}

const idOf = (element: Element | null): number | undefined => {
  const id = element?.closest<HTMLElement>('[data-word]')?.dataset.word;
  return id === undefined ? undefined : Number(id);
};

/** More blocks than a window shows. */
const LONG_BLOCKS = 24;

const clip = (range: Range | undefined, from: number, to: number): Range | undefined => {
  if (range === undefined || range.from >= to || range.to <= from) return undefined;
  return { from: Math.max(range.from, from) - from, to: Math.min(range.to, to) - from };
};

/** Chosen words: from where the choice began to where it stands. */
interface Choice {
  readonly anchor: number;
  readonly head: number;
}

const rangeOf = ({ anchor, head }: Choice): Range => ({
  from: Math.min(anchor, head),
  to: Math.max(anchor, head) + 1,
});

/** The text: to read, to hear word by word, and to correct. One stop of the tab key; arrows go on. */
export function TranscriptView({ dictation, player, target }: TranscriptViewProps) {
  const words = dictation.words.value;
  const headings = dictation.headings.value;
  const marks = dictation.marks.value;
  const checks = dictation.checks.value;
  const states = dictation.checkStates.value;
  const root = useRef<HTMLElement>(null);
  const [choice, setChoice] = useState<Choice>({ anchor: 0, head: 0 });
  const [edited, setEdited] = useState<Range>();
  const returnTo = useRef<number>();

  const blocks = useMemo(() => blocksOf(words, headings), [words, headings]);
  const drawn = useMemo(() => drawnMarks(marks), [marks]);
  const positions = useMemo(() => new Map(words.map(({ id }, index) => [id, index])), [words]);
  const pendingIds = useMemo(
    () =>
      new Set(
        checks.filter(({ key }) => states.get(key) === 'pending').flatMap(({ wordIds }) => wordIds),
      ),
    [checks, states],
  );
  const head = Math.min(choice.head, words.length - 1);
  const chosen = rangeOf({ anchor: Math.min(choice.anchor, words.length - 1), head });

  const elementOf = (index: number): HTMLElement | null =>
    root.current?.querySelector<HTMLElement>(`[data-word="${words[index]?.id}"]`) ?? null;
  const goTo = (index: number, isExtended = false) => {
    const to = Math.max(0, Math.min(words.length - 1, index));
    setChoice({ anchor: isExtended ? chosen.from + chosen.to - 1 - head : to, head: to });
    elementOf(to)?.focus();
  };
  const hear = (index: number) => {
    const heard = words[index]?.heard;
    if (heard !== undefined) player.play(heard.start, heard.end + 0.1);
  };
  const edit = (asked: Range) => {
    player.stop();
    const open = checks.filter(({ key }) => states.get(key) === 'pending');
    const range = widened(asked, open, words);
    const block = blocks.findLast(({ from }) => from <= range.from);
    if (block === undefined) return;
    setEdited({ from: range.from, to: Math.min(range.to, block.from + block.words.length) });
  };
  const save = (range: Range, typed: string) => {
    setEdited(undefined);
    returnTo.current = range.from;
    dictation.replace(range, typed);
  };

  // Exactly one word is reached by the tab key.
  useLayoutEffect(() => {
    const current = elementOf(head);
    for (const element of root.current?.querySelectorAll('[data-word][tabindex="0"]') ?? []) {
      if (element !== current) element.setAttribute('tabindex', '-1');
    }
    current?.setAttribute('tabindex', '0');
    if (returnTo.current !== undefined && edited === undefined) {
      const index = Math.min(returnTo.current, words.length - 1);
      returnTo.current = undefined;
      goTo(index);
    }
  });

  useLayoutEffect(() => {
    const index = target === undefined ? undefined : positions.get(target.wordId);
    if (index === undefined) return;
    goTo(index);
    elementOf(index)?.scrollIntoView({ block: 'center' });
  }, [target]);

  // The word that is being heard is marked without drawing the text again.
  useEffect(() => {
    let last: Element | null = null;
    return effect(() => {
      const index = player.isPlaying.value ? wordAtTime(words, player.seconds.value) : -1;
      const now = index === -1 ? null : elementOf(index);
      if (now === last) return;
      last?.classList.remove('word-heard');
      now?.classList.add('word-heard');
      last = now;
    });
  }, [player, words]);

  const nextUncertain = (from: number, step: 1 | -1): number => {
    for (let index = from + step; index >= 0 && index < words.length; index += step) {
      const word = words[index];
      if (word === undefined) break;
      if (pendingIds.has(word.id) || confidenceClassOf(word) === 'low') return index;
    }
    return from;
  };
  const blockStart = (step: 1 | -1): number => {
    const at = blocks.findLastIndex(({ from }) => from <= head);
    const start = blocks[at]?.from ?? 0;
    return step === -1 && start < head
      ? start
      : (blocks[at + step]?.from ?? (step === 1 ? words.length - 1 : 0));
  };

  const onKeyDown = (event: JSX.TargetedKeyboardEvent<HTMLElement>) => {
    const index = positions.get(idOf(event.target as Element) ?? -1);
    if (index === undefined) return;
    const { key, shiftKey, ctrlKey, metaKey, altKey } = event;
    if (altKey) return;
    const handled = () => {
      if (ctrlKey || metaKey) {
        if (key === 'Home') goTo(0);
        else if (key === 'End') goTo(words.length - 1);
        else if (key.toLowerCase() === 'z') dictation.undo();
        else return false;
        return true;
      }
      if (key === 'ArrowRight') goTo(index + 1, shiftKey);
      else if (key === 'ArrowLeft') goTo(index - 1, shiftKey);
      else if (key === 'ArrowDown') goTo(blockStart(1), shiftKey);
      else if (key === 'ArrowUp') goTo(blockStart(-1), shiftKey);
      else if (key === 'n') goTo(nextUncertain(index, 1));
      else if (key === 'p') goTo(nextUncertain(index, -1));
      else if (key === 'Enter') hear(index);
      else if (key === ' ') player.toggle();
      else if (key === 'e' || key === 'F2') edit(chosen);
      else if (key === 'Delete' || key === 'Backspace') save(chosen, '');
      else return false;
      return true;
    };
    if (handled()) event.preventDefault();
  };

  const onClick = (event: JSX.TargetedMouseEvent<HTMLElement>) => {
    // The enter and space keys arrive as clicks too, but were handled above.
    const index = positions.get(idOf(event.target as Element) ?? -1);
    if (index === undefined || event.detail === 0) return;
    if (event.shiftKey) goTo(index, true);
    else {
      goTo(index);
      hear(index);
    }
  };
  const onDblClick = (event: JSX.TargetedMouseEvent<HTMLElement>) => {
    const index = positions.get(idOf(event.target as Element) ?? -1);
    if (index !== undefined) edit({ from: index, to: index + 1 });
  };
  const onFocus = (event: JSX.TargetedFocusEvent<HTMLElement>) => {
    const index = positions.get(idOf(event.target as Element) ?? -1);
    if (index !== undefined && index !== head) setChoice({ anchor: index, head: index });
  };

  const isSeveral = chosen.to - chosen.from > 1;
  const word = words[head];
  return (
    <>
      <WordDetails
        word={word}
        mark={word === undefined ? undefined : drawn.get(word.id)}
        check={checks.find(
          ({ key, wordIds }) =>
            word !== undefined && wordIds.includes(word.id) && states.get(key) === 'pending',
        )}
        count={isSeveral ? chosen.to - chosen.from : 1}
        onHear={() => {
          const [first, last] = [words[chosen.from]?.heard, words[chosen.to - 1]?.heard];
          if (first !== undefined) player.play(first.start, (last ?? first).end + 0.1);
        }}
        onEdit={() => edit(chosen)}
        onEditParagraph={() => {
          const block = blocks.findLast(({ from }) => from <= head);
          if (block !== undefined) {
            edit({ from: block.from, to: block.from + block.words.length });
          }
        }}
        onRemove={() => save(chosen, '')}
      />
      <section
        class={`transcript${blocks.length > LONG_BLOCKS ? ' transcript-long' : ''}`}
        aria-label={text.dictate.transcriptWords}
        aria-describedby="dictate-keys"
        ref={root}
        onKeyDown={onKeyDown}
        onClick={onClick}
        onDblClick={onDblClick}
        onFocusCapture={onFocus}
      >
        {blocks.map((block) => {
          const to = block.from + block.words.length;
          const own = clip(edited, block.from, to);
          return (
            <TranscriptBlock
              key={block.words[0]?.id}
              block={block}
              marks={block.words.map(({ id }) => drawn.get(id))}
              pending={block.words.map(({ id }) => pendingIds.has(id))}
              chosen={isSeveral ? clip(chosen, block.from, to) : undefined}
              edited={own}
              onSave={(typed) => edited !== undefined && save(edited, typed)}
              onCancel={() => {
                returnTo.current = edited?.from;
                setEdited(undefined);
              }}
            />
          );
        })}
      </section>
    </>
  );
}
