import type { TabularManifest } from '../../schema.js';
import type { Fault } from '../fault.js';
import type { KindRules } from '../kind-rules.js';
import { FEATURES, tabularTensors } from './tensors.js';

interface Bounds {
  readonly low?: number | undefined;
  readonly high?: number | undefined;
}

const isReversed = ({ low, high }: Bounds) =>
  low !== undefined && high !== undefined && low >= high;

function checkInputs({ inputs, features }: TabularManifest, fault: Fault): void {
  inputs.forEach((input, index) => {
    const { variable, low, high } = input;
    if (inputs.findIndex((other) => other.variable === variable) !== index) {
      fault(['inputs', index, 'variable'], 'is used twice');
    }
    if ((low === undefined) !== (high === undefined) || isReversed(input)) {
      fault(['inputs', index, 'high'], 'must be given together with low and be above it');
    }
    if (!features.some((feature) => feature.variable === variable)) {
      fault(['inputs', index, 'variable'], 'has no feature');
    }
  });
}

function checkFeatures({ inputs, features, terms }: TabularManifest, fault: Fault): void {
  features.forEach(({ name, variable, statistic, codes }, index) => {
    if (features.findIndex((other) => other.name === name) !== index) {
      fault(['features', index, 'name'], 'is used twice');
    }
    if (!inputs.some((input) => input.variable === variable)) {
      fault(['features', index, 'variable'], 'is not among inputs');
    }
    // Categories have no mean and no slope.
    if (codes !== undefined && ['mean', 'slope', 'min', 'max'].includes(statistic)) {
      fault(['features', index, 'statistic'], 'must be value, last, first or count of a choice');
    }
    if (codes !== undefined && Object.keys(codes).length < 2) {
      fault(['features', index, 'codes'], 'needs two words to choose between');
    }
    const first = features.find((one) => one.variable === variable);
    if (JSON.stringify(first?.codes) !== JSON.stringify(codes)) {
      fault(['features', index, 'codes'], `must be those of ${first?.name}`);
    }
    if (!terms.some((term) => term.features.includes(index))) {
      fault(['features', index], 'is not used by any term');
    }
  });
}

function checkTerms({ features, terms }: TabularManifest, fault: Fault): void {
  terms.forEach(({ name, features: [first, second] }, index) => {
    if (terms.findIndex((other) => other.name === name) !== index) {
      fault(['terms', index, 'name'], 'is used twice');
    }
    [first, second].forEach((place, at) => {
      if (place !== undefined && place >= features.length) {
        fault(['terms', index, 'features', at], 'is not an index into features');
      }
    });
    if (first === second) fault(['terms', index, 'features'], 'must name two features');
  });
}

function checkInterval({ interval }: TabularManifest, fault: Fault): void {
  if (interval.method !== 'table') return;
  const { logits, low, high } = interval;
  logits.forEach((logit, index) => {
    const before = logits[index - 1];
    if (before !== undefined && !(logit > before)) {
      fault(['interval', 'logits', index], 'must be above the one before');
    }
  });
  for (const key of ['low', 'high'] as const) {
    if (interval[key].length !== logits.length) {
      fault(['interval', key], `needs ${logits.length} numbers, one per logit`);
    }
  }
  const crossed = low.findIndex((value, index) => value > (high[index] ?? 1));
  if (crossed >= 0) fault(['interval', 'low', crossed], 'must not be above high');
}

function checkAbstain({ abstain, inputs }: TabularManifest, fault: Fault): void {
  const isInput = (variable: string) => inputs.some((input) => input.variable === variable);
  if (abstain.least_inputs > inputs.length) {
    fault(['abstain', 'least_inputs'], `cannot be met by ${inputs.length} inputs`);
  }
  abstain.required_any.forEach((group, index) => {
    group.forEach((variable, at) => {
      if (isInput(variable)) return;
      fault(['abstain', 'required_any', index, at], 'is not among inputs');
    });
  });
  abstain.population.forEach((bounds, index) => {
    const { variable, low, high } = bounds;
    if (!isInput(variable)) {
      fault(['abstain', 'population', index, 'variable'], 'is not among inputs');
    }
    if ((low === undefined && high === undefined) || isReversed(bounds)) {
      fault(['abstain', 'population', index, 'low'], 'needs low, high, or low below high');
    }
  });
}

/** Faults of the manifest of a model over a table of values. */
function checkTabular(manifest: TabularManifest, fault: Fault): void {
  checkInputs(manifest, fault);
  checkFeatures(manifest, fault);
  checkTerms(manifest, fault);
  checkInterval(manifest, fault);
  checkAbstain(manifest, fault);
}

export const tabularRules: KindRules<TabularManifest> = {
  inputTensor: () => FEATURES,
  outputTensors: tabularTensors,
  check: checkTabular,
};
