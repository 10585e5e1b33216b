import { ConditionFinder } from '../../../../src/medications/conditions/find-conditions.js';
import type { Patient } from '../../../../src/medications/patient.js';
import { type Beside, chartWith, type Facts } from '../../../support/medication-case.js';
import { tableOf } from '../../../support/medication-tables.js';
import { language } from '../../patient-record/language/language.js';

export const conditions = tableOf('conditions');
export const finder = new ConditionFinder(conditions);

interface Person {
  readonly facts?: Facts;
  /** As somebody wrote them. */
  readonly conditions?: readonly string[];
  readonly beside?: Beside;
}

/** A patient whose conditions are named in words. */
export function inWords({ facts = {}, conditions: texts = [], beside = {} }: Person): Patient {
  const known = { chart: chartWith(facts), ...beside };
  const named = texts.map((text, i) => ({ text, path: `conditions.${i}` }));
  const { conditions: ids, shownByValues } = finder.find(named, known, language);
  return { ...known, conditions: ids, shownByValues };
}
