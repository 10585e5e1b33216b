import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { indexWords, nearestWord } from '../../../../src/medications/allergies/near-word.js';
import { createReactionReader } from '../../../../src/medications/allergies/reactions.js';
import { REACTIONS } from '../../../../src/medications/allergies/schema.js';
import { tableOf } from '../../../support/medication-tables.js';
import { language } from '../../patient-record/language/language.js';

const read = createReactionReader(tableOf('allergies').reactions);
const kinds = (reaction?: string, severity?: string) =>
  [...read(reaction, severity, language).reactions].sort();

describe('what a reaction was', () => {
  it.each([
    ['anaphylaxis', ['anaphylaxis']],
    ['Anaphylactic shock 1998', ['anaphylaxis']],
    ['anaphilaxis', ['anaphylaxis']],
    ['anaphalaxis', ['anaphylaxis']],
    ['hives', ['urticaria']],
    ['uticaria', ['urticaria']],
    ['Rash', ['rash']],
    ['itchy rash', ['itch', 'rash']],
    ['SJS', ['scar']],
    ['TEN', ['scar']],
    ['Stevens-Johnson', ['scar']],
    ['steven johnson syndrome', ['scar']],
    ['DRESS syndrome', ['scar']],
    ['swollen lips and tongue', ['angioedema']],
    ['angio-oedema', ['angioedema']],
    ['lip swelling', ['angioedema']],
    ['ankle swelling', ['intolerance']],
    ['N&V', ['intolerance']],
    ['nausea/vomiting', ['intolerance']],
    ['diarhoea', ['intolerance']],
    ['cough', ['cough']],
    ['wheeze', ['respiratory']],
    ['red man syndrome', ['infusion']],
    ['HIT', ['hit']],
    ['GI bleed', ['bleeding']],
    ['gastric ulcer', ['bleeding']],
    ['c. diff', ['c_difficile']],
    ['jaundice', ['liver']],
    ['agranulocytosis', ['cytopenia']],
    ['muscle aches', ['myalgia']],
    ['tendon rupture', ['tendon']],
    ['oculogyric crisis', ['dystonia']],
    ['contact dermatitis', ['contact']],
    ['rash with glandular fever', ['viral_rash']],
    ['childhood', ['unknown']],
    ['unknown', ['unknown']],
    ['', ['unknown']],
    ['mother is allergic', ['no_reaction']],
    ['family history of anaphylaxis', ['no_reaction']],
    ['rash as a child, tolerated amoxicillin since', ['no_reaction']],
    ['Urtikaria? Quaddeln', ['urticaria']],
    ['éruption cutanée', ['rash']],
    ['dress', ['scar']],
    ['hit', ['hit']],
    ['puffy face', ['angioedema']],
    ['broke out in red blotches', ['rash']],
    ['BP dropped', ['intolerance']],
    ["red man's syndrome", ['infusion']],
  ])('%s', (text, expected) => {
    expect(kinds(text)).toEqual(expected);
  });

  it('leaves out what is denied', () => {
    expect(kinds('nausea, no rash')).toEqual(['intolerance']);
    expect(kinds('no anaphylaxis, just hives')).toEqual(['urticaria']);
    expect(kinds('rash without wheeze')).toEqual(['rash']);
    expect(kinds('denies swelling of face; itching')).toEqual(['itch']);
  });

  it('takes ten years for years and TEN for necrolysis', () => {
    expect(kinds('rash ten years ago')).toEqual(['rash']);
    expect(kinds('RASH TEN YEARS AGO')).toEqual(['rash']);
    expect(kinds('TEN, on ICU ten years ago')).toEqual(['scar']);
  });

  it('takes skin with airway for anaphylaxis', () => {
    expect(kinds('hives and shortness of breath')).toContain('anaphylaxis');
    expect(kinds('rash and wheezing')).toContain('anaphylaxis');
    expect(kinds('hives, hypotension')).toContain('anaphylaxis');
    expect(kinds('hypotension')).toEqual(['intolerance']);
    expect(kinds('rash and fever')).toContain('severe_rash');
    expect(kinds('wheezing')).not.toContain('anaphylaxis');
  });

  it('keeps grave reactions although something was tolerated since', () => {
    expect(kinds('anaphylaxis, tolerated cephalexin since')).toEqual(['anaphylaxis']);
  });

  it('weighs the recorded severity', () => {
    expect(kinds('rash', 'severe')).toContain('severe_rash');
    expect(kinds('nausea', 'severe')).toContain('severe_intolerance');
    expect(kinds(undefined, 'life-threatening')).toContain('anaphylaxis');
    expect(read(undefined, 'severe').presumed).toBe(true);
    expect(read('rash', 'severe').presumed).toBe(false);
    expect(kinds('rash', 'mild')).toEqual(['rash']);
  });

  it('says that words were not understood', () => {
    expect(read('qwertyuiop').unread).toBe(true);
    expect(read('rash').unread).toBe(false);
    expect(read(undefined).unread).toBe(false);
  });

  it('reads anything', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 500 }), fc.string({ maxLength: 60 }), (text, grade) => {
        const { reactions } = read(text, grade);
        expect(reactions.size).toBeGreaterThan(0);
        for (const one of reactions) expect(REACTIONS).toContain(one);
      }),
    );
  });

  it('does not hear denial as the opposite, whatever stands before', () => {
    const words = fc.constantFrom('hives', 'rash', 'anaphylaxis', 'wheeze', 'jaundice');
    fc.assert(
      fc.property(words, words, (had, denied) => {
        fc.pre(had !== denied);
        const both = kinds(`${had}, no ${denied}`);
        expect(both).toEqual(kinds(had));
      }),
    );
  });
});

describe('a misspelt word', () => {
  it('may have one slip, or two when it is long', () => {
    const words = indexWords(['rash', 'anaphylaxis', 'analysis']);
    expect(nearestWord('rush', words)).toBeUndefined();
    expect(nearestWord('anafilaxis', words)).toBeUndefined();
    expect(nearestWord('anaphilaxis', words)).toBe('anaphylaxis');
    expect(nearestWord('inaphylaxis', words)).toBeUndefined();
  });
});
