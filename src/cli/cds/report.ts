import { invalidField } from '../../core/errors.js';
import type { KeyMode } from '../../core/key-mode.js';
import type { RuleFeedback } from '../../store/cds-card.js';
import { createCardRepository } from '../../store/cds-card-repository.js';
import { type CommandContext, type CommonOptions, withDatabase } from '../context.js';
import { json, table } from '../output.js';

export interface ReportOptions extends CommonOptions {
  readonly mode: string;
  readonly days: string;
}

const DAY_MS = 86_400_000;

function modeOf(text: string): KeyMode {
  if (text === 'test' || text === 'live') return text;
  throw invalidField('mode', 'must be test or live');
}

function daysOf(text: string): number {
  const days = /^[1-9]\d{0,3}$/.test(text) ? Number(text) : Number.NaN;
  if (Number.isNaN(days)) throw invalidField('days', 'must be a number from 1 to 9999');
  return days;
}

/** Of the cards that somebody has answered, the share that was overridden. */
const overriddenShare = ({ accepted, overridden }: RuleFeedback): number | null =>
  accepted + overridden === 0 ? null : overridden / (accepted + overridden);

const describe = (rule: RuleFeedback) => ({
  service: rule.service,
  rule_id: rule.ruleId,
  shown: rule.shown,
  accepted: rule.accepted,
  overridden: rule.overridden,
  overridden_share: overriddenShare(rule),
  reasons: rule.reasons,
});

const HEAD = ['SERVICE', 'RULE', 'SHOWN', 'ACCEPTED', 'OVERRIDDEN', 'SHARE', 'REASONS'];

function rowOf(rule: RuleFeedback) {
  const share = overriddenShare(rule);
  const reasons = Object.entries(rule.reasons).map(
    ([reason, count]) => `${reason === '' ? 'none given' : reason} ${count}`,
  );
  return [
    rule.service,
    rule.ruleId,
    rule.shown,
    rule.accepted,
    rule.overridden,
    share === null ? '' : `${Math.round(share * 100)} %`,
    reasons.join(', '),
  ];
}

/** Lists the rules whose cards were shown, those overridden most often first. */
export async function report(context: CommandContext, options: ReportOptions): Promise<void> {
  const mode = modeOf(options.mode);
  const since = context.clock() - daysOf(options.days) * DAY_MS;
  await withDatabase(context, options, (database) => {
    const rules = createCardRepository(database).feedback(mode, since);
    if (options.json) return context.output.out(json(rules.map(describe)));
    context.output.out(rules.length === 0 ? 'No card was shown.' : table(HEAD, rules.map(rowOf)));
  });
}
