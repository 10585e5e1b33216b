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
      const [found] = collect(input({ findings: [finding(label, 0.9)] })).found;
      expect(found?.rule.id).not.toMatch(/^label:/);
    }
  });

  it('makes labels of one meaning one finding: the higher probability, both sides', () => {
    const { found } = collect(
      input({
        findings: [
          finding('Edema', 0.6, { severity: 'severe' }),
          finding('Effusion', 0.7, { side: 'left', severity: 'mild' }),
          finding('pleural effusion', 0.8, { side: 'right', severity: 'none' }),
          finding('pulmonary_oedema', 0.5),
        ],
      }),
    );
    expect(found).toMatchObject([
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
      ratio(0.7, 'poor'),
      'Cardiothoracic ratio 0.70 (limit 0.50), from poorly defined borders: not to be relied on.',
    ],
    [{ name: 'cardiothoracic_ratio', value: 0.52 }, 'Cardiothoracic ratio 0.52.'],
    [
      { name: 'midline_shift', value: 6.25, unit: 'mm', limit: 5 },
      'Midline shift 6.25 mm (limit 5 mm): above the limit.',
    ],
    [{ name: 'depth', value: 31.5, unit: '{pixels}' }, 'Depth 31.5 pixels.'],
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
    [{}, false],
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
