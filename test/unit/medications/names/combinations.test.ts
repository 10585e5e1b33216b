import { describe, expect, it } from 'vitest';
import { tableOf } from '../../../support/medication-tables.js';
import { answerTo } from '../shipped-service.js';

const check = (line: string) => answerTo({ medications: [line] });
/** The amounts that were understood, by ingredient. */
const dosesOf = (line: string) =>
  Object.fromEntries(
    check(line).resolved.map(({ ingredient, understood }) => [ingredient, understood?.dose]),
  );

describe('the strength of a product with several ingredients', () => {
  it.each([
    ['piperacillin/tazobactam 4.5 g IV', { piperacillin: '4000 mg', tazobactam: '500 mg' }],
    ['Zosyn 3.375 g IV q6h', { piperacillin: '3000 mg', tazobactam: '375 mg' }],
    ['co-amoxiclav 625 mg tds', { amoxicillin: '500 mg', clavulanate: '125 mg' }],
    ['co-amoxiclav 1.2 g IV tds', { amoxicillin: '1000 mg', clavulanate: '200 mg' }],
    ['co-amoxiclav 250/62 in 5 mL, 10 mL tds', { amoxicillin: '250 mg', clavulanate: '62 mg' }],
    ['Augmentin 875 mg bid', { amoxicillin: '875 mg', clavulanate: '125 mg' }],
    ['co-trimoxazole 960 mg bd', { trimethoprim: '160 mg', sulfamethoxazole: '800 mg' }],
    ['TMP-SMX 800/160 bd', { trimethoprim: '160 mg', sulfamethoxazole: '800 mg' }],
    ['co-trimoxazole 60 mg/kg bd', { trimethoprim: '10 mg/kg', sulfamethoxazole: '50 mg/kg' }],
    ['Sinemet 110 mg tds', { carbidopa: '10 mg', levodopa: '100 mg' }],
    ['Sinemet 100/25 tds', { carbidopa: '25 mg', levodopa: '100 mg' }],
    ['Stalevo 100 qds', { levodopa: '100 mg', carbidopa: '25 mg', entacapone: '200 mg' }],
    ['Madopar 62.5 mg tds', { levodopa: '50 mg', benserazide: '12.5 mg' }],
    ['Primaxin 500 mg IV q6h', { imipenem: '500 mg', cilastatin: '500 mg' }],
    ['Symbicort 200/6 2 puffs bd', { budesonide: '400 microgram', formoterol: '12 microgram' }],
    ['Seretide 250 2 puffs bd', { fluticasone: '500 microgram', salmeterol: '50 microgram' }],
    ['Seretide 500 1 puff bd', { fluticasone: '500 microgram', salmeterol: '50 microgram' }],
    ['co-codamol 60/1000 qds', { codeine: '60 mg', acetaminophen: '1000 mg' }],
    ['Entresto 200 mg bd', { sacubitril: '97 mg', valsartan: '103 mg' }],
  ])('%s', (line, doses) => {
    expect(dosesOf(line)).toEqual(doses);
  });

  it.each(tableOf('combinations').map((row) => [row.ingredients.join('/'), row] as const))(
    '%s is read in every strength of the table',
    (name, { ingredients, strengths, unit, items = 1 }) => {
      for (const strength of strengths) {
        const symbol = unit === 'ug' ? 'mcg' : unit;
        // `1/2` alone is a half.
        const isHalf = strength.join('/') === '1/2';
        const count = items > 1 ? ` ${items} puffs` : '';
        const doses = dosesOf(`${name} ${strength.join(isHalf ? ' mg/' : '/')} ${symbol}${count}`);
        const expected = ingredients.map((one, n) => {
          const amount = Number((strength[n]! * items).toPrecision(6));
          return [one, `${amount} ${unit === 'ug' ? 'microgram' : unit}`];
        });
        expect(doses).toEqual(Object.fromEntries(expected));
      }
    },
  );

  it.each([
    'piperacillin/tazobactam 4.5 g IV tds',
    'co-amoxiclav 500/125 tds',
    'co-amoxiclav 1.2 g IV tds',
    'Augmentin 1 g bd',
    'Sinemet 25/100 tds',
    'sulfamethoxazole-trimethoprim 800/160 bd',
    'Symbicort 200/6 2 puffs bd',
    'Fostair 100/6 2 puffs bd',
    'Trelegy Ellipta 92/55/22 1 puff od',
    'ceftazidime/avibactam 2.5 g IV tds',
    'Zerbaxa 1.5 g IV tds',
    'Madopar 125 mg tds',
    'Suboxone 8/2 SL daily',
    'Kaletra 200/50 2 tablets bd',
  ])('%s is a usual order', (line) => {
    const { alerts, safety, safe_to_proceed } = check(line);
    expect([alerts.map(({ title }) => title), safety.not_judged]).toEqual([[], []]);
    expect(safe_to_proceed).toBe(true);
  });

  it.each([
    'Tazocin 45 g IV tds',
    'co-amoxiclav 12 g IV tds',
    'co-trimoxazole 9.6 g bd',
    'co-codamol 30/500 20 tablets qds',
    'ceftazidime/avibactam 25 g IV tds',
  ])('%s is stopped', (line) => {
    expect(check(line).safe_to_proceed).toBe(false);
  });

  it('is not supposed where products differ in what the number means', () => {
    const { safe_to_proceed, safety } = check('Percocet 700 mg qds');
    expect(safe_to_proceed).toBeNull();
    expect(safety.not_judged[0]?.reason).toMatch(/one number for several ingredients/);
  });
});
