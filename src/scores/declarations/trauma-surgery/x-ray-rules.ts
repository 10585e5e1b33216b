import { ownFlag } from '../../input.js';

/** Taken together by the Ottawa and Pittsburgh rules for ankle, foot and knee. */
export const CANNOT_BEAR_WEIGHT = ownFlag('Cannot take four steps, neither at once nor now', {
  help: 'Limping counts as walking',
});

/** What a rule about plain films says with no and with at least one finding. */
export function filmCategories(part: string, source: string) {
  return [
    {
      id: 'no-film',
      from: 0,
      interpretation: `No criterion: a fracture of the ${part} is very unlikely.`,
      action: { text: `No film of the ${part}.`, source },
    },
    {
      id: 'film',
      from: 1,
      interpretation: `At least one criterion: a fracture of the ${part} is not excluded.`,
      action: { text: `Take a film of the ${part}.`, source },
    },
  ];
}

/** Of the rules for ankle and foot. */
export const STIELL_1993 = {
  title: 'Stiell IG et al. Decision rules for radiography in acute ankle injuries: refinement',
  doi: '10.1001/jama.1993.03500090063034',
  year: 1993,
} as const;
