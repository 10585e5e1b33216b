import { grade } from '../../input.js';
import { defineScore } from '../../score.js';

const source = 'AASLD/EASL guideline on hepatic encephalopathy 2014';

/** Hepatic encephalopathy in grades 0 to 4 (Conn 1977). */
export const westHaven = defineScore({
  id: 'west_haven',
  name: 'West Haven criteria',
  aliases: ['hepatic_encephalopathy_grade', 'west_haven_criteria'],
  group: 'liver and gut',
  purpose: 'Grades hepatic encephalopathy.',
  population: 'Patients with cirrhosis or acute liver failure',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 4 },
  inputs: {
    west_haven_grade: grade('Grade of hepatic encephalopathy', [0, 4], {
      monotone: 'rising',
      help:
        '0 none or only on testing; 1 short attention, altered sleep or mood, oriented; 2 lethargy, ' +
        'disoriented in time, asterixis; 3 somnolent but rousable, disoriented in place; 4 coma.',
    }),
  },
  categories: [
    { id: 'grade 0', from: 0, interpretation: 'No overt encephalopathy; minimal needs testing.' },
    { id: 'grade 1', from: 1, interpretation: 'Grade 1: covert encephalopathy.' },
    {
      id: 'grade 2',
      from: 2,
      interpretation: 'Grade 2: overt encephalopathy.',
      action: { text: 'Look for the trigger; lactulose.', source },
    },
    {
      id: 'grade 3',
      from: 3,
      interpretation: 'Grade 3: severe overt encephalopathy.',
      action: {
        text: 'Look for the trigger; lactulose; protect the airway, monitored bed.',
        source,
      },
    },
    {
      id: 'grade 4',
      from: 4,
      interpretation: 'Grade 4: coma.',
      action: { text: 'Secure the airway in intensive care; look for the trigger.', source },
    },
  ],
  references: [
    {
      title:
        'Conn HO et al. Comparison of lactulose and neomycin in the treatment of chronic ' +
        'portal-systemic encephalopathy',
      url: 'https://pubmed.ncbi.nlm.nih.gov/14049/',
      year: 1977,
    },
    {
      title:
        'Vilstrup H et al. Hepatic encephalopathy in chronic liver disease: AASLD/EASL guideline',
      doi: '10.1002/hep.27210',
      year: 2014,
    },
  ],
  compute: (v) => ({ value: Math.round(v.west_haven_grade) }),
});
