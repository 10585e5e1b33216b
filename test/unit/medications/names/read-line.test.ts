import { describe, expect, it } from 'vitest';
import type { TakenIngredient } from '../../../../src/medications/taken-ingredient.js';
import { reader } from './shipped.js';

const read = (name: string) => reader.read([{ name }], 'medications')[0]!;

/** `metoprolol 50 mg x2 oral`, as short as it can be told. */
function told({ ingredient, dose, frequency, route, release }: TakenIngredient): string {
  const { perDay, asNeeded, once, unclear } = frequency ?? {};
  const often = [
    unclear && 'unclear',
    once && 'once',
    perDay !== undefined && `x${Number(perDay.toFixed(3))}`,
    asNeeded && 'prn',
  ].filter(Boolean);
  const amount = dose && `${dose.value} ${dose.unit}`;
  return [ingredient, amount, ...often, route, release].filter(Boolean).join(' ');
}

const LINES: ReadonlyArray<readonly [line: string, ...told: string[]]> = [
  ['metoprolol succ 50mg BID', 'metoprolol 50 mg x2 extended'],
  ['metoprlol tartrate 25mg bid', 'metoprolol 25 mg x2'],
  ['Tab. Aspirin 75 mg OD', 'aspirin 75 mg x1 oral'],
  [
    'insulin glargine 100 units/mL inject 20 units sc nocte',
    'insulin glargine 20 [iU] x1 subcutaneous',
  ],
  ['MTX 15mg once weekly', 'methotrexate 15 mg x0.143'],
  ['methotrexate 15 mg every Monday', 'methotrexate 15 mg x0.143'],
  ['methotrexate 10mg/wk', 'methotrexate 10 mg x0.143'],
  ['methotrexate 2.5 mg x 6 tablets once a week', 'methotrexate 15 mg x0.143 oral'],
  ['Ramipril 5 mg 1-0-0', 'ramipril 5 mg x1'],
  ['prednisolone 5 mg 2-0-0', 'prednisolone 10 mg x1'],
  ['Prednisolon 5 mg 1-0-½', 'prednisolone 3.75 mg x2'],
  ['Insulin Lantus 0-0-20 IE', 'insulin glargine 20 [iU] x1'],
  ['Actrapid 12-8-10 IE', 'insulin human 10 [iU] x3'],
  ['paracetamol 1g up to 4 times a day prn', 'acetaminophen 1 g x4 prn'],
  ['paracetamol 500mg 2 qds', 'acetaminophen 1000 mg x4'],
  ['paracetamol 500mg two qds', 'acetaminophen 1000 mg x4'],
  ['fentanyl 25 mcg/h patch q72h', 'fentanyl 25 ug/h x0.333 transdermal'],
  ['salbutamol inhaler 2 puffs prn', 'albuterol 2 {puff} prn inhaled'],
  ['Ventolin 100mcg 2 puffs QDS PRN', 'albuterol 200 ug x4 prn inhaled'],
  ['take 1/2 tablet of warfarin 5 mg daily', 'warfarin 2.5 mg x1 oral'],
  ['warfarin 5 mg ½ tab od', 'warfarin 2.5 mg x1 oral'],
  ['warfarin 5 mg 1 1/2 tablets od', 'warfarin 7.5 mg x1 oral'],
  ['furosemide 40 mg (2 tablets) om', 'furosemide 40 mg x1'],
  ['ferrous sulfate 325 mg (65 mg iron) daily', 'ferrous sulfate 325 mg x1'],
  ['heparin 5.000 IE sc 2x tgl', 'heparin 5000 [iU] x2 subcutaneous'],
  ['heparin 10 000 units sc bd', 'heparin 10000 [iU] x2 subcutaneous'],
  ['heparin 5,000 units sc q8h', 'heparin 5000 [iU] x3 subcutaneous'],
  ['levothyroxine 0,1 mg morgens', 'levothyroxine 0.1 mg x1'],
  ['Levothyroxin 100 &micro;g 1-0-0', 'levothyroxine 100 ug x1'],
  ['L-Thyroxin 75 µg morgens nüchtern', 'levothyroxine 75 ug x1'],
  ['levetiracetam 1,000 mg bid', 'levetiracetam 1000 mg x2'],
  ['amoxicillin 250mg/5ml 10 ml tds 7/7', 'amoxicillin 500 mg x3'],
  ['enoxaparin 40mg/0.4ml sc od', 'enoxaparin 40 mg x1 subcutaneous'],
  ['enoxaparin 1 mg/kg sc q12h', 'enoxaparin 1 mg/kg x2 subcutaneous'],
  ['lithium 800 mg/day', 'lithium 800 mg x1'],
  ['azathioprine 2mg/kg/day', 'azathioprine 2 mg/kg x1'],
  [
    'haloperidol decanoate 100 mg im every 4 weeks',
    'haloperidol 100 mg x0.036 intramuscular depot',
  ],
  ['amiodarone 200 mg 5 days a week', 'amiodarone 200 mg x0.714'],
  ['digoxin 0.25 mg every other day', 'digoxin 0.25 mg x0.5'],
  ['digoxin 62.5mcg od', 'digoxin 62.5 ug x1'],
  ['denosumab 60 mg sc every 6 months', 'denosumab 60 mg x0.005 subcutaneous'],
  ['adalimumab 40mg every 2 weeks', 'adalimumab 40 mg x0.071'],
  ['aciclovir 800 mg 5 times a day', 'acyclovir 800 mg x5'],
  ['paracetamol 1 g qds, every 4-6 hours', 'acetaminophen 1 g x4'],
  ['loperamide 2mg prn max 16mg/day', 'loperamide 2 mg prn'],
  ['fluconazole 150mg stat', 'fluconazole 150 mg once'],
  ['trazodone 50-100 mg hs prn', 'trazodone 100 mg x1 prn'],
  ['oramorph 10mg/5ml 2.5-5 ml prn', 'morphine 10 mg prn'],
  ['timolol 0.5% eye drops 1 drop both eyes bd', 'timolol 1 {drop} x2 ophthalmic'],
  ['hydrocortisone 1% cream bd', 'hydrocortisone x2 topical'],
  ['Tegretol PR 200 mg', 'carbamazepine 200 mg extended'],
  ['diclofenac 100 mg pr od', 'diclofenac 100 mg x1 rectal'],
  ['metoprolol 50 mg 2dd1', 'metoprolol 50 mg x2'],
  ['Cardioaspirin 100 mg 1 cp die', 'aspirin 100 mg x1 oral'],
  ['enalapril 20 mg 1 comprimido cada 12 horas', 'enalapril 20 mg x2 oral'],
  ['Doliprane 1 g si besoin toutes les 6 heures, max 4/j', 'acetaminophen 1 g x4 prn'],
  ['Alvedon 500 mg 2 tabletter vid behov', 'acetaminophen 1000 mg prn oral'],
  ['Simvastatin 20 mg 1 tablett till natten', 'simvastatin 20 mg x1 oral'],
  ['warfarin as directed', 'warfarin unclear'],
  ['folic acid 5 mg weekly (not on methotrexate day)', 'folic acid 5 mg x0.143'],
  ['ibuprofen 400 mg tds with food, stop aspirin', 'ibuprofen 400 mg x3'],
  ['Panadol (paracetamol) 500 mg 2 tablets qds prn', 'acetaminophen 1000 mg x4 prn oral'],
  [
    '24 HR metoprolol succinate 100 MG Extended Release Oral Tablet [Toprol]',
    'metoprolol 100 mg oral extended',
  ],
  ['co-amoxiclav 500/125 tds po', 'amoxicillin 500 mg x3 oral', 'clavulanate 125 mg x3 oral'],
  [
    'co-codamol 30/500 2 tablets qds prn',
    'codeine 60 mg x4 prn oral',
    'acetaminophen 1000 mg x4 prn oral',
  ],
  ['amlodipine/valsartan 5/160', 'amlodipine 5 mg', 'valsartan 160 mg'],
  [
    'amlodipine 5 MG / valsartan 160 MG Oral Tablet',
    'amlodipine 5 mg oral',
    'valsartan 160 mg oral',
  ],
  ['lisinopril-hydrochlorothiazide 20-12.5', 'lisinopril 20 mg', 'hydrochlorothiazide 12.5 mg'],
  [
    'oxycodone-acetaminophen 5-325 1-2 tabs q4-6h prn pain',
    'oxycodone 10 mg x6 prn oral',
    'acetaminophen 650 mg x6 prn oral',
  ],
  ['1. Aspirin 75 mg od', 'aspirin 75 mg x1'],
  ['metoprolol, tartrate 25 mg bid', 'metoprolol 25 mg x2'],
  ['cyclosporine, modified 25 MG Oral Capsule', 'cyclosporine 25 mg oral'],
  ['aspirin one daily', 'aspirin 1 {dose} x1'],
  ['2) Metoprolol 50 mg bd', 'metoprolol 50 mg x2'],
  ['paracetamol 3 x 500 mg', 'acetaminophen 500 mg x3'],
  ['take 2 x 500 mg metformin bd', 'metformin 1000 mg x2'],
  ['metformin 500mg tablets take 1000 mg bd', 'metformin 1000 mg x2 oral'],
  ['Nitrostat 0.4 mg sublingual q5min prn', 'nitroglycerin 0.4 mg unclear prn sublingual'],
  ['azithromycin 500 mg daily x3d', 'azithromycin 500 mg x1'],
  ['capecitabine 1500 mg bd d1-14', 'capecitabine 1500 mg x2'],
  ['warfarin 5 mg daily except 2.5 mg Wed', 'warfarin 5 mg x1'],
  ['telmisartan HCT 80/12.5 1-0-0', 'telmisartan 80 mg x1', 'hydrochlorothiazide 12.5 mg x1'],
  ['losartan-HCTZ 100-25 mg daily', 'losartan 100 mg x1', 'hydrochlorothiazide 25 mg x1'],
  ['Iron (ferrous sulfate) 325 mg', 'ferrous sulfate 325 mg'],
  ['Insulin glargin (Lantus) 0-0-0-18 IE', 'insulin glargine 18 [iU] x1'],
  [
    'amoxicillin-clavulanate 875-125 mg tablet 1 tab PO BID x 10 days',
    'amoxicillin 875 mg x2 oral',
    'clavulanate 125 mg x2 oral',
  ],
  ['aspirin and clopidogrel', 'aspirin', 'clopidogrel'],
  ['aspirin + clopidogrel 75 mg', 'aspirin', 'clopidogrel 75 mg'],
  ['aspirin 75 mg od and clopidogrel 75 mg bd', 'aspirin 75 mg x1', 'clopidogrel 75 mg x2'],
  [
    'aspirin 75mg od, ramipril 5mg od, simvastatin 40 mg nocte',
    'aspirin 75 mg x1',
    'ramipril 5 mg x1',
    'simvastatin 40 mg x1',
  ],
  ['1 g ceftriaxone and 500 mg azithromycin', 'ceftriaxone 1 g', 'azithromycin 500 mg'],
  ['5 mg of amlodipine daily', 'amlodipine 5 mg x1'],
  ['a 300 mg loading dose of aspirin', 'aspirin 300 mg'],
  [
    '75 mg aspirin, 5 mg ramipril and 40 mg simvastatin',
    'aspirin 75 mg',
    'ramipril 5 mg',
    'simvastatin 40 mg',
  ],
  ['75 mg aspirin 20 mg atorvastatin', 'aspirin 75 mg', 'atorvastatin 20 mg'],
  ['aspirin 75 mg and 40 mg of furosemide', 'aspirin 75 mg', 'furosemide 40 mg'],
  [
    'bisoprolol 2.5 mg, 20 mg simvastatin and warfarin 3 mg',
    'bisoprolol 2.5 mg',
    'simvastatin 20 mg',
    'warfarin 3 mg',
  ],
  ['paracetamol and 400 mg ibuprofen', 'acetaminophen', 'ibuprofen 400 mg'],
  [
    '40 mg furosemide bd, 25 mg spironolactone od',
    'furosemide 40 mg x2',
    'spironolactone 25 mg x1',
  ],
  [
    '4 mg ondansetron iv plus 10 mg morphine iv',
    'ondansetron 4 mg intravenous',
    'morphine 10 mg intravenous',
  ],
  ['amlodipine 5 mg valsartan 160 mg', 'amlodipine 5 mg', 'valsartan 160 mg'],
];

describe('a line of a medication list', () => {
  it.each(LINES)('%s', (line, ...expected) => {
    const { taken, unknown } = read(line);
    expect(unknown).toEqual([]);
    expect(taken.map(told)).toEqual(expected);
  });

  it('gives a product of several ingredients the strengths that fit, whatever the order', () => {
    const doses = (name: string) =>
      Object.fromEntries(read(name).taken.map((one) => [one.ingredient, one.dose?.value]));
    expect(doses('Exforge 5/160')).toEqual({ amlodipine: 5, valsartan: 160 });
    expect(doses('Sinemet 25/100 tds')).toEqual({ carbidopa: 25, levodopa: 100 });
    expect(doses('Diovan HCT 160/12.5')).toEqual({ valsartan: 160, hydrochlorothiazide: 12.5 });
  });

  it('leaves off what one number says of several ingredients, and tells', () => {
    const { taken, notAssessed } = read('co-amoxiclav 625 mg tds');
    expect(taken.map(({ dose }) => dose)).toEqual([undefined, undefined]);
    expect(notAssessed).toEqual([
      {
        what: 'medications.0.name',
        reason: 'one number for several ingredients; their doses were not checked',
      },
    ]);
  });

  it('does not choose between the readings of a number', () => {
    const { taken, notAssessed } = read('metformin 1.000 mg 1-0-1');
    expect(taken[0]).not.toHaveProperty('dose');
    expect(notAssessed[0]?.reason).toMatch(/two ways/);
  });

  it.each([
    'clozapine 100mg mane 200mg nocte',
    'clozapine 200 mg nocte, 100 mg mane',
    'clozapine 100 mg 1 tablet mane 2 tablets nocte',
    'clozapine 100 mg, 200 mg',
  ])('tells the largest of several doses and counts none: %s', (line) => {
    const [{ dose, frequency }] = read(line).taken as [TakenIngredient];
    expect(dose).toEqual({ value: 200, unit: 'mg' });
    expect(frequency).toEqual({ unclear: true });
  });

  it.each(['methotrexate 15 mg weekly daily', 'methotrexate 15 mg once a week bd'])(
    'never makes weekly daily: %s',
    (line) => {
      const { taken, notAssessed } = read(line);
      expect(taken[0]?.frequency).toEqual({ unclear: true });
      expect(notAssessed[0]?.reason).toMatch(/contradicts itself/);
    },
  );

  it('states which ingredients are of one product', () => {
    expect(read('amlodipine/valsartan 5/160').taken.map(({ together }) => together)).toEqual([
      ['valsartan'],
      ['amlodipine'],
    ]);
    expect(read('aspirin and clopidogrel').taken.map(({ together }) => together)).toEqual([[], []]);
  });

  it('knows what stays where it is put', () => {
    const reaches = (name: string) => read(name).taken.map(({ systemic }) => systemic);
    expect(reaches('timolol eye drops')).toEqual([false]);
    expect(reaches('latanoprost')).toEqual([false]);
    expect(reaches('diclofenac gel')).toEqual([false]);
    expect(reaches('testosterone gel')).toEqual([true]);
    expect(reaches('fentanyl nasal spray')).toEqual([true]);
    expect(reaches('fentanyl patch')).toEqual([true]);
    expect(reaches('aspirin')).toEqual([true]);
  });

  it.each([
    ['warfarin 5 mg, ASA 81 mg daily', ['warfarin', 'aspirin']],
    ['aspirin 75 mg started\nwarfarin 5 mg', ['aspirin', 'warfarin']],
    ['aspirin 75 mg; ramipril 5 mg', ['aspirin', 'ramipril']],
    ['metoprolol 50 mg with food, take with water', ['metoprolol']],
    ['ibuprofen 400 mg instead of naproxen', ['ibuprofen']],
  ])('sees every drug of %j', (line, drugs) => {
    expect(read(line).taken.map(({ ingredient }) => ingredient)).toEqual(drugs);
    expect(read(line).unknown).toEqual([]);
  });

  it('asks about an unknown word of a list that has a dose of its own', () => {
    const { taken, unknown } = read('warfarin 5 mg, foobarin 81 mg');
    expect(taken.map(({ ingredient }) => ingredient)).toEqual(['warfarin']);
    expect(unknown.map(({ words }) => words)).toEqual(['foobarin']);
  });

  it('gives no drug the dose that stands before a name it does not know', () => {
    const { taken, unknown } = read('1 g ceftriaxone and 500 mg foobarimycin');
    expect(taken.map(({ ingredient, dose }) => [ingredient, dose?.value])).toEqual([
      ['ceftriaxone', 1],
    ]);
    expect(unknown.map(({ words }) => words)).toEqual(['foobarimycin']);
  });

  it('loses no ingredient of a product it does not know', () => {
    for (const line of ['Canesten HC cream', 'Diovan comp 160 mg', 'Claritin-Q daily']) {
      expect(read(line).taken).toEqual([]);
      expect(read(line).unknown[0]?.suggestions.length).toBeGreaterThan(0);
    }
  });

  it.each(['Losec (metoprolol) 20 mg', 'Cozaar (sertraline)'])(
    'asks where two names contradict each other: %s',
    (line) => {
      const { taken, unknown } = read(line);
      expect(taken).toEqual([]);
      expect(unknown[0]?.suggestions).toHaveLength(2);
    },
  );

  it.each([
    'none',
    'NKDA',
    'nil',
    '?',
    '🙂',
    '   ',
    '---',
    'варфарин 5 мг',
    '50 mg',
    'x'.repeat(500),
  ])('says loudly that it knows no drug in %s', (line) => {
    const { taken, unknown } = read(line);
    expect(taken).toEqual([]);
    expect(unknown).toHaveLength(1);
    expect(unknown[0]?.suggestions).toEqual([]);
  });
});
