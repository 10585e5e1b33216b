import { type Advice, isChild, type Rule } from './rule.js';

const CALL: Advice = {
  level: 'immediate',
  text:
    'Call the stroke or neurosurgical team now, with the level of consciousness, the time of ' +
    'onset and any anticoagulant',
  sources: ['strokeBleed', 'niceHeadInjury'],
};
/** The guidelines on spontaneous bleeding are for adults, that on head injury is for every age. */
const CALL_FOR_CHILD: Advice = {
  level: 'immediate',
  text:
    'Call the paediatric and the neurosurgical team now, with the level of consciousness and the ' +
    'time of onset',
  sources: ['niceHeadInjury'],
};
const BLEEDING: Advice = {
  level: 'immediate',
  text:
    'Without an injury in an adult: stop anticoagulants and reverse them as soon as possible, ' +
    'and in a mild to moderate bleed with a systolic pressure of 150 to 220 mmHg lower it ' +
    'smoothly, not below 130 mmHg, towards 140 mmHg',
  sources: ['strokeBleed'],
};
const AFTER_INJURY: Advice = {
  level: 'urgent',
  text: 'After an injury: discuss every new surgically significant abnormality with a neurosurgeon',
  sources: ['niceHeadInjury'],
};
const SUBARACHNOID: Advice = {
  level: 'urgent',
  text:
    'Where the blood is subarachnoid: CT angiography of the head and the opinion of a specialist ' +
    'neurosurgical centre without delay',
  sources: ['niceSubarachnoid'],
  ionising: true,
};
const SAFEGUARDING: Advice = {
  level: 'urgent',
  text:
    'An intracranial injury in a child without a confirmed major accident or a known cause raises ' +
    'the suspicion of maltreatment where its explanation is absent or unsuitable, the child is ' +
    'under 3 years or there are other injuries: follow the local safeguarding procedure',
  sources: ['niceMaltreatment'],
};

export const HAEMORRHAGE_RULE: Rule = {
  id: 'haemorrhage',
  labels: [
    'haemorrhage',
    'hemorrhage',
    'intracranialhaemorrhage',
    'intracranialhemorrhage',
    'ich',
    'bleed',
  ],
  family: 'haemorrhage',
  noun: 'intracranial haemorrhage',
  sided: true,
  keyNegative: true,
  grade: () => ({
    level: 'immediate',
    because: 'intracranial haemorrhage is communicated within minutes',
    source: 'acrActionable',
  }),
  advice: (_, { patient }) =>
    isChild(patient)
      ? [CALL_FOR_CHILD, AFTER_INJURY, SAFEGUARDING]
      : [CALL, BLEEDING, AFTER_INJURY, SUBARACHNOID],
};
