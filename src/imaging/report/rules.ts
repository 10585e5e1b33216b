import { BRAIN_RULES, HEAD_CT_TUMOUR_RULES } from './brain-rules.js';
import { CHEST_HEART_RULES } from './chest-heart-rules.js';
import { CHEST_INFECTION_RULES } from './chest-infection-rules.js';
import { CHEST_LUNG_RULES } from './chest-lung-rules.js';
import { CHEST_PLEURA_RULES } from './chest-pleura-rules.js';
import { HAEMORRHAGE_RULE } from './head-ct-rules.js';
import { keyOf, type Rule } from './rule.js';
import type { LookedFor } from './types.js';

const unspecific: Rule = {
  id: 'abnormal',
  labels: ['abnormal', 'abnormality'],
  family: 'abnormal',
  noun: 'abnormality of a kind that the model does not classify',
  countable: true,
  unspecific: 'abnormality',
  coversAll: true,
  grade: () => ({
    level: 'soon',
    because: 'the abnormality is not classified yet',
    source: 'rcrReporting',
  }),
  advice: () => [
    {
      level: 'soon',
      text: 'Look for a cause that the model has no label for, and compare with earlier images',
      sources: ['rcrReporting'],
    },
  ],
};

/** In the order in which absences are named: the most important first. */
const RULES: Readonly<Record<string, readonly Rule[]>> = {
  chest_xray: [
    ...CHEST_PLEURA_RULES,
    ...CHEST_HEART_RULES,
    ...CHEST_INFECTION_RULES,
    ...CHEST_LUNG_RULES,
    unspecific,
  ],
  brain_mri: [HAEMORRHAGE_RULE, ...BRAIN_RULES],
  head_ct: [HAEMORRHAGE_RULE, ...HEAD_CT_TUMOUR_RULES, unspecific],
};

/** The rules of an image type; a hospital's own type has only the unspecific one. */
export function rulesFor(imageType: string): readonly Rule[] {
  return Object.hasOwn(RULES, imageType) ? (RULES[imageType] ?? []) : [unspecific];
}

/** Every rule once, for checks over all of them. */
export const ALL_RULES: readonly Rule[] = [...new Set(Object.values(RULES).flat())];

/** `Hip Fracture` → `hip fracture`; `OA of the hip` and `CT pattern` keep their capitals. */
function asNoun({ name, label }: LookedFor): string {
  const text = (name.trim() || label.trim() || 'unnamed label')
    .replace(/_+/g, ' ')
    .replace(/[\s.!?]+$/, '');
  const words = text.split(' ');
  const titled = words.every((word) => /^\p{Lu}\p{Ll}/u.test(word));
  return words
    .map((word, at) =>
      /^\p{Lu}\p{Ll}/u.test(word) && (titled || at === 0) ? word.toLowerCase() : word,
    )
    .join(' ');
}

/** For a label without a stored guideline: it is reported and left to a radiologist. */
function unknown(label: LookedFor): Rule {
  const noun = asNoun(label);
  return {
    id: `label:${keyOf(label.label)}`,
    labels: [keyOf(label.label)],
    family: `label:${keyOf(label.label)}`,
    noun,
    sided: true,
    keyNegative: true,
    grade: () => ({
      level: 'soon',
      because: `no stored guideline covers ${noun}`,
      source: 'rcrReporting',
    }),
    advice: () => [
      {
        level: 'soon',
        text: `No guideline on ${noun} is stored here: the radiologist decides what follows`,
        sources: ['rcrReporting'],
      },
    ],
  };
}

/** The rule of the label, or a generic one. */
export function ruleOf(imageType: string, label: LookedFor): Rule {
  const key = keyOf(label.label);
  return rulesFor(imageType).find(({ labels }) => labels.includes(key)) ?? unknown(label);
}
