import { ownFlag } from '../../input.js';
import { defineScore } from '../../score.js';

const ESC = 'ESC 2023, 10.1093/eurheartj/ehad193';

/** Counts major and minor criteria of infective endocarditis (Li 2000): 0 rejected to 2 definite. */
export const modifiedDuke = defineScore({
  id: 'modified_duke',
  name: 'Modified Duke criteria of infective endocarditis',
  aliases: ['duke_criteria', 'modified_duke_criteria', 'duke_endocarditis'],
  group: 'infection',
  purpose: 'Classes suspected infective endocarditis as definite, possible or rejected.',
  population: 'Patients in whom infective endocarditis is suspected',
  unit: '{score}',
  decimals: 0,
  range: { min: 0, max: 2 },
  inputs: {
    pathologic_criterion: ownFlag('Pathological proof', {
      help: 'Organisms or active endocarditis in a vegetation, an embolus or an abscess of the heart.',
    }),
    blood_culture_criterion: ownFlag('Major: blood cultures', {
      help:
        'A typical organism in two cultures; a consistent one in cultures 12 hours apart or most of ' +
        'four; Coxiella once, or its phase I IgG above 1:800.',
    }),
    endocardial_involvement: ownFlag('Major: endocardial involvement', {
      help: 'Vegetation, abscess, new dehiscence of a prosthesis, or new valvular regurgitation.',
    }),
    endocarditis_predisposition: ownFlag('Minor: predisposition', {
      help: 'A predisposing heart condition or injection drug use.',
    }),
    fever_above_38: ownFlag('Minor: fever above 38 °C'),
    vascular_phenomena: ownFlag('Minor: vascular phenomena', {
      help:
        'Major arterial emboli, septic lung infarcts, mycotic aneurysm, intracranial or ' +
        'conjunctival haemorrhage, Janeway lesions.',
    }),
    immunologic_phenomena: ownFlag('Minor: immunological phenomena', {
      help: 'Glomerulonephritis, Osler nodes, Roth spots, rheumatoid factor.',
    }),
    minor_microbiological_evidence: ownFlag('Minor: microbiological evidence', {
      help: 'A positive culture short of the major criterion, or serology of active infection.',
    }),
  },
  categories: [
    {
      id: 'rejected',
      from: 0,
      interpretation: 'The criteria are not met; this does not exclude endocarditis early on.',
      action: {
        text: 'If suspicion stays high, repeat cultures and echocardiography.',
        source: ESC,
      },
    },
    {
      id: 'possible',
      from: 1,
      interpretation: 'Possible infective endocarditis.',
      action: {
        text: 'Repeat cultures and echocardiography; add CT or PET/CT; ask the endocarditis team.',
        source: ESC,
      },
    },
    {
      id: 'definite',
      from: 2,
      interpretation: 'Definite infective endocarditis.',
      action: { text: 'Treat as endocarditis; involve the endocarditis team early.', source: ESC },
    },
  ],
  references: [
    {
      title:
        'Li JS et al. Proposed modifications to the Duke criteria for the diagnosis of infective ' +
        'endocarditis',
      doi: '10.1086/313753',
      year: 2000,
    },
    {
      title: 'Delgado V et al. 2023 ESC Guidelines for the management of endocarditis',
      doi: '10.1093/eurheartj/ehad193',
      year: 2023,
    },
  ],
  compute(v) {
    const short = v.minor_microbiological_evidence && !v.blood_culture_criterion;
    const major = [v.blood_culture_criterion, v.endocardial_involvement].filter(Boolean).length;
    const minor = [
      v.endocarditis_predisposition,
      v.fever_above_38,
      v.vascular_phenomena,
      v.immunologic_phenomena,
      short,
    ].filter(Boolean).length;
    const definite =
      v.pathologic_criterion || major === 2 || (major === 1 && minor >= 3) || minor === 5;
    const possible = (major === 1 && minor >= 1) || minor >= 3;
    return {
      value: definite ? 2 : possible ? 1 : 0,
      derived: [
        { name: 'major_criteria', value: major },
        { name: 'minor_criteria', value: minor },
      ],
    };
  },
});
