import { Search } from 'lucide-preact';
import { useMemo, useState } from 'preact/hooks';
import type { ScoreDeclaration } from '../../components/answers/answer-types.js';
import { ClinicalNotice } from '../../components/clinical-notice.js';
import { Failure } from '../../components/failure.js';
import { Field } from '../../components/field.js';
import { Loading } from '../../components/loading.js';
import { usePage } from '../../state/page.js';
import { useLoad } from '../../state/use-load.js';
import { pathIn } from '../../state/world.js';
import { text } from '../../text/en.js';
import { loadCatalogue } from './catalogue.js';
import { groupScores, indexScores, searchScores } from './search.js';
import './risk.css';

function ScoreLink({ score }: { readonly score: ScoreDeclaration }) {
  const { world } = usePage();
  const { id, name, purpose, inputs } = score;
  return (
    <li>
      <a class="score-link" href={pathIn(world, `risk/${id}`)}>
        <strong>{name}</strong>
        <span>{purpose}</span>
        <span class="score-link-inputs">{text.risk.inputCount(inputs.length)}</span>
      </a>
    </li>
  );
}

/** With a question the best come first, in their groups; without one every group can be opened. */
function Found({ scores, isSearch }: FoundProps) {
  const groups = groupScores(scores);
  if (groups.length === 0) return <p>{text.risk.nothingFound}</p>;
  if (isSearch) {
    return (
      <>
        {groups.map(([group, members]) => (
          <section key={group} class="score-group" aria-label={group}>
            <h2>{group}</h2>
            <ul class="score-links">
              {members.map((score) => (
                <ScoreLink key={score.id} score={score} />
              ))}
            </ul>
          </section>
        ))}
      </>
    );
  }
  return (
    <>
      {groups.map(([group, members]) => (
        <details key={group} class="score-group">
          <summary>
            <h2>{group}</h2> <span class="answer-note">{text.risk.scoreCount(members.length)}</span>
          </summary>
          <ul class="score-links">
            {members.map((score) => (
              <ScoreLink key={score.id} score={score} />
            ))}
          </ul>
        </details>
      ))}
    </>
  );
}

interface FoundProps {
  readonly scores: readonly ScoreDeclaration[];
  readonly isSearch: boolean;
}

function Catalogue({ scores }: { readonly scores: readonly ScoreDeclaration[] }) {
  const [query, setQuery] = useState('');
  const index = useMemo(() => indexScores(scores), [scores]);
  const found = useMemo(() => searchScores(index, query), [index, query]);
  const isSearch = query.trim() !== '';
  return (
    <>
      <search class="score-search">
        <Field label={text.risk.search} hint={text.risk.searchHint}>
          {(attributes) => (
            <div class="score-search-box">
              <Search size={20} aria-hidden="true" />
              <input
                {...attributes}
                type="search"
                autocomplete="off"
                maxLength={200}
                value={query}
                onInput={({ currentTarget }) => setQuery(currentTarget.value)}
              />
            </div>
          )}
        </Field>
        <p role="status">
          {isSearch ? text.risk.found(found.length) : text.risk.scoreCount(scores.length)}
        </p>
      </search>
      <Found scores={found} isSearch={isSearch} />
    </>
  );
}

/** Finding a score among all of them. */
export default function RiskPage() {
  const { world } = usePage();
  const { state, reload } = useLoad(() => loadCatalogue(world), [world]);
  return (
    <>
      <h1>{text.risk.title}</h1>
      <ClinicalNotice>{text.risk.notice}</ClinicalNotice>
      {state.kind === 'loading' && <Loading />}
      {state.kind === 'failed' && <Failure error={state.error} retry={reload} />}
      {state.kind === 'ready' && <Catalogue scores={state.value} />}
    </>
  );
}
