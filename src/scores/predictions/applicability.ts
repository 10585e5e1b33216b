import type { TabularManifest } from '../../inference/schema.js';
import { isBeyond, rangeText } from './bounds.js';
import { type FeatureRow, featureRow } from './features.js';
import type { Series } from './series.js';

/** The reason why a model gives no probability. */
export interface Abstention {
  readonly model: string;
  /** The outcome, in words. */
  readonly what: string;
  readonly reason: string;
  /** `incomplete`: more values would help; otherwise the model does not apply to this patient. */
  readonly because: 'incomplete' | 'population' | 'out_of_range';
}

/** A patient to whom a model applies. */
export interface Applicability extends FeatureRow {
  readonly warnings: readonly string[];
}

const listOf = (names: readonly string[]) => names.join(', ');

const unitOf = ({ inputs }: TabularManifest, variable: string) =>
  inputs.find((one) => one.variable === variable)?.unit;

/** Returns why a patient is outside the population of the model, by the current values. */
function populationFault(manifest: TabularManifest, series: Series): string | undefined {
  for (const bounds of manifest.abstain.population) {
    const { variable, reason } = bounds;
    const latest = series.get(variable)?.at(-1);
    if (latest === undefined || !isBeyond(latest.value, bounds)) continue;
    const range = rangeText(bounds, unitOf(manifest, variable));
    return `it is for ${manifest.outcome.population} (${variable} ${range}: ${reason})`;
  }
  return undefined;
}

/** Returns the values that are missing for a prediction, or undefined when there are enough. */
function missingFault(manifest: TabularManifest, { used }: FeatureRow): string | undefined {
  const { inputs, abstain } = manifest;
  const absent = inputs.filter(({ variable }) => !used.has(variable));
  const required = absent.filter((one) => one.required).map(({ variable }) => variable);
  const groups = abstain.required_any
    .filter((group) => !group.some((variable) => used.has(variable)))
    .map((group) => (group.length === 1 ? `${group[0]}` : `one of ${listOf(group)}`));
  const needs = [...required, ...groups];
  if (needs.length > 0) return `it needs ${needs.join('; ')}`;
  if (used.size >= abstain.least_inputs) return undefined;
  const more = listOf(absent.map(({ variable }) => variable));
  return `it needs ${abstain.least_inputs} of its inputs and has ${used.size}; it also takes ${more}`;
}

/** Describes variables with a value outside the range of the training data. */
function beyondRange({ inputs }: TabularManifest, { beyond }: FeatureRow): string[] {
  return inputs
    .filter(({ variable }) => beyond.includes(variable))
    .map((input) => `${input.variable} lies outside ${rangeText(input, input.unit)}`);
}

function warningsOf(manifest: TabularManifest, shown: FeatureRow): string[] {
  const { abstain, window, window_hours, caveat } = manifest;
  const so = abstain.out_of_range === 'leave_out' ? '; such values were left out' : '';
  const unchecked = abstain.population
    .map(({ variable }) => variable)
    .filter((variable) => !shown.used.has(variable));
  return [
    ...(caveat === undefined ? [] : [caveat]),
    ...beyondRange(manifest, shown).map((text) => `${text}, the range of its training data${so}.`),
    ...shown.unknown.map((variable) => `The model does not know this ${variable}; left out.`),
    ...[...new Set(unchecked)].map(
      (variable) => `Without ${variable} it is unknown whether the model applies to this patient.`,
    ),
    ...(shown.outside.length === 0
      ? []
      : [
          `Only the ${window} ${window_hours} h count; older or newer values were left out of ${listOf(shown.outside)}.`,
        ]),
  ];
}

/**
 * Determines whether a model applies to a patient, and the row of its features.
 *
 * @param series in the manifest's units, oldest first
 * @throws TypeError for a number that is not finite
 */
export function applicability(
  manifest: TabularManifest,
  series: Series,
): Applicability | Abstention {
  const shown = featureRow(manifest, series);
  const abstention = (because: Abstention['because'], reason: string): Abstention => ({
    model: manifest.id,
    what: manifest.outcome.name,
    reason,
    because,
  });
  const foreign = populationFault(manifest, series);
  if (foreign !== undefined) return abstention('population', foreign);
  const missing = missingFault(manifest, shown);
  const beyond = beyondRange(manifest, shown);
  if (missing !== undefined) return abstention('incomplete', [missing, ...beyond].join('; '));
  if (beyond.length > 0 && manifest.abstain.out_of_range === 'refuse') {
    return abstention('out_of_range', `${beyond.join('; ')}, which it was learned from`);
  }
  return { ...shown, warnings: warningsOf(manifest, shown) };
}
