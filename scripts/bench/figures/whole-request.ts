import { dataOf, measureAgainstBare } from '../against-bare.js';
import type { Figure } from '../figure.js';
import { makeFilms } from '../films.js';

export const wholeRequest: Figure = {
  id: 'whole-request',
  title: 'Whole request against bare decode and inference, one client',
  async measure(bench) {
    const films = await makeFilms();
    const comparisons = await measureAgainstBare(bench, [
      { name: '2048² PNG', film: films.png },
      { name: '1024² JPEG', film: films.jpeg },
    ]);
    return { rows: comparisons.flatMap(({ rows }) => rows), data: dataOf(comparisons) };
  },
};
