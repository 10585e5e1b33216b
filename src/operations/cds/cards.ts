import { randomUUID } from 'node:crypto';
import { ALERT_SEVERITIES, type AlertSeverity } from '../../core/alert-severity.js';
import { OVERRIDE_REASON_SYSTEM, RULE_SYSTEM } from '../../core/own-code-systems.js';
import type { AnalyzeResult } from '../../differential/schema.js';
import type { Alert, MedicationsResult } from '../../medications/schema.js';
import type { DraftOrder, DraftOrders } from './draft-orders.js';
import type { Card, Suggestion } from './schema.js';

const LABEL = 'Wardbox';
const MAX_SUMMARY = 140;
const MAX_LISTED = 10;
/** A card that lists every danger is not read. */
const MAX_DANGERS = 5;

/** Why clinicians override an alert on a medicine, in the terms in which they are reported. */
const OVERRIDE_REASONS = [
  ['benefit-outweighs-risk', 'The benefit outweighs the risk'],
  ['will-monitor', 'The patient will be monitored'],
  ['dose-adjusted', 'Dose or timing takes account of it'],
  ['tolerated-before', 'The patient has tolerated it before'],
  ['no-alternative', 'There is no alternative'],
  ['record-outdated', 'The record is out of date or wrong'],
  ['not-relevant', 'The alert does not apply to this patient'],
].map(([code = '', display = '']) => ({ system: OVERRIDE_REASON_SYSTEM, code, display }));

const clipped = (text: string): string =>
  text.length <= MAX_SUMMARY ? text : `${text.slice(0, MAX_SUMMARY - 1).trimEnd()}…`;

/** Text of a record or of a rule, so that Markdown shows it as it is. */
const plain = (text: string): string =>
  text.replace(/\s+/g, ' ').replace(/[\\`*_{}[\]<>#|~]/g, '\\$&');

const bullets = (lines: readonly string[]): string =>
  lines.map((line) => `- ${plain(line)}`).join('\n');

/** The first lines, and how many follow. */
function firstOf(lines: readonly string[], max: number): readonly string[] {
  const rest = lines.length - max;
  return rest <= 0 ? lines : [...lines.slice(0, max), `and ${rest} more`];
}

interface CardFacts {
  readonly summary: string;
  readonly detail: string;
  readonly indicator: Card['indicator'];
  readonly rule: { readonly id: string; readonly title: string };
}

const cardOf = ({ summary, detail, indicator, rule }: CardFacts): Card => ({
  uuid: randomUUID(),
  summary: clipped(summary),
  detail,
  indicator,
  source: {
    label: LABEL,
    topic: { system: RULE_SYSTEM, code: rule.id, display: rule.title },
  },
});

const reaches = (severity: AlertSeverity, from: AlertSeverity): boolean =>
  ALERT_SEVERITIES.indexOf(severity) <= ALERT_SEVERITIES.indexOf(from);

function indicatorOf(severity: AlertSeverity, blockAt: AlertSeverity): Card['indicator'] {
  if (reaches(severity, blockAt)) return 'critical';
  return severity === 'minor' ? 'info' : 'warning';
}

const sourceLine = ({ name, year, url_or_doi }: Alert['sources'][number]): string =>
  [name, year, url_or_doi].filter((part) => part !== null && part !== '').join(', ');

function detailOf({ effect, mechanism, management, because = [], sources }: Alert): string {
  return [
    plain(effect),
    `**What to do:** ${plain(management)}`,
    ...(because.length > 0 ? [`**In this patient:**\n${bullets(because)}`] : []),
    `**How it comes about:** ${plain(mechanism)}`,
    `**Sources:**\n${bullets(sources.map(sourceLine))}`,
  ].join('\n\n');
}

const proposedAt = (item: string): number | undefined => {
  const [, at] = /^proposed\.(\d+)$/.exec(item) ?? [];
  return at === undefined ? undefined : Number(at);
};

/** Offers to take back the orders that an alert is about. */
function suggestionsFor({ items }: Alert, orders: readonly DraftOrder[]): Suggestion[] {
  return items.flatMap((item) => {
    const order = orders[proposedAt(item) ?? -1];
    if (order?.reference === undefined) return [];
    const name = order.line.name ?? `RxNorm ${order.line.rxcui ?? ''}`;
    const description = `Delete the draft order: ${name}`;
    return [
      {
        label: clipped(`Do not order ${name}`),
        uuid: randomUUID(),
        actions: [{ type: 'delete' as const, description, resourceId: [order.reference] }],
      },
    ];
  });
}

function alertCard(alert: Alert, blockAt: AlertSeverity, orders: readonly DraftOrder[]): Card {
  const { title, severity, rule_id } = alert;
  const suggestions = suggestionsFor(alert, orders);
  return {
    ...cardOf({
      summary: title,
      detail: detailOf(alert),
      indicator: indicatorOf(severity, blockAt),
      rule: { id: rule_id, title },
    }),
    ...(suggestions.length > 0 && { suggestions, selectionBehavior: 'at-most-one' }),
    overrideReasons: OVERRIDE_REASONS,
  };
}

/** What the check could not judge: a list without cards would otherwise look safe. */
function notJudgedCard(lines: readonly string[]): Card[] {
  if (lines.length === 0) return [];
  return [
    cardOf({
      summary: `Not everything could be checked: ${lines.length} ${lines.length === 1 ? 'gap' : 'gaps'}`,
      detail: bullets(firstOf(lines, MAX_LISTED)),
      indicator: 'warning',
      rule: { id: 'not-assessed', title: 'What could not be assessed' },
    }),
  ];
}

export interface MedicineCards {
  readonly drafts: DraftOrders;
  /** References of the orders that cards are about; undefined for all. */
  readonly selections?: readonly string[] | undefined;
  /** The least severe alert that is shown. */
  readonly showFrom: AlertSeverity;
}

/** Whether an alert concerns a draft order that cards are asked for; without drafts, all do. */
function isAsked({ items }: Alert, { drafts: { orders }, selections }: MedicineCards): boolean {
  const at = items.flatMap((item) => proposedAt(item) ?? []);
  if (selections === undefined) return orders.length === 0 || at.length > 0;
  return at.some((one) => {
    const reference = orders[one]?.reference;
    // An order without an id cannot be selected, nor be left out.
    return reference === undefined || selections.includes(reference);
  });
}

/** The cards of a check of medicines: one for each alert that is severe enough, most severe first. */
export function medicineCards(result: MedicationsResult, asked: MedicineCards): readonly Card[] {
  const { orders, unread } = asked.drafts;
  const shown = result.alerts.filter(
    (alert) => reaches(alert.severity, asked.showFrom) && isAsked(alert, asked),
  );
  const unresolved = result.unresolved.flatMap(({ item, input }) =>
    proposedAt(item) === undefined ? [] : [`${input}: this order is not understood`],
  );
  const gaps = [
    ...unread.map((at) => `draftOrders.entry.${at}: this order names no medicine that can be read`),
    ...unresolved,
    ...result.safety.not_judged
      .filter(({ what }) => proposedAt(what) === undefined)
      .map(({ what, reason }) => `${what}: ${reason}`),
  ];
  return [
    ...shown.map((alert) => alertCard(alert, result.safety.block_at, orders)),
    ...notJudgedCard(gaps),
  ];
}

type UrgencyReason = AnalyzeResult['explanation']['urgency'][number];

/** What fired a rule, each once. */
const signsOf = ({ fired_by }: UrgencyReason): string => [...new Set(fired_by)].join(', ');

const URGENT = ['critical', 'high'] as const;

/** Why a patient is urgent, and which dangers are open. */
export function stateCards({ urgency_level, explanation }: AnalyzeResult): readonly Card[] {
  const reasons = explanation.urgency.filter(({ level }) => level === urgency_level);
  const [first] = reasons;
  const isUrgent = URGENT.some((level) => level === urgency_level);
  const urgency =
    first === undefined || !isUrgent
      ? []
      : [
          cardOf({
            summary: `Urgency ${urgency_level}: ${signsOf(first)}`,
            detail: bullets(
              reasons.map((reason) => `${reason.rule}: ${signsOf(reason)} (${reason.source})`),
            ),
            indicator: urgency_level === 'critical' ? 'critical' : 'warning',
            rule: { id: first.rule, title: first.rule },
          }),
        ];
  const dangers = explanation.must_not_miss;
  const open =
    dangers.length === 0
      ? []
      : [
          cardOf({
            summary: `Not excluded: ${dangers
              .slice(0, MAX_DANGERS)
              .map(({ diagnosis }) => diagnosis)
              .join(', ')}`,
            detail: bullets(
              firstOf(
                dangers.map(
                  ({ diagnosis, because, excluded_by }) =>
                    `${diagnosis}: ${because}; excluded by ${excluded_by}`,
                ),
                MAX_DANGERS,
              ),
            ),
            indicator: 'warning',
            rule: { id: 'must-not-miss', title: 'Dangerous causes that are not excluded' },
          }),
        ];
  return [...urgency, ...open];
}
