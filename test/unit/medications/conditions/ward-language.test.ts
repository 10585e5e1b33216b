import { describe, expect, it } from 'vitest';
import { chartOf } from '../../../../src/patient-record/chart/fact.js';
import { language } from '../../patient-record/language/language.js';
import { finder } from './in-words.js';

const find = (text: string) =>
  finder.find([{ text, path: 'conditions.0' }], { chart: chartOf([]) }, language);

describe('what a ward, a coder or another country writes', () => {
  it.each([
    ['Essential (primary) hypertension', 'hypertension'],
    ['Type 2 diabetes mellitus with diabetic chronic kidney disease', 'ckd-moderate diabetes'],
    ['Chronic systolic (congestive) heart failure', 'heart-failure'],
    ['Atherosclerotic heart disease without angina pectoris', 'coronary-disease'],
    ['Gastro-esophageal reflux disease without esophagitis', 'gord'],
    ['Benign prostatic hyperplasia with lower urinary tract symptoms', 'bph'],
    ['Age-related osteoporosis without current pathological fracture', 'osteoporosis'],
    ['Personal history of other venous thrombosis and embolism', 'vte'],
    ['hx CVA w/ left hemiparesis', 'stroke'],
    ['h/o GIB', 'ulcer-gi-bleed'],
    ['hx of upper GI bleed 2 yrs ago', 'ulcer-gi-bleed'],
    ['GI bleed', 'active-bleeding gi-bleeding'],
    ['seizure d/o', 'epilepsy'],
    ['PUD, remote', 'ulcer-gi-bleed'],
    ['Stage 4 kidney disease', 'ckd-severe'],
    ['Chronic kidney disease (stage 4)', 'ckd-severe'],
    ['CKD G4A3', 'ckd-severe'],
    ['CKD-3a', 'ckd-moderate'],
    ['eGFR 22', 'ckd-severe'],
    ['EF 25%', 'heart-failure heart-failure-reduced'],
    ['QTc 520 ms', 'long-qt'],
    ['K+ 6.1', 'hyperkalaemia'],
    ['Childs C cirrhosis', 'cirrhosis hepatic-severe'],
    ['HIV+', 'hiv'],
    ['delerium', 'delirium'],
    ['Hx PE/DVT', 'vte'],
    ['recurrent DVTs', 'vte'],
    ['Factor 5 Leiden', 'factor-v-leiden'],
    ["Von Willebrand's", 'bleeding-disorder'],
    ['thrombocytopaenia', 'thrombocytopenia'],
    ['ACE inhibitor induced angioedema', 'hereditary-angioedema'],
    ['sick sinus syndrome s/p PPM', 'bradycardia pacemaker sick-sinus'],
    ['peripheral vascular dz', 'peripheral-artery-disease'],
    ['glaucoma (open angle)', 'open-angle-glaucoma'],
    ['acute angle closure glaucoma', 'angle-closure-glaucoma'],
    ['C diff colitis 2022', 'c-difficile'],
    ['ex smoker', 'ex-smoker'],
    ['AML on chemo', 'active-malignancy immunosuppressed'],
    ['asma', 'asthma'],
    ['Herzinsuffizienz', 'heart-failure'],
    ['hipertensión', 'hypertension'],
    ['insuffisance rénale', 'ckd-moderate'],
    ['diabetes insipidus', 'hypopituitary'],
  ])('%s', (text, expected) => {
    const { conditions, notAssessed } = find(text);
    expect([...conditions].sort().join(' ')).toBe(expected);
    expect(notAssessed).toEqual([]);
  });

  it.each([
    'none',
    'NKDA',
    'no PMH',
    'nil',
    'N/A',
    'healthy',
    'No known medical history',
    'never smoked',
  ])('%s leaves nothing to assess', (text) => {
    const { conditions, notAssessed } = find(text);
    expect([...conditions]).toEqual([]);
    expect(notAssessed).toEqual([]);
  });

  it.each(['unknown', 'statin intolerance', 'Quibble disease without asthma'])(
    '%s is told',
    (text) => {
      const { conditions, notAssessed } = find(text);
      expect([...conditions]).toEqual([]);
      expect(notAssessed).toHaveLength(1);
    },
  );
});
