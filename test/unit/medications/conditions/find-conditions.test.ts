import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chartOf } from '../../../../src/patient-record/chart/fact.js';
import { language } from '../../patient-record/language/language.js';
import { conditions, finder, inWords } from './in-words.js';

const nobody = { chart: chartOf([]) };
const find = (text: string) => finder.find([{ text, path: 'conditions.0' }], nobody, language);
const ids = (text: string) => [...find(text).conditions].sort();

describe('a condition in words', () => {
  it.each([
    ['CHF', ['heart-failure']],
    ['chf', ['heart-failure']],
    ['Congestive heart failure, NYHA III', ['heart-failure']],
    ['HFrEF (EF 30%)', ['heart-failure', 'heart-failure-reduced']],
    [
      'heart failure with preserved ejection fraction',
      ['heart-failure', 'heart-failure-preserved'],
    ],
    ['G6PD deficiency', ['g6pd']],
    ['hx of gastric ulcer', ['ulcer-gi-bleed']],
    ['h/o PUD', ['ulcer-gi-bleed']],
    ['Previous MI 2015', ['coronary-disease']],
    ['history of DVT', ['vte']],
    ['DVT, resolved', ['vte']],
    ['T2DM', ['diabetes']],
    ['Type II diabetes mellitus', ['diabetes']],
    ['Diabetes mellitus, type 2', ['diabetes']],
    ['type 1 diabetes', ['diabetes', 'type1-diabetes']],
    ['CKD stage 4', ['ckd-severe']],
    ['CKD G4', ['ckd-severe']],
    ['ckd4', ['ckd-severe']],
    ['CKD IIIb', ['ckd-moderate']],
    ['Stage 3 chronic kidney disease', ['ckd-moderate']],
    ['Chronic kidney disease, stage 5', ['ckd-severe']],
    ['ESRD on dialysis', ['ckd-severe', 'dialysis']],
    ['haemodialysis', ['ckd-severe', 'dialysis']],
    ["Parkinson's disease", ['parkinson']],
    ['Parkinsons', ['parkinson']],
    ["Crohn's", ['ibd']],
    ['Asthama', ['asthma']],
    ['asthma (severe, steroid dependent)', ['asthma']],
    ['brittle asthma', ['asthma', 'asthma-severe']],
    ['status asthmaticus', ['asthma', 'asthma-acute']],
    ['recent heart attack', ['coronary-disease', 'recent-myocardial-infarction']],
    ['NSTEMI 6 weeks ago', ['coronary-disease', 'recent-myocardial-infarction']],
    ['MI (2 months ago)', ['coronary-disease', 'recent-myocardial-infarction']],
    ['MI 8 months ago', ['coronary-disease']],
    ['history of acute MI 2010', ['coronary-disease']],
    ['stroke last month', ['recent-stroke', 'stroke']],
    ['anuric', ['anuria', 'ckd-severe']],
    ['invasive aspergillosis', ['systemic-fungal-infection']],
    ['oral thrush', ['fungal']],
    ['COPD with hypercapnia', ['copd', 'respiratory-failure']],
    ['myastenia gravis', ['myasthenia']],
    ['epilespy', ['epilepsy']],
    ['Osteoporosis; falls', ['falls', 'osteoporosis']],
    ['HTN, T2DM, CKD 3a', ['ckd-moderate', 'diabetes', 'hypertension']],
    ['hypertension and gout', ['gout', 'hypertension']],
    ['narrow angle glaucoma', ['angle-closure-glaucoma']],
    ['POAG', ['open-angle-glaucoma']],
    ['Glaucoma', ['glaucoma-unspecified']],
    ['2nd degree heart block', ['av-block']],
    ['complete heart block with pacemaker', ['av-block', 'pacemaker']],
    ['Long QT syndrome', ['long-qt']],
    ['congenital long QT', ['long-qt', 'long-qt-congenital']],
    ['kidney transplant 2010', ['immunosuppressed', 'transplant']],
    ['HIT', ['hit']],
    ['HLA-B*57:01 positive', ['hla-b5701']],
    ['HLA-B5801', ['hla-b5801']],
    ['MG', ['myasthenia']],
    ['Child-Pugh C cirrhosis', ['cirrhosis', 'hepatic-severe']],
    ['Liver cirrhosis Child-Pugh class B', ['cirrhosis']],
    ['migraine with aura', ['migraine-aura']],
    ['migraine', ['migraine']],
    ['GERD', ['gord']],
    ['BPH with LUTS', ['bph']],
    ['Alzheimer dementia', ['dementia']],
    ['phaeochromocytoma', ['phaeochromocytoma']],
    ['pheochromocytoma', ['phaeochromocytoma']],
    ['family history of medullary thyroid carcinoma', ['mtc-men2']],
    ['MEN 2', ['mtc-men2']],
    ['severe aortic stenosis', ['aortic-stenosis']],
    ['mechanical mitral valve', ['mechanical-valve']],
    ['hyperkalemia', ['hyperkalaemia']],
    ['Hypokalaemia', ['hypokalaemia']],
    ['non-alcoholic fatty liver disease', ['fatty-liver']],
    ['asthma, no known COPD', ['asthma']],
    ['asthma no diabetes', ['asthma']],
    ['diabetes, pneumonia resolved', ['diabetes']],
    ['no asthma but has COPD', ['copd']],
    ['mother of two with epilepsy', ['epilepsy']],
    ['Sjögren’s syndrome', ['dry-mouth']],
    ['acute kidney injury', ['aki']],
  ])('%s', (text, expected) => {
    expect(ids(text)).toEqual(expect.arrayContaining(expected));
    expect(ids(text).filter((id) => !expected.includes(id))).toEqual([]);
  });

  it.each([
    'no history of asthma',
    'No asthma, COPD or epilepsy',
    'denies asthma and epilepsy',
    'family history of glaucoma',
    'FHx: breast cancer',
    'mother had a DVT',
    'breast cancer in mother',
    'asthma (childhood, resolved)',
    'asthma: no',
    'asthma ruled out',
    'epilepsy excluded',
    'without heart failure',
    'non-diabetic',
    'not on dialysis',
    'history of hyperkalaemia',
    'never smoker',
  ])('%s is not there', (text) => {
    const { conditions: found, notAssessed } = find(text);
    expect([...found]).toEqual([]);
    expect(notAssessed).toEqual([]);
  });

  it.each([
    '?PE',
    'possible tuberculosis',
    'VTE prophylaxis',
    'bleeding risk',
    'screening for tuberculosis',
    'TB screening',
  ])('%s is in doubt: it does not count, and is listed', (text) => {
    const { conditions: found, notAssessed } = find(text);
    expect([...found]).toEqual([]);
    expect(notAssessed.map(({ what }) => what)).toEqual(['conditions.0']);
    expect(notAssessed[0]?.reason).toMatch(/suspected|future possibility/);
  });

  it.each(['foobarosis', 'xyz', 'sequelae of quibble', '...', 'B12', 'ten years', 'K53'])(
    '%s is told by its path, without the text',
    (text) => {
      const { conditions: found, notAssessed } = find(text);
      expect([...found]).toEqual([]);
      expect(notAssessed).toHaveLength(1);
      expect(notAssessed[0]?.what).toBe('conditions.0');
      expect(notAssessed[0]?.reason).not.toContain(text === '...' ? 'quibble' : text);
    },
  );

  it('reports the part that was not understood', () => {
    expect(find('CHF; foobarosis').notAssessed).toHaveLength(1);
    expect(find('asthma and quibblitis').notAssessed).toHaveLength(1);
    expect(find('heart failure, moderate, since 2010').notAssessed).toEqual([]);
    expect(find('Severe chronic asthma').notAssessed).toEqual([]);
  });

  it('sends an allergy where it belongs', () => {
    expect(find('penicillin allergy').notAssessed[0]?.reason).toMatch(/allergies/);
  });

  it('does not turn a disease into its opposite', () => {
    expect(ids('hypernatremia')).toEqual(['hypernatraemia']);
    expect(ids('hyperglycemia')).toEqual(['diabetes']);
    expect(ids('dysphasia')).toEqual(['speech']);
    expect(ids('bradycardia')).toEqual(['bradycardia']);
    expect(ids('tachycardia')).toEqual(['svt']);
  });

  it('takes a word that is an abbreviation only where it is meant', () => {
    expect(ids('TEN after lamotrigine')).toEqual(['sjs-history']);
    expect(ids('asthma for ten years')).toEqual(['asthma']);
    expect(ids('HIT in 2019')).toEqual(['hit']);
    expect(ids('gout, hit by a car')).toEqual(['gout']);
    expect(ids('gout on 100 mg')).toEqual(['gout']);
  });
});

describe('a code', () => {
  it.each([
    ['I50.9', ['heart-failure']],
    ['i509', ['heart-failure']],
    ['I50.32', ['heart-failure', 'heart-failure-preserved']],
    ['ICD-10: J45.9', ['asthma']],
    ['N18.4', ['ckd-severe']],
    ['N18.32', ['ckd-moderate']],
    ['D55.0', ['g6pd']],
    ['G70.00', ['myasthenia']],
    ['E11.9', ['diabetes']],
    ['I10', ['hypertension']],
    ['F20.0', ['psychosis']],
    ['J44.1 COPD exacerbation', ['copd']],
    ['Epilepsy (G40.909)', ['epilepsy']],
    ['K25', ['ulcer-gi-bleed']],
    ['G43.109', ['migraine', 'migraine-aura']],
  ])('%s', (text, expected) => {
    expect(ids(text)).toEqual(expected);
  });

  it('that covers more says nothing alone, and says so', () => {
    const found = find('Z95.2');
    expect([...found.conditions]).toEqual([]);
    expect(found.notAssessed[0]?.reason).toMatch(/name the condition/);
    expect(ids('Mechanical aortic valve (Z95.2)')).toEqual(['mechanical-valve']);
    expect(find('Mechanical aortic valve (Z95.2)').notAssessed).toEqual([]);
  });

  it('that is not known is reported', () => {
    expect(find('Q99.9').notAssessed).toHaveLength(1);
  });
});

describe('the chart', () => {
  const of = (facts: Record<string, number | boolean>) => [...inWords({ facts }).conditions].sort();

  it('names conditions by flags and numbers', () => {
    expect(of({ congestive_heart_failure: true })).toEqual(['heart-failure']);
    expect(of({ egfr: 24 })).toEqual(['ckd-severe']);
    expect(of({ egfr: 45 })).toEqual(['ckd-moderate']);
    expect(of({ egfr: 60 })).toEqual([]);
    expect(of({ potassium: 5.6 })).toEqual(['hyperkalaemia']);
    expect(of({ potassium: 4.2, sodium: 140 })).toEqual([]);
    expect(of({ qtc: 510 })).toEqual(['long-qt']);
    expect(of({ ejection_fraction: 35 })).toEqual(['heart-failure', 'heart-failure-reduced']);
    expect(of({ asthma: false })).toEqual([]);
  });

  it('with Child–Pugh C has severe hepatic impairment', () => {
    expect([...inWords({ beside: { hepaticClass: 'C' } }).conditions]).toEqual(['hepatic-severe']);
  });
});

describe('any text', () => {
  it('is read without an error, and either understood or reported', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 500 }), (text) => {
        const { conditions: found, notAssessed } = find(text);
        for (const { what, reason } of notAssessed) {
          expect(what).toBe('conditions.0');
          if (text.length > 12) expect(reason).not.toContain(text);
        }
        for (const id of found) expect(conditions.some((one) => one.id === id)).toBe(true);
      }),
    );
  });

  it('finds every name and synonym of the table', () => {
    const missed = conditions.flatMap(({ id, name, synonyms }) =>
      [name, ...synonyms]
        .filter((text) => !find(text).conditions.has(id))
        .map((text) => [id, text]),
    );
    expect(missed).toEqual([]);
  });
});
