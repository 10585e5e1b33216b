import { Headphones, Pencil, PilcrowRight, Strikethrough } from 'lucide-preact';
import { Badge } from '../../components/badge.js';
import { Button } from '../../components/button.js';
import { text } from '../../text/en.js';
import type { Check } from './checks.js';
import { clockOf, confidenceClassOf, percentOf } from './confidence.js';
import { EntityFacts } from './entity-facts.js';
import type { Mark } from './layout.js';
import type { Word } from './transcript.js';

export interface WordDetailsProps {
  readonly word: Word | undefined;
  readonly mark: Mark | undefined;
  readonly check: Check | undefined;
  /** Chosen words. */
  readonly count: number;
  readonly onHear: () => void;
  readonly onEdit: () => void;
  readonly onEditParagraph: () => void;
  readonly onRemove: () => void;
}

const TONES = { low: 'critical', medium: 'moderate', high: 'low', person: 'plain' } as const;

function Certainty({ word }: { readonly word: Word }) {
  const level = confidenceClassOf(word);
  const { confidence, spoken } = word.heard ?? {};
  return (
    <>
      <Badge tone={TONES[level]}>
        {text.dictate.confidence[level]}
        {level !== 'person' && confidence !== undefined && ` · ${percentOf(confidence)}`}
      </Badge>
      {spoken !== undefined && spoken.toLowerCase() !== word.text.toLowerCase() && (
        <span>{text.dictate.spoken(spoken)}</span>
      )}
    </>
  );
}

/** What is known of the word under the focus, and what can be done with it. */
export function WordDetails(props: WordDetailsProps) {
  const { word, mark, check, count, onHear, onEdit, onEditParagraph, onRemove } = props;
  if (word === undefined) return null;
  const { heard } = word;
  return (
    <section class="word-details" aria-label={text.dictate.wordDetails}>
      <p class="word-facts" aria-live="polite">
        <strong class="word-named">
          {count > 1 ? text.dictate.chosenWords(count) : word.text}
        </strong>
        <span class="numeric">
          {heard === undefined ? text.dictate.notHeard : clockOf(heard.start)}
        </span>
        <Certainty word={word} />
        {mark !== undefined && <EntityFacts entity={mark.entity} />}
        {check !== undefined && <Badge tone="critical">{text.dictate.saidPending}</Badge>}
      </p>
      <div class="word-actions">
        <Button onClick={onHear} disabled={heard === undefined} label={text.dictate.hear}>
          <Headphones size={18} aria-hidden="true" />
        </Button>
        <Button onClick={onEdit} label={text.dictate.correct}>
          <Pencil size={18} aria-hidden="true" />
        </Button>
        <Button onClick={onEditParagraph} label={text.dictate.correctParagraph}>
          <PilcrowRight size={18} aria-hidden="true" />
        </Button>
        <Button onClick={onRemove} label={text.dictate.strikeOut}>
          <Strikethrough size={18} aria-hidden="true" />
        </Button>
      </div>
    </section>
  );
}
