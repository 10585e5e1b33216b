import { describe, expect, it } from 'vitest';
import { soundex, soundsOf } from '../../../../src/fhir/index/phonetic.js';

describe('the sound of a word', () => {
  // The published examples of American Soundex (US National Archives, and Knuth).
  it.each([
    ['robert', 'r163'],
    ['rupert', 'r163'],
    ['rubin', 'r150'],
    ['ashcraft', 'a261'],
    ['tymczak', 't522'],
    ['pfister', 'p236'],
    ['honeyman', 'h555'],
    ['gutierrez', 'g362'],
    ['jackson', 'j250'],
    ['lee', 'l000'],
    ['washington', 'w252'],
  ])('%s is %s', (word, code) => expect(soundex(word)).toBe(code));

  it('is computed for each word of a name, regardless of marks', () => {
    expect(soundsOf('García-Lloyd')).toEqual(['g620', 'l300']);
    expect(soundsOf('李 x1')).toEqual(['李', 'x1']);
  });
});
