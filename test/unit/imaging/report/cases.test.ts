import { describe, expect, it } from 'vitest';
import { reportOf } from '../../../../src/imaging/report/report.js';
import { BRAIN_LABELS, finding, input, named, ratio, TRIAGE_LABELS } from './input.js';

const END = 'Disease that the model has no label for is not excluded.';
const SLICE_END = `Other slices were not read. ${END}`;
const LESIONS = 'pulmonary mass, pulmonary nodule or lung lesion';
const READ_WITHIN_HOURS =
  'Urgent: have the image read by a radiologist and inform the treating team within hours; this ' +
  'analysis does not replace the report (ACR Actionable Reporting Work Group, 2014; AoMRC and ' +
  'RCR alerts, 2022).';
const READ =
  'Have the image read by a radiologist; this analysis does not replace the report (RCR ' +
  'BFCR(18)1, 2018).';

const brain = (changes: Parameters<typeof input>[0]) =>
  input({ imageType: 'brain_mri', lookedFor: named(...BRAIN_LABELS), ...changes });
const headCt = (changes: Parameters<typeof input>[0]) =>
  input({ imageType: 'head_ct', lookedFor: named('haemorrhage'), ...changes });

describe('chest films', () => {
  it('names every absence where nothing is found, the important ones first', () => {
    const report = reportOf(input({ lookedFor: named(...TRIAGE_LABELS) }));
    expect(report.impression).toBe(
      'No pneumonia, pulmonary tuberculosis, COVID-19 pattern of pneumonia or other abnormality ' +
        `above the reporting threshold. ${END}`,
    );
    expect(report.recommendations).toEqual([READ]);
    expect(report.urgency).toBeUndefined();
  });

  it('a small pneumothorax of a young man', () => {
    const report = reportOf(
      input({
        findings: [finding('Pneumothorax', 0.91, { severity: 'mild', side: 'left' })],
        patient: { age: 24, gender: 'M' },
      }),
    );
    expect(report.impression).toBe(
      'Urgent: appearances consistent with a small left-sided pneumothorax (probability 91 %). ' +
        'No pulmonary oedema, pleural effusion, pneumonia, ' +
        `${LESIONS} above the reporting threshold. ${END}`,
    );
    expect(report.recommendations).toEqual([
      READ_WITHIN_HOURS,
      'Look for tension at the bedside now (falling blood pressure, severe breathlessness, ' +
        'hypoxia): it is a clinical diagnosis, and where circulation or breathing fails the chest ' +
        'is decompressed before further imaging (NICE NG39, 2016; BTS pleural disease, 2023).',
      'Manage a spontaneous pneumothorax by symptoms and physiological compromise rather than by ' +
        'size: conservative, ambulatory, needle aspiration or chest drain; haemodynamic ' +
        'compromise, significant hypoxia, both sides, underlying lung disease and haemothorax are ' +
        'high-risk (BTS pleural disease, 2023).',
    ]);
  });

  it('pneumothorax on both sides is stated and reported at once', () => {
    const { impression, urgency } = reportOf(
      input({ findings: [finding('Pneumothorax', 0.7, { severity: 'mild', side: 'both' })] }),
    );
    expect(impression).toMatch(/^Immediate: features suggest small bilateral pneumothoraces \(/);
    expect(urgency).toEqual({
      level: 'immediate',
      because: 'a pneumothorax on both sides is a high-risk one',
      source: 'BTS pleural disease, 2023',
    });
  });

  it('pneumonia leads its signs, and the comparison follows', () => {
    const report = reportOf(
      input({
        findings: [
          finding('abnormal', 0.97),
          finding('Consolidation', 0.9, { severity: 'moderate', side: 'right' }),
          finding('Pneumonia', 0.87, { severity: 'moderate', side: 'right' }),
          finding('Infiltration', 0.7),
        ],
        patient: { age: 67, gender: 'F' },
        comparisonSentences: ['New since the earlier film'],
      }),
    );
    expect(report.impression).toBe(
      'Urgent: features suggest right-sided pneumonia of moderate extent (probability 87 %), with ' +
        'right-sided consolidation of moderate extent (90 %) and infiltration (70 %). New since ' +
        'the earlier film. No pneumothorax, pulmonary oedema, pleural effusion, ' +
        `${LESIONS} above the reporting threshold. ${END}`,
    );
    expect(report.recommendations).toEqual([
      READ_WITHIN_HOURS,
      'Correlate with symptoms, temperature, oxygen saturation and inflammatory markers, and ' +
        'where pneumonia is suspected clinically assess its severity by CRB65, in hospital by ' +
        'CURB65 (NICE NG250, 2025).',
      'Where pneumonia is confirmed in hospital, give the antibiotic within 4 hours of ' +
        'presentation (NICE QS110, 2016).',
      'Repeat the film after about 6 weeks where symptoms or signs persist or, as at this age, ' +
        'the risk of an underlying cancer is higher (BTS pneumonia in adults, 2009).',
    ]);
  });

  it('pneumonia of a child is another matter', () => {
    const { recommendations } = reportOf(
      input({ findings: [finding('pneumonia', 0.72)], patient: { age: 4 } }),
    );
    const text = recommendations.join(' ');
    expect(text).toContain('below 92 % it counts as severe (BTS pneumonia in children, 2011)');
    expect(text).toContain('BTS pneumonia in children, 2011');
    expect(text).not.toMatch(/CURB|adult|6 weeks/);
  });

  it('oedema, effusions and a large heart are one pattern, said with care', () => {
    const report = reportOf(
      input({
        findings: [
          finding('Cardiomegaly', 0.95, { severity: 'moderate' }),
          finding('Edema', 0.88, { severity: 'moderate' }),
          finding('Effusion', 0.81, { severity: 'mild', side: 'both' }),
        ],
        measurements: [ratio(0.62)],
        patient: { age: 78, gender: 'M' },
      }),
    );
    expect(report.impression).toBe(
      'Urgent: pattern that suggests heart failure: moderate pulmonary oedema (probability 88 %), ' +
        'small bilateral pleural effusions (81 %) and a moderately enlarged cardiac silhouette ' +
        '(95 %); other causes are not excluded. Cardiothoracic ratio 0.62 (limit 0.50): enlarged ' +
        `cardiac silhouette. No pneumothorax, pneumonia, ${LESIONS} above the reporting ` +
        `threshold. ${END}`,
    );
    expect(report.recommendations[1]).toMatch(/^Assess breathing.*ESC heart failure, 2021/);
    expect(report.recommendations[2]).toMatch(
      /echocardiography, to be considered within 48 hours of admission \(NICE CG187, 2014\)/,
    );
    expect(report.recommendations.join(' ')).toContain('treat the cause first');
  });

  it('an effusion on one side with a large heart is not called heart failure', () => {
    const { impression } = reportOf(
      input({
        findings: [finding('Effusion', 0.7, { side: 'left' }), finding('Cardiomegaly', 0.8)],
      }),
    );
    expect(impression).not.toContain('heart failure');
    expect(impression).toMatch(/^Features suggest a left-sided pleural effusion \(/);
  });

  it('an effusion beside pneumonia may be infected', () => {
    const { urgency, recommendations } = reportOf(
      input({
        findings: [finding('Effusion', 0.9, { side: 'left' }), finding('Pneumonia', 0.35)],
      }),
    );
    expect(urgency?.because).toBe('an effusion beside pneumonia may be infected');
    expect(recommendations[1]).toMatch(/pH at once \(BTS pleural disease, 2023\)\.$/);
  });

  it('a nodule with its size, a doubt, and a woman of childbearing age', () => {
    const report = reportOf(
      input({
        findings: [
          finding('Nodule', 0.55, {
            side: 'right',
            measured: { name: 'diameter', value: 14.2, unit: 'mm' },
          }),
        ],
        unsure: [{ label: 'Pneumothorax', name: 'Pneumothorax', probability: 0.3 }],
        patient: { age: 41, gender: 'F' },
      }),
    );
    expect(report.impression).toBe(
      'Urgent: a pneumothorax is neither confirmed nor excluded: the model is unsure ' +
        '(probability 30 %). Possible right-sided pulmonary nodule (probability 55 %, diameter ' +
        '14.2 mm). ' +
        'No pulmonary oedema, pleural effusion or pneumonia above the reporting threshold. ' +
        END,
    );
    expect(report.recommendations.slice(1).map((text) => text.slice(0, 38))).toEqual([
      'Have the radiologist decide on a pneum',
      'Compare with earlier films; a nodule o',
      'Where the radiologist agrees that the ',
      'Follow a nodule that CT confirms by th',
      'Pregnancy is not known here: ask befor',
    ]);
  });
});

describe('brain MRI', () => {
  it('a glioma that might be a meningioma', () => {
    const report = reportOf(
      brain({
        findings: [
          finding('abnormal', 0.98),
          finding('glioma', 0.85, { side: 'left', severity: 'moderate' }),
          finding('meningioma', 0.42),
        ],
        patient: { age: 44 },
      }),
    );
    expect(report.impression).toBe(
      'Urgent: features suggest a left-sided glioma (probability 85 %) rather than a meningioma ' +
        `(42 %). ${SLICE_END}`,
    );
    expect(report.recommendations).toEqual([
      READ_WITHIN_HOURS,
      'Refer to the specialist neuro-oncology multidisciplinary team at the first radiological ' +
        'diagnosis (NICE NG99, 2018).',
      'Complete the MRI where series are missing: T2, FLAIR, diffusion, and T1 before and after ' +
        'contrast as a volume (NICE NG99, 2018).',
      'For a meningioma: confirm by MRI with contrast and discuss in a neurosurgical ' +
        'multidisciplinary team; without symptoms observation is the first option, with surgery ' +
        'where treatment is needed (EANO meningioma, 2021).',
      'Type and grade are settled by tissue with molecular markers, not by this analysis or by ' +
        'the image alone (WHO CNS tumours, 2021).',
    ]);
  });

  it('a tumour whose type is open, in a child', () => {
    const report = reportOf(
      brain({
        findings: [finding('abnormal', 0.9)],
        unsure: [{ label: 'glioma', name: 'Glioma', probability: 0.4 }],
        patient: { age: 9 },
      }),
    );
    expect(report.impression).toBe(
      'Urgent: appearances consistent with an intracranial tumour of undetermined type ' +
        '(probability 90 %). A glioma is neither confirmed nor excluded: the model is unsure ' +
        `(probability 40 %). ${SLICE_END}`,
    );
    expect(report.recommendations[1]).toContain('NICE CSG7, 2005');
    // NG99 is for people over 16.
    expect(report.recommendations.join(' ')).not.toMatch(/neuro-oncology|NG99/);
  });

  it('no tumour, and a question that the model cannot answer', () => {
    const { impression } = reportOf(brain({ clinicalQuestion: 'Acute stroke? Bleed?' }));
    expect(impression).toBe(
      'No glioma, meningioma, pituitary tumour or other intracranial tumour above the reporting ' +
        `threshold in this slice. ${SLICE_END} This model cannot answer a question about ischaemic stroke or ` +
        'haemorrhage.',
    );
  });

  it('a pituitary tumour is tested for hormones and visual fields', () => {
    const { urgency, recommendations } = reportOf(
      brain({ findings: [finding('pituitary', 0.96)] }),
    );
    expect(urgency?.level).toBe('soon');
    expect(recommendations[1]).toContain('apoplexy');
    expect(recommendations[2]).toMatch(/visual fields.*Endocrine Society/);
  });
});

describe('head CT', () => {
  it('haemorrhage is reported at once', () => {
    const report = reportOf(
      headCt({ findings: [finding('haemorrhage', 0.94, { side: 'left' })], patient: { age: 71 } }),
    );
    expect(report.impression).toBe(
      'Immediate: appearances consistent with left-sided intracranial haemorrhage (probability ' +
        `94 %). ${SLICE_END}`,
    );
    expect(report.urgency).toEqual({
      level: 'immediate',
      because: 'intracranial haemorrhage is communicated within minutes',
      source: 'ACR Actionable Reporting Work Group, 2014',
    });
    expect(report.recommendations[0]).toMatch(/^Immediate: have the image read now/);
    expect(report.recommendations[1]).toMatch(/^Call the stroke or neurosurgical team now/);
    expect(report.recommendations[2]).toContain('towards 140 mmHg (AHA/ASA');
  });

  it('haemorrhage in an infant raises the question of maltreatment, not of blood pressure', () => {
    const text = reportOf(
      headCt({ findings: [finding('Hemorrhage', 0.8)], patient: { age: 0 } }),
    ).recommendations.join(' ');
    expect(text).toContain('NICE CG89, 2009');
    // The guidelines on spontaneous bleeding are for adults.
    expect(text).not.toMatch(/mmHg|AHA|NG228/);
  });

  it('a doubt about haemorrhage is urgent', () => {
    const report = reportOf(
      headCt({ unsure: [{ label: 'haemorrhage', name: 'Haemorrhage', probability: 0.42 }] }),
    );
    expect(report.impression).toBe(
      'Urgent: intracranial haemorrhage is neither confirmed nor excluded: the model is unsure ' +
        `(probability 42 %). ${SLICE_END}`,
    );
    expect(report.recommendations).toEqual([
      READ_WITHIN_HOURS,
      'Have the radiologist decide on intracranial haemorrhage, and act on the clinical state ' +
        'meanwhile (RCR BFCR(18)1, 2018).',
    ]);
  });
});

describe("a hospital's own model", () => {
  it('gets an honest sentence for a label that no guideline is stored for', () => {
    const report = reportOf(
      input({
        imageType: 'hip_xray',
        lookedFor: [
          { label: 'femoral_neck_fracture', name: 'Femoral neck fracture.' },
          { label: 'oa', name: 'OA of the hip' },
        ],
        findings: [
          finding('femoral_neck_fracture', 0.88, { name: 'Femoral neck fracture.', side: 'right' }),
        ],
        warnings: ['The view is unknown.'],
      }),
    );
    expect(report.impression).toBe(
      'Features suggest right-sided femoral neck fracture (probability 88 %). No OA of the hip ' +
        `above the reporting threshold. ${END} See the warnings, which limit this reading.`,
    );
    expect(report.recommendations[1]).toBe(
      'No guideline on femoral neck fracture is stored here: the radiologist decides what follows ' +
        '(RCR BFCR(18)1, 2018).',
    );
  });

  it('says that nothing was looked for', () => {
    const report = reportOf(input({ imageType: 'constructor', lookedFor: [] }));
    expect(report.impression).toBe('No abnormality was looked for, and none is excluded.');
    expect(report.recommendations).toEqual([READ]);
  });
});
