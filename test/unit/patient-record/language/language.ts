import { openLanguage } from '../../../../scripts/language/open-language.js';

/** The reader with the tables that ship, opened once for each file of tests. */
export const language = await openLanguage('models');
