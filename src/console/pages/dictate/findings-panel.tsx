import { Failure } from '../../components/failure.js';
import { Loading } from '../../components/loading.js';
import { Panel } from '../../components/panel.js';
import { text } from '../../text/en.js';
import type { Dictation } from './dictation.js';
import { EntityFacts } from './entity-facts.js';

export interface FindingsPanelProps {
  readonly dictation: Dictation;
  readonly onShow: (wordId: number) => void;
}

/** Beyond this, what is out of sight is not drawn. */
const LONG_LIST = 60;

/** What was understood, each with its assertion in words. */
export function FindingsPanel({ dictation, onShow }: FindingsPanelProps) {
  const marks = dictation.marks.value;
  const present = new Set(dictation.words.value.map(({ id }) => id));
  const shown = marks.filter(({ wordIds }) => wordIds.some((id) => present.has(id)));
  const error = dictation.readingError.value;
  return (
    <Panel title={text.dictate.findings(shown.length)}>
      {dictation.isReading.value && <Loading what={text.dictate.readingAgain} />}
      {error !== undefined && <Failure error={error} retry={dictation.readAgain} />}
      {shown.length === 0 && <p>{text.dictate.noFindings}</p>}
      <ul class={`findings${shown.length > LONG_LIST ? ' findings-long' : ''}`}>
        {shown.map(({ entity, wordIds }) => {
          const [first] = wordIds;
          return (
            <li key={`${entity.start} ${entity.end} ${entity.type}`}>
              <button
                type="button"
                class="finding"
                onClick={() => first !== undefined && onShow(first)}
              >
                {entity.text}
              </button>
              <p class="finding-facts">
                <EntityFacts entity={entity} />
              </p>
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}
