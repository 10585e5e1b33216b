import { describe, expect, it } from 'vitest';
import type {
  MedicationsAnswer,
  ScoreAnswer,
} from '../../../src/console/components/answers/answer-types.js';
import { medicationsAsText, scoreAsText } from '../../../src/console/components/answers/as-text.js';
import { withNames } from '../../../src/console/components/answers/names.js';

const score: ScoreAnswer = {
  score: 'news2',
  name: 'National Early Warning Score 2',
  value: null,
  unit: '{score}',
  category: null,
  interpretation: 'Not enough is known.',
  summary: '',
  components: [
    {
      name: 'respiratory_rate',
      title: 'Respiratory rate',
      value: 22,
      unit: '/min',
      points: 2,
      given: { value: 22 },
    },
    { name: 'on_oxygen', title: 'Breathing oxygen', value: null, points: null, given: null },
  ],
  missing: ['on_oxygen'],
  possible_categories: ['low', 'high'],
  most_decisive: 'on_oxygen',
  bounds: { min: 3, max: 17 },
  would_change: [],
  derived: [],
  reference: { title: 'RCP' },
  references: [{ title: 'RCP', year: 2017, doi: '10.1/x' }],
  warnings: [],
};

describe('sentences of the API', () => {
  it('name lines as they were typed, and nothing else', () => {
    const nameOf = (what: string) => (what === 'medications.1' ? '$& foobarium' : undefined);
    expect(withNames('medications.1 and medications.12 are not known.', nameOf)).toBe(
      '“$& foobarium” and medications.12 are not known.',
    );
    expect(withNames('medications.1 is not known.', undefined)).toBe('medications.1 is not known.');
  });
});

describe('answers as plain text', () => {
  it('says what a score lacks and where it lies', () => {
    const written = scoreAsText(score);
    expect(written).toContain('National Early Warning Score 2: between 3 and 17');
    expect(written).toContain('Respiratory rate: 22 /min; Points: 2');
    expect(written).toContain('Not assessed (1)\n- Breathing oxygen: not given');
    expect(written).toContain('RCP. 2017. doi:10.1/x');
  });

  it('puts what was not judged before the alerts', () => {
    const answer: MedicationsAnswer = {
      check_id: 'md_1',
      safe_to_proceed: null,
      needs_review: true,
      safety: {
        outcome: 'review',
        block_at: 'major',
        review_at: 'moderate',
        decided_by: [],
        not_judged: [{ what: 'medications.0', reason: 'a name on this line is not known' }],
      },
      highest_severity: null,
      alerts: [],
      resolved: [],
      unresolved: [{ input: 'foobarium', item: 'medications.0', suggestions: [] }],
      created_at: '2026-01-01T00:00:00.000Z',
    };
    const written = medicationsAsText(answer);
    expect(written.startsWith('To be reviewed')).toBe(true);
    expect(written).toContain('Not judged (1)\n- medications.0: a name on this line is not known');
    expect(written).toContain('Not recognised (1)\n- foobarium');
    expect(written).not.toContain('No alert above minor');
  });
});
