import type { Issue } from '../core/errors.js';
import type { Fault } from './manifests/fault.js';
import { checkImage } from './manifests/image/rules.js';
import { isSpeechManifest } from './manifests/kinds.js';
import { checkSpeechCtc, checkSpeechSeq2seq, speechFiles } from './manifests/speech/rules.js';
import { checkTabular } from './manifests/tabular/rules.js';
import { FEATURES, tabularTensors } from './manifests/tabular/tensors.js';
import type { ModelManifest } from './schema.js';

/** One graph of a package as its manifest names it; the first is the one that `weights` names. */
export interface DeclaredGraph {
  /** `''` for the first, else its name under `more_graphs`. */
  readonly name: string;
  readonly weights: string;
  readonly golden: ModelManifest['golden'];
}

/** Every graph that a package holds. */
export function declaredGraphs(manifest: ModelManifest): DeclaredGraph[] {
  const { weights, golden } = manifest;
  const more = manifest.kind === 'speech-seq2seq' ? Object.entries(manifest.more_graphs) : [];
  return [
    { name: '', weights, golden },
    ...more.flatMap(([name, graph]) => (graph === undefined ? [] : [{ name, ...graph }])),
  ];
}

/** Files beside graphs and golden cases that a model is opened with. */
export function furtherFiles(manifest: ModelManifest): string[] {
  return isSpeechManifest(manifest) ? speechFiles(manifest) : [];
}

/** The name of the first graph's input, the one that golden cases are made for. */
export function inputTensorName(manifest: ModelManifest): string {
  if (manifest.kind === 'tabular-classifier') return FEATURES;
  return manifest.kind === 'speech-seq2seq' ? 'input_features' : manifest.input.name;
}

/** Names of the first graph's outputs, by what they are for. */
export function outputTensors(manifest: ModelManifest): Record<string, string> {
  if (manifest.kind === 'tabular-classifier') return tabularTensors(manifest);
  if (manifest.kind === 'speech-seq2seq') return { hidden: 'last_hidden_state' };
  if (manifest.kind === 'speech-ctc') return { scores: manifest.output.name };
  const { form: _, ...rest } = manifest.outputs;
  const words = ['box_format', 'box_units'];
  return Object.fromEntries(
    Object.entries(rest).filter(
      (entry): entry is [string, string] => entry[1] !== undefined && !words.includes(entry[0]),
    ),
  );
}

function checkFiles(manifest: ModelManifest, fault: Fault): void {
  const isListed = (name: string) => Object.hasOwn(manifest.files, name);
  for (const { name, weights, golden } of declaredGraphs(manifest)) {
    const at = name === '' ? [] : ['more_graphs', name];
    if (!isListed(weights)) fault([...at, 'weights'], 'is not listed in files');
    if (!isListed(golden.file)) fault([...at, 'golden', 'file'], 'is not listed in files');
  }
  for (const name of furtherFiles(manifest)) {
    if (!isListed(name)) fault(['files', name], 'is missing, though the manifest speaks of it');
  }
  if (isListed('model.json')) fault(['files', 'model.json'], 'cannot hold its own hash');
  for (const [role, output] of Object.entries(outputTensors(manifest))) {
    if (!Object.hasOwn(manifest.golden.tolerance, output)) {
      fault(['golden', 'tolerance', output], `is missing for the output ${role}`);
    }
  }
}

function checkKind(manifest: ModelManifest, fault: Fault): void {
  if (manifest.kind === 'tabular-classifier') checkTabular(manifest, fault);
  else if (manifest.kind === 'speech-ctc') checkSpeechCtc(manifest, fault);
  else if (manifest.kind === 'speech-seq2seq') checkSpeechSeq2seq(manifest, fault);
  else checkImage(manifest, fault);
}

/** What is wrong with a manifest beyond the shape of its fields; empty when nothing is. */
export function manifestFaults(manifest: ModelManifest): Issue[] {
  const issues: Issue[] = [];
  const fault: Fault = (path, issue) => void issues.push({ field: path.join('.'), issue });
  checkFiles(manifest, fault);
  checkKind(manifest, fault);
  return issues;
}
