import { describe, expect, it } from 'vitest';
import { reader } from './shipped.js';

function read(name: string) {
  const [line] = reader.read([{ name }], 'medications');
  return {
    drugs: line?.taken.map(({ ingredient }) => ingredient).sort(),
    asked: line?.unknown.flatMap((one) => one.suggestions),
    how: [...new Set(line?.how.values())],
    release: line?.taken[0]?.release,
  };
}

const MMR = [
  'measles virus vaccine live',
  'mumps virus vaccine live',
  'rubella virus vaccine live',
];

describe('names of one family', () => {
  // CDC: U.S. vaccine names and ACIP abbreviations; UK Green Book, chapter 6 (live vaccines).
  it.each([
    ['MMR', MMR],
    ['M-M-RVAXPRO', MMR],
    ['MMRV', [...MMR, 'varicella virus vaccine live']],
    ['LAIV', ['influenza virus vaccine live']],
    ['live attenuated influenza vaccine', ['influenza virus vaccine live']],
    ['Fluenz', ['influenza virus vaccine live']],
    ['flu vaccine', ['influenza virus vaccine inactivated']],
    ['live varicella vaccine', ['varicella virus vaccine live']],
    ['zoster vaccine live', ['varicella virus vaccine live']],
    ['Shingrix', ['zoster vaccine recombinant']],
    ['Stamaril', ['yellow fever vaccine live']],
    ['Tdap', ['diphtheria toxoid', 'pertussis vaccine', 'tetanus toxoid']],
    ['Prevenar 13', ['pneumococcal vaccine']],
  ])('vaccines: %s', (name, drugs) => {
    expect(read(name)).toMatchObject({ drugs: [...drugs].sort(), asked: [] });
  });

  // WHO tuberculosis abbreviations; ISMP; shorthand of prescriptions in India and the UK.
  it.each([
    ['INH', ['isoniazid']],
    ['INH 300 mg daily', ['isoniazid']],
    ['SMZ-TMP', ['sulfamethoxazole', 'trimethoprim']],
    ['TMP/SMZ', ['sulfamethoxazole', 'trimethoprim']],
    ['T. Paracetamol 1g QDS', ['acetaminophen']],
    ['1. T. Metformin 500 mg bd', ['metformin']],
    ['C. amoxicillin 500mg tds', ['amoxicillin']],
    ['MVI', ['multivitamin']],
    ['charcoal', ['activated charcoal']],
  ])('shorthand: %s', (name, drugs) => {
    expect(read(name)).toMatchObject({ drugs, asked: [] });
  });

  it('reads dec after a name as decanoate', () => {
    expect(read('Haldol dec 100 mg q4wk')).toMatchObject({
      drugs: ['haloperidol'],
      release: 'depot',
    });
  });

  // BNF (compound alginates, macrogols), Rote Liste, Vidal, FASS: names of packs.
  it.each([
    ['Movicol', ['polyethylene glycol 3350']],
    ['Laxido Orange', ['polyethylene glycol 3350']],
    ['Gaviscon', ['calcium carbonate', 'sodium alginate', 'sodium bicarbonate']],
    ['Breo 100/25 1 inh daily', ['fluticasone', 'vilanterol']],
    ['Nurofen Plus', ['codeine', 'ibuprofen']],
    ['Panadol Extra', ['acetaminophen', 'caffeine']],
    ['Neosporin', ['bacitracin', 'neomycin', 'polymyxin b']],
    ['Menopur', ['human menopausal gonadotrophin']],
    ['Bisohexal', ['bisoprolol']],
    ['Metohexal', ['metoprolol']],
    ['Ramilich', ['ramipril']],
    ['Enahexal', ['enalapril']],
    ['Thyronajod', ['levothyroxine', 'potassium iodide']],
    ['Jodid 100', ['potassium iodide']],
    ['Nepresol', ['dihydralazine']],
    ['Sermion', ['nicergoline']],
    ['Daflon 500', ['diosmin']],
    ['Didrogyl', ['calcifediol']],
    ['Ketogan', ['ketobemidone']],
    ['Dioralyte', ['oral rehydration salts']],
  ])('brands: %s', (name, drugs) => {
    expect(read(name)).toMatchObject({ drugs, asked: [] });
  });

  it.each([
    ['Prednisolon GALEN 5 mg', 'prednisolone'],
    ['Bisoprolol-Acis', 'bisoprolol'],
    ['Amlodipin Dexcel', 'amlodipine'],
    ['Valium Roche', 'diazepam'],
  ])('a maker after a name: %s', (name, drug) => {
    expect(read(name)).toMatchObject({ drugs: [drug], asked: [] });
  });

  it.each([
    ['Lipitor forte', 'atorvastatin'],
    ['Lasix N', 'furosemide'],
  ])('a brand with a word for its line is read as the brand, and said so: %s', (name, drug) => {
    expect(read(name)).toEqual({ drugs: [drug], asked: [], how: ['spelling'], release: undefined });
  });
});

describe('what may mean several drugs or none', () => {
  // ISMP list of error-prone abbreviations: no stems.
  it.each([
    ['metro', ['metronidazole', 'metoprolol', 'metoclopramide', 'metolazone']],
    ['rifa', ['rifampin', 'rifabutin', 'rifaximin', 'rifapentine']],
    ['isosorbid', ['isosorbide mononitrate', 'isosorbide dinitrate']],
    ['interferon beta', ['interferon beta-1a', 'interferon beta-1b', 'peginterferon beta-1a']],
    ['peginterferon alfa', ['peginterferon alfa-2a', 'peginterferon alfa-2b']],
    ['contrast', ['iohexol', 'iopamidol', 'iodixanol', 'iopromide', 'gadobutrol']],
  ])('%s is asked about', (name, asked) => {
    expect(read(name)).toMatchObject({ drugs: [], asked });
  });

  it.each([
    'important',
    'diabetes',
    'hypertension',
    'gastritis',
    'glaucoma',
    'different',
    'same as before',
    'check level today',
    'breathing',
    'transplant',
    'tolazatide',
    'Lipitor plus',
  ])('%s is no misspelling of a drug', (name) => {
    expect(read(name).drugs).toEqual([]);
  });

  it('still knows what is a word of every day and a name', () => {
    expect(read('SAMe 400 mg daily').drugs).toEqual(['ademetionine']);
    expect(read('Control 1 mg nocte').drugs).toEqual(['lorazepam']);
  });
});
