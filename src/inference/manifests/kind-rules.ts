import type { ModelManifest } from '../schema.js';
import type { Fault } from './fault.js';

/** A graph in addition to the one that `weights` names. */
export interface FurtherGraph {
  readonly name: string;
  readonly weights: string;
  readonly golden: ModelManifest['golden'];
}

/** Facts of a manifest in a form common to all kinds. */
export interface KindRules<M extends ModelManifest> {
  /** The name of the first graph's input, the one that golden cases are made for. */
  inputTensor(manifest: M): string;
  /** Names of the first graph's outputs, by their purpose. */
  outputTensors(manifest: M): Record<string, string>;
  /** Records faults beyond the shape of the fields. */
  check(manifest: M, fault: Fault): void;
  /** None where it is absent. */
  furtherGraphs?(manifest: M): FurtherGraph[];
  /** Files that a model is opened with, apart from graphs and golden cases; none where it is absent. */
  furtherFiles?(manifest: M): string[];
}
