import { reportOf } from '../../../../src/imaging/report/report.js';
import { rulesFor } from '../../../../src/imaging/report/rules.js';
import type { Laterality, Report, Severity } from '../../../../src/imaging/report/types.js';
import { finding, input, named, ratio } from './input.js';

export const TYPES = ['chest_xray', 'brain_mri', 'head_ct', 'hip_xray'];

/** Every rule as finding and as doubt, for children and adults, alone and beside pneumonia. */
export function* everyReport(): Generator<Report> {
  for (const imageType of TYPES) {
    for (const { labels } of rulesFor(imageType)) {
      const [label = ''] = labels;
      for (const age of [undefined, 5, 25, 40, 70]) {
        for (const side of [undefined, 'left', 'both'] as (Laterality | undefined)[]) {
          for (const severity of ['none', 'mild', 'severe'] as Severity[]) {
            const found = finding(label, 0.8, { side, severity });
            const patient = { age };
            const base = { imageType, patient, lookedFor: named(label) };
            yield reportOf(input({ ...base, findings: [found] }));
            yield reportOf(input({ ...base, findings: [found, finding('pneumonia', 0.5)] }));
          }
        }
        const unsure = [{ label, name: label, probability: 0.4 }];
        yield reportOf(input({ imageType, patient: { age }, lookedFor: named(label), unsure }));
      }
    }
    yield reportOf(input({ imageType, measurements: [ratio(0.6)], lookedFor: [] }));
  }
}

/** What stands in the last brackets: a name may hold brackets of its own, without a space before. */
export const citationsOf = (text: string) => text.slice(text.lastIndexOf(' (') + 2, -2).split('; ');
