import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readTables } from '../../../scripts/knowledge/build/diseases/read-tables.js';
import { openTables } from '../../../scripts/knowledge/measure/cases.js';
import {
  answerTo,
  isNamed,
  readList,
} from '../../../scripts/knowledge/measure/serious-disorders.js';

const LISTS = join(import.meta.dirname, '../../must-not-miss');
const MIN_SHARE = 0.85;

describe('serious disorders of a presentation', async () => {
  const knowledge = await openTables(readTables().tables);

  it.each(['building', 'measuring'])('are named for most of the list for %s', (name) => {
    let all = 0;
    let named = 0;
    for (const one of readList(join(LISTS, `${name}.txt`))) {
      const { dangers } = answerTo(knowledge, one);
      all += one.disorders.length;
      named += one.disorders.filter((disorder) =>
        dangers.some((disease) => isNamed(disorder, disease)),
      ).length;
    }
    expect(named / all).toBeGreaterThan(MIN_SHARE);
  });

  it('respect age and sex', () => {
    const ids = (text: string, age: number, gender: 'F' | 'M') =>
      answerTo(knowledge, { text, age, gender, disorders: [] }).dangers.map(({ id }) => id);
    expect(ids('lower abdominal pain', 26, 'F')).toContain('ectopic_pregnancy');
    expect(ids('lower abdominal pain', 26, 'M')).not.toContain('ectopic_pregnancy');
    expect(ids('hip pain', 8, 'M')).toContain('slipped_capital_femoral_epiphysis');
    expect(ids('hip pain', 72, 'F')).not.toContain('slipped_capital_femoral_epiphysis');
  });

  it.each([
    ['falls', 78, 'F', 'subdural_haematoma'],
    ['baby keeps crying', 0.3, 'M', 'intussusception'],
    ['baby keeps crying', 0, 'M', 'intussusception'],
    ['nails have changed', 45, 'M', 'melanoma'],
    ['cannot get pregnant', 34, 'F', 'premature_ovarian_insufficiency'],
    ['hair growing on face and chest', 28, 'F', 'ovarian_cancer'],
    ['ringing in the ears', 55, 'M', 'acoustic_neuroma'],
    ['double vision', 58, 'F', 'giant_cell_arteritis'],
    ['had a fit', 30, 'M', 'glioma'],
    ['memory loss', 70, 'F', 'subdural_haematoma'],
    ['hears voices', 22, 'M', 'schizophrenia'],
  ] as const)('open from plain words: %s', (text, age, gender, cause) => {
    const { dangers } = answerTo(knowledge, { text, age, gender, disorders: [] });
    expect(dangers.map(({ id }) => id)).toContain(cause);
  });
});
