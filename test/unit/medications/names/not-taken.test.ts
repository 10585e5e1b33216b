import { describe, expect, it } from 'vitest';
import { reader } from './shipped.js';

// Wording of lists in practice: NICE NG5 (medicines reconciliation) asks for what was stopped,
// withheld or not tolerated to be written down beside what is taken.
function read(name: string) {
  const [line] = reader.read([{ name }], 'medications');
  return {
    taken: line?.taken.map(({ ingredient }) => ingredient),
    unknown: line?.unknown.filter((one) => one.denied).flatMap((one) => one.suggestions),
    asked: line?.unknown.flatMap((one) => one.suggestions),
    reasons: line?.notAssessed.map(({ reason }) => reason),
  };
}

describe('a line that says that a drug is not taken', () => {
  it.each([
    ['no warfarin', 'warfarin'],
    ['not taking aspirin', 'aspirin'],
    ['no longer taking metformin', 'metformin'],
    ['patient is not on warfarin', 'warfarin'],
    ["doesn't take her metformin", 'metformin'],
    ['warfarin stopped', 'warfarin'],
    ['fluoxetine stopped 2 weeks ago', 'fluoxetine'],
    ['warfarin 5 mg - discontinued', 'warfarin'],
    ['warfarin 5 mg, stopped 3/2024', 'warfarin'],
    ["sertraline d/c'd", 'sertraline'],
    ['D/C lisinopril', 'lisinopril'],
    ['metformin on hold', 'metformin'],
    ['held: lisinopril', 'lisinopril'],
    ['clopidogrel held for surgery', 'clopidogrel'],
    ['insulin glargine 20 units nightly hold', 'insulin glargine'],
    ['warfarin ended last year', 'warfarin'],
    ['completed amoxicillin course', 'amoxicillin'],
    ['ciprofloxacin 500 mg bd completed', 'ciprofloxacin'],
    ['previously on amiodarone', 'amiodarone'],
    ['hx of amiodarone use', 'amiodarone'],
    ['off warfarin', 'warfarin'],
    ['warfarin (Coumadin) 5 mg tablet (Patient not taking: Reported on 1/2/24)', 'warfarin'],
    ['intolerant of codeine', 'codeine'],
    ['codeine intolerance', 'codeine'],
    ['allergy: amoxicillin', 'amoxicillin'],
    ['amoxicillin - allergic (rash)', 'amoxicillin'],
    ['warfarin: none', 'warfarin'],
    ['Marcumar abgesetzt', 'Marcumar'],
    ['Ramipril 5 mg pausiert seit 3 Tagen', 'ramipril'],
    ['kein ASS', 'aspirin'],
    ['nicht mehr: Metoprolol', 'metoprolol'],
    ['warfarine arrêtée', 'warfarin'],
    ['metformina suspendida', 'metformin'],
    ['simvastatine gestopt', 'simvastatin'],
    ['Waran utsatt', 'Waran'],
  ])('%s', (line, drug) => {
    expect(read(line)).toEqual({
      taken: [],
      unknown: [drug],
      asked: [drug],
      reasons: [`the line states that ${drug} is not taken; it was not checked`],
    });
  });

  it.each([
    ['metformin 500 mg bd, lisinopril stopped', ['metformin'], ['lisinopril']],
    ['stop warfarin, start apixaban 5 mg bd', ['apixaban'], ['warfarin']],
    ['switched from warfarin to apixaban 5 mg bd', ['apixaban'], ['warfarin']],
    ['switch sertraline to fluoxetine', ['fluoxetine'], ['sertraline']],
    ['warfarin changed to apixaban', ['apixaban'], ['warfarin']],
    ['warfarin -> apixaban', ['apixaban'], ['warfarin']],
    ['not taking aspirin, metformin 500 mg bd', ['metformin'], ['aspirin']],
    ['not taking aspirin, ibuprofen', [], ['aspirin', 'ibuprofen']],
    ['aspirin 75 mg stopped\nwarfarin 5 mg', ['warfarin'], ['aspirin']],
    // What is named only to say what came before is not asked about.
    ['apixaban 5 mg bd (stopped warfarin)', ['apixaban'], []],
    ['apixaban 5 mg bd, previously on warfarin', ['apixaban'], []],
    ['start apixaban after stopping warfarin', ['apixaban'], []],
  ])('%s: some are', (line, taken, denied) => {
    expect(read(line)).toMatchObject({ taken, unknown: denied });
  });

  it.each([
    ['metformin 500 mg bd - hold if eGFR <30', 'metformin'],
    ['bisoprolol 2.5 mg od hold if HR < 50', 'bisoprolol'],
    ['Lantus 20 units nightly, hold for BG < 70', 'insulin glargine'],
    ['aspirin 81 mg daily, hold 7 days before surgery', 'aspirin'],
    ['prednisolone 40 mg od for 5 days then stop', 'prednisolone'],
    ['prednisolone 40 mg daily stop date 12/3', 'prednisolone'],
    ['lithium 400 mg previously 600 mg', 'lithium'],
    ['metoprolol changed to 50 mg bd', 'metoprolol'],
    ['cetirizine 10 mg for allergy', 'cetirizine'],
    ['cetirizine prn allergies', 'cetirizine'],
    ['methotrexate 10 mg weekly, not on the day of folic acid', 'methotrexate'],
    ['amlodipine 5 mg (no grapefruit)', 'amlodipine'],
    ['restart aspirin in 1 week', 'aspirin'],
    ['consider adding spironolactone', 'spironolactone'],
    ['sugar free lactulose, no added sugar', 'lactulose'],
    ['Prolia 60 mg every 6 months, last dose in May', 'denosumab'],
  ])('%s: it is', (line, drug) => {
    expect(read(line)).toMatchObject({ taken: [drug], asked: [] });
  });

  it.each([
    ['penicillin allergy', 'penicillin v'],
    ['avoid NSAIDs', 'ibuprofen'],
    ['intolerant to statins', 'atorvastatin'],
  ])('%s: a group', (line, member) => {
    const { taken, asked } = read(line);
    expect(taken).toEqual([]);
    expect(asked).toContain(member);
  });
});

describe('two drugs of which one is taken', () => {
  it.each([
    ['warfarin or apixaban', ['warfarin', 'apixaban']],
    ['tegretal or trileptal', ['Tegretal', 'Trileptal']],
    ['ibuprofen or paracetamol prn', ['ibuprofen', 'acetaminophen']],
    ['either warfarin or apixaban or dabigatran', ['warfarin', 'apixaban', 'dabigatran etexilate']],
  ])('%s: asks which', (line, asked) => {
    expect(read(line)).toMatchObject({ taken: [], asked });
  });

  it.each([
    ['paracetamol or acetaminophen', 'acetaminophen'],
    ['metoprolol 25 mg or 50 mg daily', 'metoprolol'],
    ['warfarin 3 mg or as directed', 'warfarin'],
  ])('%s: it is one', (line, drug) => {
    expect(read(line)).toMatchObject({ taken: [drug], asked: [] });
  });
});
