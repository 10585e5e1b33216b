import { Check as CheckIcon, Headphones, Strikethrough } from 'lucide-preact';
import { Badge, type Tone } from '../../components/badge.js';
import { Button } from '../../components/button.js';
import { Panel } from '../../components/panel.js';
import { text } from '../../text/en.js';
import type { Check, CheckState } from './checks.js';
import { rangeOfWords } from './checks.js';
import { clockOf, percentOf } from './confidence.js';
import type { Dictation } from './dictation.js';
import type { Player } from './player.js';

const TONES: Readonly<Record<CheckState, Tone>> = {
  pending: 'critical',
  confirmed: 'low',
  corrected: 'low',
  struck_out: 'plain',
};

interface CheckLineProps {
  readonly check: Check;
  readonly state: CheckState;
  readonly dictation: Dictation;
  readonly onHear: () => void;
  readonly onShow: () => void;
}

function CheckLine({ check, state, dictation, onHear, onShow }: CheckLineProps) {
  const { text: what, type, reason, confidence, at } = check;
  const isPending = state === 'pending';
  const decide = (decision: 'confirmed' | 'struck_out') => () => dictation.decide(check, decision);
  return (
    <li class={`check check-${state}`}>
      <p class="check-what">
        <strong>{what}</strong> <Badge tone={TONES[state]}>{text.dictate.checkStates[state]}</Badge>
      </p>
      <p class="check-why">
        {text.dictate.types[type as keyof typeof text.dictate.types]}
        {at !== undefined && ` · ${clockOf(at)}`} · {percentOf(confidence)} · {reason}
      </p>
      {isPending && (
        <div class="check-actions">
          <Button onClick={onHear} label={text.dictate.hearWhat(what)}>
            <Headphones size={18} aria-hidden="true" />
          </Button>
          <Button onClick={decide('confirmed')}>
            <CheckIcon size={18} aria-hidden="true" />
            {text.dictate.confirm}
            <span class="hidden-text">{what}</span>
          </Button>
          <Button onClick={decide('struck_out')}>
            <Strikethrough size={18} aria-hidden="true" />
            {text.dictate.strikeOut}
            <span class="hidden-text">{what}</span>
          </Button>
          <Button look="quiet" onClick={onShow}>
            {text.dictate.correctThere}
            <span class="hidden-text">{what}</span>
          </Button>
        </div>
      )}
    </li>
  );
}

export interface ChecksPanelProps {
  readonly dictation: Dictation;
  readonly player: Player;
  readonly onShow: (wordId: number) => void;
}

/** Uncertain medicines and numbers, to be settled one by one. */
export function ChecksPanel({ dictation, player, onShow }: ChecksPanelProps) {
  const checks = dictation.checks.value;
  if (checks.length === 0) return null;
  const pending = dictation.pending.value;
  const states = dictation.checkStates.value;
  const words = dictation.words.value;
  return (
    <Panel title={text.dictate.checks}>
      <p role="status">{pending === 0 ? text.dictate.allChecked : text.dictate.pending(pending)}</p>
      <ul class="checks">
        {checks.map((check) => {
          const range = rangeOfWords(words, check.wordIds);
          const [first, last] = [words[range?.from ?? -1], words[(range?.to ?? 0) - 1]];
          return (
            <CheckLine
              key={check.key}
              check={check}
              state={states.get(check.key) ?? 'pending'}
              dictation={dictation}
              onHear={() => {
                if (first?.heard !== undefined) {
                  // With what was said around it: a number alone is hard to understand.
                  player.play(first.heard.start - 1, (last?.heard?.end ?? first.heard.end) + 1);
                }
              }}
              onShow={() => first !== undefined && onShow(first.id)}
            />
          );
        })}
      </ul>
    </Panel>
  );
}
