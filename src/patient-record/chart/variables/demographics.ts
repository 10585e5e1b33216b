import { flag, quantity, type Variable } from '../variable.js';

export const DEMOGRAPHICS = [
  quantity('age', 'Age', 'a', [0, 130], 1, { fixed: true, loinc: ['30525-0', '21612-7'] }),
  {
    kind: 'choice',
    name: 'sex',
    title: 'Sex at birth',
    options: { M: 'male', F: 'female' },
    spellings: { male: 'M', female: 'F', m: 'M', f: 'F', man: 'M', woman: 'F' },
    synonyms: ['gender'],
    fixed: true,
    loinc: ['76689-9', '46098-0'],
  },
  quantity('weight', 'Body weight', 'kg', [0.2, 650], 0.1, {
    synonyms: ['weight_kg', 'body_weight'],
    loinc: ['29463-7', '3141-9', '3142-7'],
  }),
  quantity('height', 'Body height', 'cm', [20, 275], 1, {
    fixed: true,
    synonyms: ['height_cm', 'body_height', 'length'],
    loinc: ['8302-2', '3137-7', '8306-3'],
  }),
  quantity('bmi', 'Body mass index', 'kg/m2', [5, 250], 0.1, {
    synonyms: ['body_mass_index'],
    loinc: ['39156-5'],
  }),
  {
    kind: 'choice',
    name: 'smoking_status',
    title: 'Smoking',
    options: {
      never: 'never smoked',
      former: 'stopped',
      light: 'fewer than 10 cigarettes a day',
      moderate: '10 to 19 a day',
      heavy: '20 or more a day',
    },
    spellings: { ex: 'former', ex_smoker: 'former', non_smoker: 'never', none: 'never' },
  },
  {
    kind: 'choice',
    name: 'icu_type',
    title: 'Kind of intensive care unit',
    options: {
      coronary: 'coronary care unit',
      cardiac_surgery: 'cardiac surgery recovery unit',
      medical: 'medical intensive care unit',
      surgical: 'surgical intensive care unit',
    },
    spellings: { ccu: 'coronary', csru: 'cardiac_surgery', micu: 'medical', sicu: 'surgical' },
    synonyms: ['intensive_care_unit_type'],
  },
  flag('pregnant', 'Pregnant', { loinc: ['82810-3'], snomed: ['77386006'] }),
  flag('black_race', 'Black or African American, as the score defines it', { fixed: true }),
] as const satisfies readonly Variable[];
