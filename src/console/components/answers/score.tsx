import type { ComponentChildren } from 'preact';
import { text } from '../../text/en.js';
import { Badge } from '../badge.js';
import type {
  PredictionAnswer,
  Reference,
  ScoreAnswer,
  ScoreCategory,
  ScoreDeclaration,
} from './answer-types.js';
import { formatNumber, formatProbability, formatQuantity } from './figures.js';
import { Warnings } from './not-assessed.js';
import { positionOn, type Scale, scaleOf } from './scale.js';
import {
  changeText,
  formatInput,
  roundedValue,
  titleOf,
  valueText,
  withTitles,
} from './score-words.js';
import './answer.css';
import './score.css';

export interface ScoreViewProps {
  readonly answer: ScoreAnswer;
  /** From the catalogue: adds the drawn scale and the words of choices. */
  readonly declaration?: ScoreDeclaration | undefined;
}

function shownOn({ value, bounds }: ScoreAnswer): readonly number[] {
  if (typeof value === 'number') return [value];
  return bounds === null ? [] : [bounds.min, bounds.max];
}

function Marker({ answer, scale }: { readonly answer: ScoreAnswer; readonly scale: Scale }) {
  const [low, high = low] = shownOn(answer);
  if (low === undefined || high === undefined) return null;
  const start = positionOn(scale, low) * 100;
  const end = positionOn(scale, high) * 100;
  if (low === high) return <span class="scale-marker" style={{ left: `${start}%` }} />;
  return <span class="scale-bounds" style={{ left: `${start}%`, width: `${end - start}%` }} />;
}

function limitsText({ from, to }: { from: number; to: number }, first: boolean, last: boolean) {
  const above = first ? undefined : text.answers.scaleFrom(formatNumber(from));
  const below = last ? undefined : text.answers.scaleBelow(formatNumber(to));
  return [above, below].filter((part) => part !== undefined).join(', ');
}

function isPossible({ category, possible_categories = [] }: ScoreAnswer, id: string): boolean {
  return category === null ? possible_categories.includes(id) : category === id;
}

/** The categories along the values of the score, with the value or its bounds marked. */
export function ScoreScale({ answer, declaration }: Required<ScoreViewProps>) {
  const { categories, range } = declaration ?? { categories: [], range: undefined };
  const scale = scaleOf(categories, range, shownOn(answer));
  const segments = scale?.segments ?? [];
  return (
    <div class="scale">
      {scale !== undefined && (
        <div class="scale-line" role="img" aria-label={text.answers.scaleOf(valueText(answer))}>
          {segments.map(({ id, start, end }) => (
            <span
              key={id}
              class={`scale-segment${isPossible(answer, id) ? ' scale-possible' : ''}`}
              style={{ left: `${start * 100}%`, width: `${(end - start) * 100}%` }}
            />
          ))}
          <Marker answer={answer} scale={scale} />
          <span class="scale-end scale-end-low numeric">{formatNumber(scale.min)}</span>
          <span class="scale-end scale-end-high numeric">{formatNumber(scale.max)}</span>
        </div>
      )}
      <ul class="scale-categories">
        {categories.map((category) => (
          <Category key={category.id} answer={answer} category={category} segments={segments} />
        ))}
      </ul>
    </div>
  );
}

interface CategoryProps {
  readonly answer: ScoreAnswer;
  readonly category: ScoreCategory;
  readonly segments: Scale['segments'];
}

function Category({ answer, category: { id, interpretation }, segments }: CategoryProps) {
  const n = segments.findIndex((segment) => segment.id === id);
  const segment = segments[n];
  const limits =
    segment === undefined
      ? text.answers.scaleApart
      : limitsText(segment, n === 0, n === segments.length - 1);
  const possible = isPossible(answer, id);
  return (
    <li class={possible ? 'scale-possible' : undefined}>
      <span class="answer-row">
        <strong>{id}</strong>
        <span class="answer-note numeric">{limits}</span>
        {possible && (
          <Badge>
            {answer.category === null ? text.answers.possibleCategories : text.answers.thisOne}
          </Badge>
        )}
      </span>
      <span>{interpretation}</span>
    </li>
  );
}

/** Papers as text: the console makes no request off the appliance. */
export function References({ items }: { readonly items: readonly Reference[] }) {
  return (
    <ol class="answer-sources">
      {items.map(({ title, year, doi, url }) => (
        <li key={`${title} ${doi}`}>
          {title}
          {year !== undefined && ` (${year})`}
          {doi !== undefined && <>. {text.answers.doi(doi)}</>}
          {doi === undefined && url !== undefined && <>. {url}</>}
        </li>
      ))}
    </ol>
  );
}

function Components({ answer, declaration }: ScoreViewProps) {
  const decisive = answer.value === null ? answer.most_decisive : undefined;
  return (
    <div class="answer-table-box">
      <table class="answer-table">
        <thead>
          <tr>
            <th scope="col">{text.answers.input}</th>
            <th scope="col">{text.answers.value}</th>
            <th scope="col" class="answer-number">
              {text.answers.points}
            </th>
          </tr>
        </thead>
        <tbody>
          {answer.components.map(({ name, title, value, unit, given, points }) => {
            const asSent = given?.value === value;
            const shown = formatInput(
              declaration,
              name,
              asSent ? value : roundedValue(value),
              unit,
            );
            const sent = given && formatInput(declaration, name, given.value, given.unit ?? unit);
            return (
              <tr key={name} class={value === null ? 'score-missing' : undefined}>
                <th scope="row">{title}</th>
                <td>
                  {shown}
                  {sent !== null && sent !== shown && (
                    <span class="answer-note"> ({text.answers.asSent(sent)})</span>
                  )}
                  {decisive === name && (
                    <>
                      {' '}
                      <Badge tone="unknown">{text.answers.decisive}</Badge>
                    </>
                  )}
                </td>
                <td class="answer-number">
                  {points === null ? text.answers.noPoints : formatNumber(points)}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

function Part({ title, children }: { readonly title: string; children: ComponentChildren }) {
  return (
    <section class="score-part">
      <h3>{title}</h3>
      {children}
    </section>
  );
}

function Changes({ answer, declaration }: ScoreViewProps) {
  if (answer.value === null) return null;
  return (
    <Part title={text.answers.wouldChange}>
      {answer.would_change.length === 0 ? (
        <p class="answer-note">{text.answers.nothingWouldChange}</p>
      ) : (
        <ul class="score-changes">
          {answer.would_change.map((change) => (
            <li key={`${change.input} ${String(change.to)} ${change.category}`}>
              {changeText(answer, change, declaration)}
            </li>
          ))}
        </ul>
      )}
    </Part>
  );
}

/** The value of a score, large, with its category or what is still possible. */
export function ScoreValue({ answer }: { readonly answer: ScoreAnswer }) {
  const { category, possible_categories = [], interpretation, missing } = answer;
  return (
    <div class={`score-value${answer.value === null ? ' score-open' : ''}`}>
      <p class="score-figure numeric">
        {valueText(answer)}
        {category !== null && <span class="score-category">{category}</span>}
      </p>
      {missing.length === 0 || answer.value !== null ? (
        <p>{interpretation}</p>
      ) : (
        <p>{text.answers.missingInputs(missing.map((name) => titleOf(answer, name)).join(', '))}</p>
      )}
      {category === null && possible_categories.length > 0 && (
        <p>
          {text.answers.possibleCategories}: <strong>{possible_categories.join(', ')}</strong>
        </p>
      )}
      {answer.value === null && answer.most_decisive !== undefined && (
        <p>
          <strong>{text.answers.mostDecisive(titleOf(answer, answer.most_decisive))}</strong>
        </p>
      )}
      {answer.risk !== undefined && (
        <p>
          {text.answers.publishedRisk(
            formatProbability(answer.risk.probability),
            answer.risk.outcome,
            answer.risk.horizon,
          )}
        </p>
      )}
    </div>
  );
}

/** One score: value or bounds, category, points, what would change it, sources. */
export function ScoreView({ answer, declaration }: ScoreViewProps) {
  const { action, derived, references, warnings } = answer;
  return (
    <div class="score">
      <ScoreValue answer={answer} />
      <Warnings items={warnings.map((warning) => withTitles(warning, declaration))} />
      {action !== undefined && (
        <Part title={text.answers.whatTo}>
          <p>
            {action.text} <span class="answer-note">[{action.source}]</span>
          </p>
        </Part>
      )}
      {declaration !== undefined && declaration.categories.length > 0 && (
        <Part title={text.answers.scale}>
          <ScoreScale answer={answer} declaration={declaration} />
        </Part>
      )}
      <Components answer={answer} declaration={declaration} />
      <Changes answer={answer} declaration={declaration} />
      {derived.length > 0 && (
        <Part title={text.answers.derived}>
          <ul class="score-changes">
            {derived.map(({ name, value, unit }) => (
              <li key={name}>
                {name.replaceAll('_', ' ')}: {formatQuantity(value, unit)}
              </li>
            ))}
          </ul>
        </Part>
      )}
      <Part title={text.answers.references}>
        <References items={references} />
      </Part>
    </div>
  );
}

/** The prediction of a model with its interval and what counted for and against. */
export function PredictionView({ answer }: { readonly answer: PredictionAnswer }) {
  const { interval, contributions } = answer;
  const percent = formatProbability;
  return (
    <div class="score">
      <div class="score-value">
        <p class="score-figure numeric">
          {percent(answer.probability)}
          <span class="score-category">{answer.outcome}</span>
        </p>
        <p>
          {text.answers.interval(percent(interval.low), percent(interval.high))}; {answer.horizon}
        </p>
        <p class="answer-note">{interval.description}</p>
        <p>{text.answers.reference(percent(answer.reference_probability))}</p>
      </div>
      <Warnings items={answer.warnings} />
      <p>{text.answers.validFor(answer.valid_for)}</p>
      {answer.missing.length > 0 && (
        <p>{text.answers.missingInputs(answer.missing.join(', ').replaceAll('_', ' '))}</p>
      )}
      <details class="answer-details">
        <summary>{text.answers.effects}</summary>
        <table class="answer-table">
          <thead>
            <tr>
              <th scope="col">{text.answers.input}</th>
              <th scope="col">{text.answers.value}</th>
              <th scope="col" class="answer-number">
                {text.answers.effect}
              </th>
            </tr>
          </thead>
          <tbody>
            {contributions.map(({ feature, value, unit, effect }) => (
              <tr key={feature}>
                <th scope="row">
                  {feature === 'not_given'
                    ? text.answers.notGivenEffect
                    : feature.replaceAll('_', ' ')}
                </th>
                <td>{value === null ? '' : formatQuantity(value, unit)}</td>
                <td class="answer-number">
                  {effect > 0 ? '+' : ''}
                  {formatNumber(effect)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
      <p class="answer-note">
        {text.answers.predictionNotice(`${answer.model} ${answer.version}`)}
      </p>
    </div>
  );
}
