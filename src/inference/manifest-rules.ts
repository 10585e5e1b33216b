import type { Issue } from '../core/errors.js';
import type { Fault } from './manifests/fault.js';
import { checkImage } from './manifests/image/rules.js';
import { checkTabular } from './manifests/tabular/rules.js';
import { FEATURES, tabularTensors } from './manifests/tabular/tensors.js';
import type { ModelManifest } from './schema.js';

/** The name of the graph's one input. */
export function inputTensorName(manifest: ModelManifest): string {
  return manifest.kind === 'tabular-classifier' ? FEATURES : manifest.input.name;
}

/** Names of the graph's outputs, by what they are for. */
export function outputTensors(manifest: ModelManifest): Record<string, string> {
  if (manifest.kind === 'tabular-classifier') return tabularTensors(manifest);
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
  if (!isListed(manifest.weights)) fault(['weights'], 'is not listed in files');
  if (!isListed(manifest.golden.file)) fault(['golden', 'file'], 'is not listed in files');
  if (isListed('model.json')) fault(['files', 'model.json'], 'cannot hold its own hash');
  for (const [role, output] of Object.entries(outputTensors(manifest))) {
    if (!Object.hasOwn(manifest.golden.tolerance, output)) {
      fault(['golden', 'tolerance', output], `is missing for the output ${role}`);
    }
  }
}

/** What is wrong with a manifest beyond the shape of its fields; empty when nothing is. */
export function manifestFaults(manifest: ModelManifest): Issue[] {
  const issues: Issue[] = [];
  const fault: Fault = (path, issue) => void issues.push({ field: path.join('.'), issue });
  checkFiles(manifest, fault);
  if (manifest.kind === 'tabular-classifier') checkTabular(manifest, fault);
  else checkImage(manifest, fault);
  return issues;
}
