import { describe, expect, it } from 'vitest';
import { isResolved } from '../../../../src/medications/names/resolution.js';
import { resolver } from './shipped.js';

const RESOLVED: ReadonlyArray<readonly [name: string, how: string, ...ingredients: string[]]> = [
  ['aspirin', 'exact', 'aspirin'],
  ['paracetamol', 'synonym', 'acetaminophen'],
  ['salbutamol', 'synonym', 'albuterol'],
  ['frusemide', 'synonym', 'furosemide'],
  ['adrenaline', 'synonym', 'epinephrine'],
  ['thyroxine', 'synonym', 'levothyroxine'],
  ['Lasix', 'brand', 'furosemide'],
  ['Eliquis', 'brand', 'apixaban'],
  ['Augmentin', 'brand', 'amoxicillin', 'clavulanate'],
  ['MTX', 'abbreviation', 'methotrexate'],
  ['pip-tazo', 'abbreviation', 'piperacillin', 'tazobactam'],
  ['co-careldopa', 'abbreviation', 'carbidopa', 'levodopa'],
  ['metoprolol succ', 'salt', 'metoprolol'],
  ['chlorhydrate de metformine', 'salt', 'metformin'],
  ['cloridrato de metformina', 'salt', 'metformin'],
  ['Losartan-Kalium', 'salt', 'losartan'],
  ['amlodipino', 'synonym', 'amlodipine'],
  ['hidroclorotiazida', 'synonym', 'hydrochlorothiazide'],
  ['fenytoin', 'synonym', 'phenytoin'],
  ['ácido acetilsalicílico', 'synonym', 'aspirin'],
  ['prednisolon', 'synonym', 'prednisolone'],
  ['prednison', 'synonym', 'prednisone'],
  ['metoprlol', 'spelling', 'metoprolol'],
  ['simvastatn', 'spelling', 'simvastatin'],
  ['furosimide', 'spelling', 'furosemide'],
  ['carbamazapine', 'spelling', 'carbamazepine'],
  ['clopidogral', 'spelling', 'clopidogrel'],
  ['zyprexia', 'spelling', 'olanzapine'],
  ['lisinopril hydrochlorothiazide', 'exact', 'lisinopril', 'hydrochlorothiazide'],
  ['insulin Lantus', 'brand', 'insulin glargine'],
];

describe('the resolver of names', () => {
  it.each(RESOLVED)('%s', (name, how, ...ingredients) => {
    const found = resolver.resolve(name);
    expect(isResolved(found) && { how: found.how, drugs: [...found.ingredients].sort() }).toEqual({
      how,
      drugs: [...ingredients].sort(),
    });
  });

  it.each([
    ['HCT', ['hydrocortisone', 'hydrochlorothiazide']],
    ['AZT', ['zidovudine', 'azathioprine', 'aztreonam']],
    ['MS', ['morphine', 'magnesium sulfate']],
    ['Norpramin', ['omeprazole', 'desipramine']],
    ['Flomax', ['tamsulosin', 'morniflumate']],
  ])('asks which of several %s means', (name, expected) => {
    const found = resolver.resolve(name);
    expect(isResolved(found)).toBe(false);
    expect([...(isResolved(found) ? [] : found.suggestions)].sort()).toEqual([...expected].sort());
  });

  it.each([
    ['statin', 'atorvastatin'],
    ['beta blocker', 'bisoprolol'],
    ['insulin', 'insulin glargine'],
    ['blood thinners', 'warfarin'],
    ['NSAID', 'ibuprofen'],
  ])('asks which of the group %s', (name, member) => {
    const found = resolver.resolve(name);
    expect(!isResolved(found) && found.suggestions.length <= 5 && found.suggestions).toContain(
      member,
    );
  });

  it.each([
    // One or two edits from one drug, but mixed up with another often enough to ask.
    ['hydralizine', 'hydralazine'],
    ['vinblistine', 'vinblastine'],
    ['celebrx', 'Celebrex'],
    ['prednisne', 'prednisone'],
    ['klonipin', 'Klonopin'],
    ['escitolopram', undefined],
    // Too short to guess.
    ['Zoco', 'Zocor'],
    // What follows makes another product or another drug.
    ['Diovan comp', 'Diovan'],
    ['interferon beta 1c', 'interferon beta-1a'],
    ['vitamin q', undefined],
    ['sodium foobarate', undefined],
    ['insulin foobar', undefined],
  ])('never guesses %s', (name, suggested) => {
    const found = resolver.resolve(name);
    if (name === 'escitolopram') {
      // No other drug starts like it: understood, and as nothing else.
      expect(isResolved(found) ? found.ingredients : found.suggestions).toEqual(['escitalopram']);
      return;
    }
    expect(isResolved(found)).toBe(false);
    if (suggested !== undefined)
      expect(!isResolved(found) && found.suggestions).toContain(suggested);
  });

  it('does not take the end of a name for a drug', () => {
    const drugs = (name: string) => {
      const found = resolver.resolve(name);
      return isResolved(found) ? found.ingredients : [];
    };
    expect(drugs('nor epinephrine')).not.toContain('epinephrine');
    expect(drugs('hydroxi chloroquine')).not.toContain('chloroquine');
    expect(drugs('xyz warfarin')).toEqual([]);
  });

  it('keeps salts for what depends on them', () => {
    const found = resolver.resolve('Metoprololsuccinat');
    expect(isResolved(found) && found.salts).toEqual(['succinate']);
  });

  it('recognises in running text what is known and nothing else', () => {
    expect(resolver.recognise('warfarin')?.ingredients).toEqual(['warfarin']);
    expect(resolver.recognise('warfrin')).toBeUndefined();
    expect(resolver.recognise('statin')).toBeUndefined();
    expect(resolver.recognise('HCT')).toBeUndefined();
  });

  it('reads numbers of RxNorm', () => {
    expect(resolver.byRxcui('11289')?.ingredients).toEqual(['warfarin']);
    expect(resolver.byRxcui('999999999')).toBeUndefined();
  });
});
