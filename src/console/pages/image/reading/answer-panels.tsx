import { TriangleAlert } from 'lucide-preact';
import type { ImagingCreateAnswer } from '../../../api/types.js';
import { Badge, type Tone } from '../../../components/badge.js';
import { Button } from '../../../components/button.js';
import { CopyButton } from '../../../components/copy-button.js';
import { Panel } from '../../../components/panel.js';
import { text } from '../../../text/en.js';
import type { ReportedLabel } from './image-types.js';
import { ProbabilityScale } from './probability-scale.js';
import {
  boxesOf,
  type Change,
  type Finding,
  type Measurement,
  nameText,
  percentText,
  quantityText,
  reportText,
} from './wording.js';

const URGENCY_TONES: Readonly<Record<string, Tone>> = {
  immediate: 'critical',
  urgent: 'high',
  soon: 'moderate',
  routine: 'low',
};
const EXTENT_TONES: Readonly<Record<Finding['severity'], Tone>> = {
  severe: 'critical',
  moderate: 'high',
  mild: 'moderate',
  none: 'unknown',
};

function Urgency({ answer: { urgency } }: { readonly answer: ImagingCreateAnswer }) {
  if (urgency === undefined) return null;
  return (
    <p class="image-urgency">
      <Badge tone={URGENCY_TONES[urgency.level] ?? 'plain'}>
        {text.image.urgency.title}: {text.image.urgency[urgency.level]}
      </Badge>{' '}
      {urgency.because} <span class="image-soft">({urgency.source})</span>
    </p>
  );
}

export interface AnswerProps {
  readonly answer: ImagingCreateAnswer;
  /** Empty where the models are not known. */
  readonly labels: readonly ReportedLabel[];
  readonly chosen: number | undefined;
  readonly onChoose: (index: number) => void;
}

function FindingItem(props: AnswerProps & { readonly finding: Finding; readonly index: number }) {
  const { answer, labels, finding, index, chosen, onChoose } = props;
  const places = boxesOf(finding, answer.image).length;
  const caveat = labels.find(({ id }) => id === finding.label)?.caveat;
  return (
    <li class="image-finding">
      <div class="image-finding-head">
        <h3>{text.image.findingAt(index + 1, finding.finding)}</h3>
        {finding.slice !== undefined && <Badge>{text.image.strip.onSlice(finding.slice)}</Badge>}
        {finding.side !== undefined && <Badge>{text.image.sides[finding.side]}</Badge>}
        <Badge tone={EXTENT_TONES[finding.severity]}>{text.image.extent[finding.severity]}</Badge>
      </div>
      <ProbabilityScale {...finding} />
      {caveat !== undefined && (
        <p class="image-caveat">
          <strong>{text.image.caveat}:</strong> {caveat}
        </p>
      )}
      {places === 0 ? (
        <p class="image-soft">{text.image.noPlace}</p>
      ) : (
        <Button pressed={chosen === index} onClick={() => onChoose(index)}>
          {text.image.showOnPicture}
          <span class="hidden-text">: {finding.finding}</span>
          <span class="image-soft">({text.image.places(places)})</span>
        </Button>
      )}
    </li>
  );
}

/** What was looked for and is not among the findings, with its scale. */
function BelowThreshold({ answer, labels }: AnswerProps) {
  const found = new Set(answer.findings.map(({ label }) => label));
  const rest = labels.flatMap((label) => {
    const probability = answer.probabilities?.[label.id];
    return probability === undefined || found.has(label.id) ? [] : [{ ...label, probability }];
  });
  if (rest.length === 0) return null;
  return (
    <details class="image-below" open={found.size === 0}>
      <summary>
        {text.image.below} ({rest.length})
      </summary>
      <ul class="image-list">
        {rest.map(({ id, name, probability, threshold }) => (
          <li key={id}>
            <h3>{name}</h3>
            <ProbabilityScale
              probability={probability}
              threshold={threshold}
              isWithheld={probability >= threshold}
            />
          </li>
        ))}
      </ul>
    </details>
  );
}

/** The image was refused as a whole: nothing in it was looked for. */
const wasRead = ({ confidence_score, findings, models }: ImagingCreateAnswer): boolean =>
  models.length > 0 && (findings.length > 0 || confidence_score > 0);

export function FindingsPanel(props: AnswerProps) {
  const { answer } = props;
  return (
    <Panel title={wasRead(answer) ? text.image.findings : text.image.notRead}>
      <Urgency answer={answer} />
      {!wasRead(answer) && <p class="image-caveat">{answer.impression}</p>}
      {wasRead(answer) && answer.findings.length === 0 && <p>{text.image.noFindings}</p>}
      <ol class="image-findings">
        {answer.findings.map((finding, index) => (
          <FindingItem key={finding.label} {...props} finding={finding} index={index} />
        ))}
      </ol>
      <BelowThreshold {...props} />
    </Panel>
  );
}

/** As prominent as the findings: a reader has to know what nobody looked for. */
export function NotAssessedPanel({ answer }: Pick<AnswerProps, 'answer'>) {
  return (
    <Panel title={`${text.image.notAssessed} (${answer.not_assessed.length})`}>
      {answer.not_assessed.length === 0 && <p>{text.image.nothingLeftOut}</p>}
      <ul class="image-list">
        {answer.not_assessed.map(({ what, reason }) => (
          <li key={`${what} ${reason}`}>
            <Badge tone="unknown">{nameText(what)}</Badge> {reason}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

export function WarningsPanel({ answer }: Pick<AnswerProps, 'answer'>) {
  if (answer.warnings.length === 0) return null;
  return (
    <Panel title={`${text.image.warnings} (${answer.warnings.length})`}>
      <ul class="image-warnings">
        {answer.warnings.map((warning) => (
          <li key={warning}>
            <TriangleAlert size={18} aria-hidden="true" />
            <span>{warning}</span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function MeasurementRow({ measurement }: { readonly measurement: Measurement }) {
  const { name, value, unit, limit, quality, remarks } = measurement;
  return (
    <tr>
      <th scope="row">{nameText(name)}</th>
      <td class="numeric">{quantityText(value, unit)}</td>
      <td>
        {limit !== undefined && (
          <Badge tone={value > limit ? 'moderate' : 'low'}>
            {value > limit ? text.image.overLimit : text.image.withinLimit}
          </Badge>
        )}{' '}
        {limit !== undefined && (
          <span class="numeric">{text.image.limit(quantityText(limit, unit))}</span>
        )}
        {quality === 'limited' && <Badge tone="unknown">{text.image.quality.limited}</Badge>}
        {remarks.map((remark) => (
          <p key={remark} class="image-remark">
            {remark}
          </p>
        ))}
      </td>
    </tr>
  );
}

export function MeasurementsPanel({ answer }: Pick<AnswerProps, 'answer'>) {
  const { measurements = [] } = answer;
  if (measurements.length === 0) return null;
  return (
    <Panel title={text.image.measurements}>
      <table class="image-table">
        <tbody>
          {measurements.map((measurement) => (
            <MeasurementRow key={measurement.name} measurement={measurement} />
          ))}
        </tbody>
      </table>
    </Panel>
  );
}

/** A ratio as it is, a probability in per cent. */
const comparedText = ({ name }: Change, value: number): string =>
  name === 'cardiothoracic_ratio' ? quantityText(value, '1') : percentText(value);

export function ComparisonPanel({ answer, labels }: Pick<AnswerProps, 'answer' | 'labels'>) {
  const { comparison } = answer;
  if (comparison === undefined) return null;
  const nameOf = (id: string) => labels.find((label) => label.id === id)?.name ?? nameText(id);
  const { created_at } = comparison.prior;
  return (
    <Panel title={text.image.comparison}>
      {created_at !== undefined && (
        <p>{text.image.priorMade(new Date(created_at).toLocaleString())}</p>
      )}
      <div class="image-wide">
        <table class="image-table">
          <thead>
            <tr>
              <td />
              <th scope="col">{text.image.before}</th>
              <th scope="col">{text.image.now}</th>
              <th scope="col">{text.image.change}</th>
            </tr>
          </thead>
          <tbody>
            {comparison.changes.map((change) => (
              <tr key={change.name}>
                <th scope="row">{nameOf(change.name)}</th>
                <td class="numeric">{comparedText(change, change.previous)}</td>
                <td class="numeric">{comparedText(change, change.current)}</td>
                <td>
                  <Badge tone={change.within_noise ? 'plain' : 'moderate'}>
                    {text.image.trends[change.trend]}
                  </Badge>{' '}
                  {change.within_noise ? text.image.withinNoise : text.image.beyondNoise}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
  );
}

export function ReportPanel({ answer }: Pick<AnswerProps, 'answer'>) {
  const copy = <CopyButton content={reportText(answer)} label={text.image.copyReport} />;
  return (
    <Panel title={text.image.report} actions={copy}>
      <p class="image-impression">{answer.impression}</p>
      <h3>{text.image.recommendations}</h3>
      <ul class="image-list">
        {answer.recommendations.map((recommendation) => (
          <li key={recommendation}>{recommendation}</li>
        ))}
      </ul>
      <p class="image-soft">{text.image.analysis(answer.analysis_id)}</p>
    </Panel>
  );
}
