import type { Issue } from '../core/errors.js';
import type { Fault } from './manifests/fault.js';
import { imageRules } from './manifests/image/rules.js';
import type { KindRules } from './manifests/kind-rules.js';
import { speechCtcRules, speechSeq2seqRules } from './manifests/speech/rules.js';
import { tabularRules } from './manifests/tabular/rules.js';
import type { ModelManifest } from './schema.js';

type Kind = ModelManifest['kind'];

/** Every kind of model: its rules are where its schema is. */
const RULES: { readonly [K in Kind]: KindRules<Extract<ModelManifest, { kind: K }>> } = {
  'image-classifier': imageRules,
  'image-detector': imageRules,
  'image-segmenter': imageRules,
  'tabular-classifier': tabularRules,
  'speech-ctc': speechCtcRules,
  'speech-seq2seq': speechSeq2seqRules,
};

// The rules are those of the manifest's own kind; the compiler cannot pair them.
const rulesOf = ({ kind }: ModelManifest) => RULES[kind] as KindRules<ModelManifest>;

/** One graph of a package as its manifest names it; the first is the one that `weights` names. */
export interface DeclaredGraph {
  /** `''` for the first, else its name under `more_graphs`. */
  readonly name: string;
  readonly weights: string;
  readonly golden: ModelManifest['golden'];
}

/** All graphs of a package. */
export function declaredGraphs(manifest: ModelManifest): DeclaredGraph[] {
  const { weights, golden } = manifest;
  const further = rulesOf(manifest).furtherGraphs?.(manifest) ?? [];
  return [{ name: '', weights, golden }, ...further];
}

/** Files that a model is opened with, apart from graphs and golden cases. */
export const furtherFiles = (manifest: ModelManifest): string[] =>
  rulesOf(manifest).furtherFiles?.(manifest) ?? [];

/** The name of the first graph's input, the one that golden cases are made for. */
export const inputTensorName = (manifest: ModelManifest): string =>
  rulesOf(manifest).inputTensor(manifest);

/** Names of the first graph's outputs, by their purpose. */
export const outputTensors = (manifest: ModelManifest): Record<string, string> =>
  rulesOf(manifest).outputTensors(manifest);

function checkFiles(manifest: ModelManifest, fault: Fault): void {
  const isListed = (name: string) => Object.hasOwn(manifest.files, name);
  for (const { name, weights, golden } of declaredGraphs(manifest)) {
    const at = name === '' ? [] : ['more_graphs', name];
    if (!isListed(weights)) fault([...at, 'weights'], 'is not listed in files');
    if (!isListed(golden.file)) fault([...at, 'golden', 'file'], 'is not listed in files');
  }
  for (const name of furtherFiles(manifest)) {
    if (!isListed(name)) fault(['files', name], 'is missing, though the manifest refers to it');
  }
  if (isListed('model.json')) fault(['files', 'model.json'], 'cannot hold its own hash');
  for (const [role, output] of Object.entries(outputTensors(manifest))) {
    if (!Object.hasOwn(manifest.golden.tolerance, output)) {
      fault(['golden', 'tolerance', output], `is missing for the output ${role}`);
    }
  }
}

/** Returns faults of a manifest beyond the types of its fields; empty without faults. */
export function manifestFaults(manifest: ModelManifest): Issue[] {
  const issues: Issue[] = [];
  const fault: Fault = (path, issue) => void issues.push({ field: path.join('.'), issue });
  checkFiles(manifest, fault);
  rulesOf(manifest).check(manifest, fault);
  return issues;
}
