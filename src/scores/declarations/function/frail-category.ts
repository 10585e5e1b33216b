/** Three and more of five criteria, by the FRAIL scale as by the phenotype of Fried. */
export const FRAIL_CATEGORY = {
  id: 'frail',
  from: 3,
  interpretation: 'Frail (3–5).',
  action: {
    text: 'Comprehensive assessment; exercise, nutrition, review of drugs.',
    source: 'ICFSR guideline (2019)',
  },
} as const;
