import { choice, ownFlag, quantity } from '../../input.js';
import { defineScore, stepsAbove, stepsFrom, sumOf } from '../../score.js';

/** Albumin 2.8 as in Pugh 1973; some textbooks print 3.0. */
const albuminPoints = (value: number) => (value > 3.5 ? 1 : value >= 2.8 ? 2 : 3);
const inrPoints = (value: number) => (value > 2.3 ? 3 : value >= 1.7 ? 2 : 1);
const UPPER = { usual: stepsAbove(2, [3, 3]), cholestatic: stepsAbove(2, [10, 3]) };
const LOWER = { usual: stepsFrom(1, [2, 2]), cholestatic: stepsFrom(1, [4, 2]) };

function bilirubinPoints(value: number, kind: 'usual' | 'cholestatic'): number {
  return LOWER[kind](value) === 1 ? 1 : UPPER[kind](value);
}

const ASCITES = { none: 1, slight: 2, moderate: 3 } as const;
const ENCEPHALOPATHY = { none: 1, grade_1_2: 2, grade_3_4: 3 } as const;

/** Severity of cirrhosis in the classes A, B and C (Pugh 1973). */
export const childPugh = defineScore({
  id: 'child_pugh',
  name: 'Child–Pugh score',
  aliases: ['child_turcotte_pugh', 'ctp', 'child_pugh_score', 'child_pugh_class', 'child'],
  group: 'liver and gut',
  purpose: 'Grades the severity of cirrhosis.',
  population: 'Adults with cirrhosis',
  unit: '{score}',
  decimals: 0,
  range: { min: 5, max: 15 },
  inputs: {
    bilirubin: quantity('bilirubin', { cuts: [2, 3, 4, 10] }),
    albumin: quantity('albumin', { cuts: [2.8, 3.5] }),
    inr: quantity('inr', { cuts: [1.7, 2.3] }),
    ascites: choice('Ascites', {
      none: 'none',
      slight: 'slight, or controlled by diuretics',
      moderate: 'moderate or severe despite diuretics',
    }),
    encephalopathy: choice('Hepatic encephalopathy', {
      none: 'none',
      grade_1_2: 'grade 1 or 2, or held off by medicines',
      grade_3_4: 'grade 3 or 4, or refractory',
    }),
    primary_biliary_cholangitis: {
      ...ownFlag('Primary biliary cholangitis', {
        help: 'Bilirubin then counts 2 points from 4 and 3 points above 10 mg/dL.',
        fixed: true,
      }),
      optional: true,
    },
  },
  categories: [
    {
      id: 'class A',
      from: 5,
      interpretation: 'Class A, compensated: almost all live for a year.',
    },
    {
      id: 'class B',
      from: 7,
      interpretation: 'Class B, significant impairment: about 80 % live for a year.',
      action: {
        text: 'Refer for assessment for liver transplantation; adapt drugs and doses.',
        source: 'AASLD transplantation guideline 2013; EASL 2018',
      },
    },
    {
      id: 'class C',
      from: 10,
      interpretation: 'Class C, decompensated: about 45 % live for a year.',
      action: {
        text: 'Assess for transplantation; avoid elective surgery and hepatotoxic drugs.',
        source: 'AASLD transplantation guideline 2013; EASL 2018',
      },
    },
  ],
  references: [
    {
      title: 'Pugh RN et al. Transection of the oesophagus for bleeding oesophageal varices',
      doi: '10.1002/bjs.1800600817',
      year: 1973,
    },
    {
      title: 'EASL clinical practice guidelines for patients with decompensated cirrhosis',
      doi: '10.1016/j.jhep.2018.03.024',
      year: 2018,
    },
  ],
  compute: (v) =>
    sumOf({
      bilirubin: bilirubinPoints(
        v.bilirubin,
        v.primary_biliary_cholangitis ? 'cholestatic' : 'usual',
      ),
      albumin: albuminPoints(v.albumin),
      inr: inrPoints(v.inr),
      ascites: ASCITES[v.ascites],
      encephalopathy: ENCEPHALOPATHY[v.encephalopathy],
    }),
});
