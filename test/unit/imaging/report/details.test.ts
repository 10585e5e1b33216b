import { describe, expect, it } from 'vitest';
import { collect } from '../../../../src/imaging/report/collect.js';
import { reportOf } from '../../../../src/imaging/report/report.js';
import type { ReportInput } from '../../../../src/imaging/report/types.js';
import { CHEST_LABELS, finding, input, named, ratio, TRIAGE_LABELS } from './input.js';

const impressionOf = (changes: Partial<ReportInput>) => reportOf(input(changes)).impression;
const adviceOf = (changes: Partial<ReportInput>) =>
  reportOf(input(changes)).recommendations.join('\n');

describe('labels', () => {
  it('knows the labels of TorchXRayVision and of the shipped models, however they are written', () => {
    const labels = [...CHEST_LABELS, ...TRIAGE_LABELS, 'pleural thickening', 'OEDEMA', 'COVID-19'];
    for (const label of labels) {
      const [found] = collect(input({ findings: [finding(label, 0.9)] })).findings;
      expect(found?.rule.id).not.toMatch(/^label:/);
    }
  });

  it('makes labels of one meaning one finding: the higher probability, both sides', () => {
    const { findings } = collect(
      input({
        findings: [
          finding('Edema', 0.6, { severity: 'severe' }),
          finding('Effusion', 0.7, { side: 'left', severity: 'mild' }),
          finding('pleural effusion', 0.8, { side: 'right', severity: 'none' }),
          finding('pulmonary_oedema', 0.5),
        ],
      }),
    );
    expect(findings).toMatchObject([
      { rule: { id: 'edema' }, probability: 0.6, severity: 'severe' },
      { rule: { id: 'effusion' }, probability: 0.8, severity: 'mild', side: 'both' },
    ]);
  });

  it('lets a finding win over a doubt about the same thing', () => {
    const text = impressionOf({
      findings: [finding('Pneumothorax', 0.9)],
      unsure: [{ label: 'pneumothorax', name: 'p', probability: 0.4 }],
    });
    expect(text).not.toContain('neither');
  });

  it('does not deny consolidation beside pneumonia', () => {
    const text = impressionOf({ findings: [finding('Pneumonia', 0.9)] });
    expect(text).not.toMatch(/No [^.]*(consolidation|infiltration|opacity)/);
  });
});

describe('names of unknown labels', () => {
  it.each([
    ['Hip_Fracture', 'hip fracture'],
    ['Loosening', 'loosening'],
    ['OA of the hip', 'OA of the hip'],
    ['DDH', 'DDH'],
    ['Wide joint ', 'wide joint'],
    ['Swelling!', 'swelling'],
    ['', 'unnamed label'],
  ])('%s', (name, noun) => {
    const report = reportOf(
      input({ imageType: 'hip_xray', lookedFor: [], findings: [{ ...finding('', 0.7), name }] }),
    );
    expect(report.impression).toContain(`Features suggest ${noun} (`);
  });
});

describe('words for probability', () => {
  it.each([
    [0.999, /^Urgent: appearances consistent with a pneumothorax \(probability > 99 %\)/],
    [0.9, /^Urgent: appearances consistent with a pneumothorax \(probability 90 %\)/],
    [0.89, /^Urgent: features suggest a pneumothorax \(probability 89 %\)/],
    [0.65, /^Urgent: features suggest a pneumothorax/],
    [0.64, /^Urgent: possible pneumothorax \(probability 64 %\)/],
    [0.4, /^Urgent: possible pneumothorax/],
    [0.39, /^Urgent: a pneumothorax cannot be excluded \(probability 39 %\)/],
    [0.001, /cannot be excluded \(probability < 1 %\)/],
  ])('%d', (probability, words) => {
    expect(impressionOf({ findings: [finding('Pneumothorax', probability)] })).toMatch(words);
  });
});

describe('measured values', () => {
  const lookedFor = named('Pneumonia', 'Cardiomegaly');
  const sentenceOf = (changes: Partial<ReportInput>) => impressionOf({ lookedFor, ...changes });

  it.each([
    [ratio(0.56), 'Cardiothoracic ratio 0.56 (limit 0.50): enlarged cardiac silhouette.'],
    [
      ratio(0.55),
      'Cardiothoracic ratio 0.55 (limit 0.50): borderline enlarged cardiac silhouette.',
    ],
    [ratio(0.504), 'Cardiothoracic ratio 0.50 (limit 0.50): within the limit.'],
    [ratio(0.44), 'Cardiothoracic ratio 0.44 (limit 0.50): within the limit.'],
    [
      ratio(0.7, 'limited'),
      'Cardiothoracic ratio 0.70 (limit 0.50), measured with limited quality: enlarged cardiac silhouette.',
    ],
    [{ name: 'cardiothoracic_ratio', value: 0.52 }, 'Cardiothoracic ratio 0.52.'],
  ])('%j', (measurement, words) => {
    expect(sentenceOf({ measurements: [measurement] })).toContain(words);
  });

  it('does not deny an enlarged heart that was measured, and asks to confirm it', () => {
    const wide = { lookedFor, measurements: [ratio(0.6)] };
    expect(impressionOf(wide)).not.toMatch(/No [^.]*cardiac silhouette/);
    expect(adviceOf(wide)).toContain('Simkus et al., 2021');
    const narrow = { lookedFor, measurements: [ratio(0.45)] };
    expect(impressionOf(narrow)).toContain('No pneumonia or enlarged cardiac silhouette above');
    expect(adviceOf(narrow)).not.toContain('Simkus');
  });

  it('says where the ratio speaks against a finding', () => {
    expect(
      sentenceOf({ findings: [finding('Cardiomegaly', 0.8)], measurements: [ratio(0.46)] }),
    ).toContain('within the limit, which does not support an enlarged heart.');
  });

  it('says a value once: in the finding, or with its limit', () => {
    const measured = { name: 'cardiothoracic_ratio', value: 0.58, unit: '1' };
    const findings = [finding('Cardiomegaly', 0.8, { measured })];
    expect(sentenceOf({ findings })).toContain('(probability 80 %, cardiothoracic ratio 0.58).');
    expect(sentenceOf({ findings, measurements: [ratio(0.58)] })).toContain(
      '(probability 80 %). Cardiothoracic ratio 0.58 (limit 0.50): enlarged',
    );
  });

  it('leaves out what is no number', () => {
    expect(sentenceOf({ measurements: [ratio(Number.NaN)] })).not.toContain('ratio');
  });
});

describe('age and sex', () => {
  const nodule = { findings: [finding('Nodule', 0.8)] };

  it('applies the nodule guidelines from 35 years', () => {
    expect(adviceOf({ ...nodule, patient: { age: 34 } })).toContain('start at the age of 35');
    expect(adviceOf({ ...nodule, patient: { age: 35 } })).toContain('by the Fleischner rules');
    expect(adviceOf(nodule)).toContain('by the Fleischner rules');
  });

  it('sends no child on the cancer pathway of adults', () => {
    const child = adviceOf({ ...nodule, patient: { age: 12 } });
    expect(child).not.toContain('NICE NG12');
  });

  it.each([
    [{ age: 30, gender: 'F' }, true],
    [{ age: 30 }, true],
    [{ gender: 'F' }, true],
    [{ age: 30, gender: 'M' }, false],
    [{ age: 56, gender: 'F' }, false],
    [{ age: 11, gender: 'F' }, false],
    [{}, true],
    [{ gender: 'U' }, true],
    [{ gender: 'M' }, false],
    [{ age: 30, gender: 'O' }, true],
    [{ age: 70 }, false],
  ] as const)('asks about pregnancy before a CT: %j %s', (patient, asked) => {
    expect(adviceOf({ ...nodule, patient }).includes('Pregnancy')).toBe(asked);
  });

  it('asks about pregnancy only where an exposure is advised', () => {
    const text = adviceOf({ findings: [finding('Edema', 0.8)], patient: { age: 30, gender: 'F' } });
    expect(text).not.toContain('Pregnancy');
  });

  it('thinks of maltreatment in a fracture of a child', () => {
    const fracture = { findings: [finding('Fracture', 0.8)] };
    expect(adviceOf({ ...fracture, patient: { age: 1 } })).toContain('NICE CG89');
    expect(adviceOf({ ...fracture, patient: { age: 70 } })).not.toContain('CG89');
  });
});

describe('the clinical question', () => {
  const asked = (clinicalQuestion: string, lookedFor = named(...CHEST_LABELS)) =>
    impressionOf({ clinicalQuestion, lookedFor });

  it('says what no label answers', () => {
    expect(asked('Sudden dyspnoea, ?pulmonary embolism. NG tube position?')).toContain(
      'This model cannot answer a question about pulmonary embolism or the position of tubes and lines.',
    );
    expect(asked('pneumothorax?', named(...TRIAGE_LABELS))).toContain(
      'question about pneumothorax',
    );
  });

  it('is silent where a label answers, and where no topic is named', () => {
    expect(asked('pneumothorax? pneumonia?')).not.toContain('cannot answer');
    expect(asked('unwell since Tuesday')).not.toContain('cannot answer');
  });
});

describe('comparison', () => {
  it('is taken over once, as sentences', () => {
    const text = impressionOf({
      comparisonSentences: [
        'the effusion is larger than before',
        'The effusion is larger than before.',
        ' ',
      ],
    });
    expect(text.match(/The effusion is larger than before\./g)).toHaveLength(1);
  });
});

describe('how sure it sounds', () => {
  const pair = (edema: number, effusion: number) =>
    impressionOf({ findings: [finding('Edema', edema), finding('Effusion', effusion)] });

  it('calls two signs heart failure only where both are probable', () => {
    expect(pair(0.7, 0.65)).toMatch(/^Urgent: pattern that suggests heart failure: pulmonary/);
    expect(pair(0.95, 0.5)).toMatch(/^Urgent: possible pattern of heart failure: pulmonary/);
    expect(pair(0.25, 0.25)).toMatch(
      /^Urgent: pulmonary oedema cannot be excluded \(probability 25 %\)\. A pleural effusion cannot/,
    );
    expect(pair(0.95, 0.3)).not.toContain('heart failure');
  });

  it('leaves a doubtful sign out of the pattern', () => {
    const findings = [
      finding('Edema', 0.8),
      finding('Effusion', 0.3),
      finding('Cardiomegaly', 0.9),
    ];
    const text = impressionOf({ findings });
    expect(text).toContain(
      'pattern that suggests heart failure: pulmonary oedema (probability 80 %) and an enlarged ' +
        'cardiac silhouette (90 %); other',
    );
    expect(text).toContain('A pleural effusion cannot be excluded (probability 30 %).');
  });

  it.each([
    [0.7, 0.69, 'a glioma (probability 70 %) or a meningioma (69 %).'],
    [0.7, 0.56, 'a glioma (probability 70 %) or a meningioma (56 %).'],
    [0.7, 0.54, 'a glioma (probability 70 %) rather than a meningioma (54 %).'],
  ])('ranks tumour types only where one leads: %d, %d', (first, second, words) => {
    const findings = [finding('glioma', first), finding('meningioma', second)];
    expect(impressionOf({ imageType: 'brain_mri', findings })).toContain(words);
  });

  it('keeps near and far types apart', () => {
    const types = [finding('glioma', 0.8), finding('meningioma', 0.75), finding('pituitary', 0.3)];
    expect(impressionOf({ imageType: 'brain_mri', findings: types })).toContain(
      'a glioma (probability 80 %) or a meningioma (75 %) rather than a pituitary tumour (30 %).',
    );
  });
});

describe('what names no cause', () => {
  const urgencyOf = (changes: Partial<ReportInput>) => reportOf(input(changes)).urgency?.level;
  const abnormal = finding('abnormal', 0.95);

  it('stays where it presses more than what is named', () => {
    const findings = [abnormal, finding('Cardiomegaly', 0.99)];
    expect(urgencyOf({ findings: [abnormal] })).toBe('soon');
    expect(urgencyOf({ findings })).toBe('soon');
    expect(impressionOf({ findings })).toContain(
      'abnormality of a kind that the model does not classify (probability 95 %), unless what else is ' +
        'found here explains it.',
    );
  });

  it('gives way to what presses no less', () => {
    const findings = [abnormal, finding('Nodule', 0.5)];
    expect(impressionOf({ findings })).not.toContain('cannot name');
    expect(urgencyOf({ findings })).toBe('soon');
  });

  it('gives way to a tumour type only where that is probable, and never to a haemorrhage', () => {
    const brain = (label: string, probability: number) => ({
      imageType: 'brain_mri',
      findings: [abnormal, finding(label, probability)],
    });
    expect(impressionOf(brain('meningioma', 0.7))).not.toContain('undetermined');
    expect(urgencyOf(brain('meningioma', 0.7))).toBe('soon');
    expect(urgencyOf(brain('meningioma', 0.5))).toBe('urgent');
    expect(impressionOf(brain('meningioma', 0.5))).toContain(
      'an intracranial tumour of undetermined type (probability 95 %), possibly a meningioma (50 %).',
    );
    expect(impressionOf(brain('haemorrhage', 0.9))).toContain('undetermined type');
  });
});

describe('films of limited quality', () => {
  const findings = [finding('Effusion', 0.9)];

  it('deny nothing, and say why', () => {
    const text = impressionOf({ findings, limited: true });
    expect(impressionOf({ findings })).toContain('No pneumothorax');
    expect(text).not.toContain('No pneumothorax');
    expect(text).toContain(
      'Absence of findings cannot be relied on: the film is of limited quality.',
    );
  });
});

describe('single slices', () => {
  const lookedFor = named('organ_injury');

  it('are known by the modality where the type is not', () => {
    const text = impressionOf({ imageType: 'abdomen_ct', modality: 'CT', lookedFor });
    expect(text).toContain('No organ injury above the reporting threshold in this slice.');
    expect(text).toContain('Other slices were not read.');
    expect(impressionOf({ imageType: 'abdomen', modality: 'DX', lookedFor })).not.toContain(
      'slice',
    );
  });

  it('of limited quality are not called films', () => {
    const text = impressionOf({ imageType: 'head_ct', lookedFor, limited: true });
    expect(text).toContain('cannot be relied on: the slice is of limited quality. Other slices');
  });

  it('advise an MRI after CT, and to complete it after MRI', () => {
    const findings = [finding('glioma', 0.9)];
    expect(adviceOf({ imageType: 'head_ct', findings })).toContain('Offer MRI unless');
    expect(adviceOf({ imageType: 'head_ct', findings })).not.toContain('Complete the MRI');
    expect(adviceOf({ imageType: 'brain_mri', findings })).toContain('Complete the MRI');
  });
});
