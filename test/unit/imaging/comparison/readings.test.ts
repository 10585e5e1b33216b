import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LabelState } from '../../../../src/imaging/comparison/change.js';
import type { ComparedLabel } from '../../../../src/imaging/comparison/label-change.js';
import {
  CARDIOTHORACIC_RATIO,
  type ComparableReading,
  compareReadings,
} from '../../../../src/imaging/comparison/readings.js';
import { repeatabilityCoefficient } from '../../../../src/imaging/comparison/repeatability.js';

const READER = { id: 'chest-xray', version: '2.1.0' };
const SEGMENTER = { id: 'chest-anatomy', version: '1.0.0' };
const EFFUSION: ComparedLabel = {
  id: 'effusion',
  name: 'Pleural effusion',
  threshold: 0.5,
  repeatabilitySd: 0.4,
};
const COVID: ComparedLabel = {
  id: 'covid19',
  name: 'COVID-19 pattern',
  threshold: 0.3,
  repeatabilitySd: 0.4,
};
/** 1.96 × √2 × 0.0108 = 0.030 */
const RATIO = { limit: 0.5, repeatabilitySd: 0.0108 };

const reading = (probabilities: Record<string, number>, ratio?: number): ComparableReading => ({
  imageType: 'chest_xray',
  view: 'PA',
  findings: { model: READER, probabilities },
  ...(ratio !== undefined && { cardiothoracicRatio: { model: SEGMENTER, value: ratio } }),
});
const effusion = (before: number, now: number) =>
  compareReadings(reading({ effusion: before }), reading({ effusion: now }), [EFFUSION]);
const ratios = (before: number, now: number) =>
  compareReadings(reading({}, before), reading({}, now), [], RATIO);

describe('repeatabilityCoefficient', () => {
  it('is 1.96 × √2 of the within-subject standard deviation', () => {
    expect(repeatabilityCoefficient(1)).toBeCloseTo(2.7719, 4);
    expect(repeatabilityCoefficient(0)).toBe(0);
    for (const sd of [-0.1, Number.NaN, Infinity]) {
      expect(() => repeatabilityCoefficient(sd)).toThrow(RangeError);
    }
  });
});

describe('compareReadings', () => {
  it('reports what is new, gone, more, less and unchanged', () => {
    const trend = (before: number, now: number) => effusion(before, now).changes[0]!.trend;
    expect(trend(0.1, 0.8)).toBe('new');
    expect(trend(0.8, 0.1)).toBe('resolved');
    expect(trend(0.6, 0.95)).toBe('increased');
    expect(trend(0.95, 0.6)).toBe('decreased');
    expect(trend(0.01, 0.2)).toBe('increased');
    expect(trend(0.45, 0.6)).toBe('unchanged');
  });

  it('measures noise on logits: the same step counts near the ends and not in the middle', () => {
    expect(effusion(0.5, 0.6).changes[0]).toMatchObject({ withinNoise: true, trend: 'unchanged' });
    expect(effusion(0.005, 0.105).changes[0]).toMatchObject({ withinNoise: false });
    expect(effusion(0, 1).changes[0]).toMatchObject({ trend: 'new', withinNoise: false });
    expect(effusion(0, 0).changes[0]).toMatchObject({ trend: 'unchanged', withinNoise: true });
  });

  it('says the change of the ratio with its noise', () => {
    expect(ratios(0.48, 0.55).sentences).toEqual([
      'Compared with the earlier film the cardiothoracic ratio rose from 0.48 to 0.55 ' +
        '(more than the measurement noise of ±0.03); it is now above the limit of 0.50.',
    ]);
    expect(ratios(0.55, 0.6).sentences).toEqual([
      'Compared with the earlier film the cardiothoracic ratio rose from 0.55 to 0.60 ' +
        '(more than the measurement noise of ±0.03).',
    ]);
    expect(ratios(0.55, 0.45).sentences[0]).toContain('fell from 0.55 to 0.45');
    expect(ratios(0.55, 0.45).sentences[0]).toContain('now not above the limit of 0.50');
    expect(ratios(0.49, 0.51).sentences).toEqual([
      'The cardiothoracic ratio is unchanged within the measurement noise of ±0.03 (0.49, now 0.51).',
    ]);
    expect(ratios(0.48, 0.55).changes).toMatchObject([
      { id: CARDIOTHORACIC_RATIO, trend: 'increased', previous: 0.48, current: 0.55 },
    ]);
  });

  it('puts the findings into one sentence and leaves out what was never reported', () => {
    const before = reading({ effusion: 0.08, covid19: 0.9, edema: 0.01 });
    const now = reading({ effusion: 0.71, covid19: 0.1, edema: 0.1 });
    const edema = { ...EFFUSION, id: 'edema', name: 'Edema' };
    const told = compareReadings(before, now, [EFFUSION, COVID, edema]);
    expect(told.changes.map(({ trend }) => trend)).toEqual(['new', 'resolved', 'increased']);
    expect(told.sentences).toEqual([
      'Compared with the earlier image pleural effusion is new (probability 8 %, now 71 %); ' +
        'COVID-19 pattern is no longer above the reporting threshold (probability 90 %, now 10 %).',
    ]);
    expect(effusion(0.02, 0.03).sentences).toEqual([
      'Compared with the earlier image no reported finding changed by more than the noise of the reading.',
    ]);
  });

  it('refuses another type of image and another stated view', () => {
    const now = reading({ effusion: 0.7 }, 0.5);
    const refused = (change: Partial<ComparableReading>) =>
      compareReadings({ ...now, ...change }, now, [EFFUSION], RATIO);
    for (const [change, reason] of [
      [{ imageType: 'head_ct' }, 'another type (head_ct)'],
      [{ view: 'AP' }, 'earlier image is AP, of this one PA'],
    ] as const) {
      const { changes, notCompared, sentences } = refused(change);
      expect([changes, sentences]).toEqual([[], []]);
      expect(notCompared).toMatchObject([{ what: 'comparison' }]);
      expect(notCompared[0]!.reason).toContain(reason);
    }
    expect(refused({ view: ' pa' }).changes).toHaveLength(2);
  });

  it('compares with a warning when a view is not stated', () => {
    const now = reading({ effusion: 0.7 }, 0.5);
    const warned = (a: string | undefined, b: string | undefined) =>
      compareReadings({ ...now, view: a }, { ...now, view: b }, [EFFUSION], RATIO);
    expect(warned('PA', 'PA').warnings).toEqual([]);
    expect(warned('PA', undefined).changes).toHaveLength(2);
    expect(warned('PA', '').warnings.join()).toContain('one of the two images is not stated');
    expect(warned(undefined, undefined).warnings.join()).toContain('both images');
    const bare = { ...reading({ effusion: 0.7 }), view: undefined };
    expect(compareReadings(bare, bare, [EFFUSION]).warnings).toEqual([]);
  });

  it('compares only what the same model read, the major version counting', () => {
    const by = (id: string, version: string): ComparableReading => ({
      ...reading({}, 0.5),
      findings: { model: { id, version }, probabilities: { effusion: 0.2 } },
    });
    const compared = (before: ComparableReading) =>
      compareReadings(before, by('chest-xray', '2.1.0'), [EFFUSION], RATIO);
    expect(compared(by('chest-xray', '2.9.3')).changes).toHaveLength(2);
    for (const before of [
      by('chest-xray', '1.9.0'),
      by('chest-xray', '20.0.0'),
      by('other', '2.1.0'),
    ]) {
      const { changes, notCompared } = compared(before);
      expect(changes.map(({ id }) => id)).toEqual([CARDIOTHORACIC_RATIO]);
      expect(notCompared).toMatchObject([{ what: 'findings' }]);
      expect(notCompared[0]!.reason).toContain('was read by');
    }
    const segmented = {
      ...reading({}),
      cardiothoracicRatio: { model: { ...SEGMENTER, version: '0.9.0' }, value: 0.5 },
    };
    expect(compareReadings(segmented, reading({}, 0.6), [], RATIO).notCompared).toMatchObject([
      { what: CARDIOTHORACIC_RATIO, reason: expect.stringContaining('chest-anatomy 0.9.0') },
    ]);
  });

  it('says what could not be compared', () => {
    const none = { imageType: 'chest_xray' };
    expect(compareReadings(none, none, [EFFUSION], RATIO)).toEqual({
      changes: [],
      notCompared: [],
      warnings: [],
      sentences: [],
    });
    const now = reading({ effusion: 0.7 }, 0.5);
    const what = (found: ReturnType<typeof compareReadings>) =>
      found.notCompared.map((entry) => entry.what);
    expect(what(compareReadings(none, now, [EFFUSION], RATIO))).toEqual([
      'findings',
      CARDIOTHORACIC_RATIO,
    ]);
    expect(
      what(compareReadings(now, now, [COVID, { ...EFFUSION, repeatabilitySd: undefined }])),
    ).toEqual(['covid19', 'effusion', CARDIOTHORACIC_RATIO]);
  });

  it('is even-handed: what is new one way is resolved the other way', () => {
    const opposite = { new: 'resolved', resolved: 'new', increased: 'decreased' } as Record<
      string,
      string
    >;
    const probability = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(probability, probability, (a, b) => {
        const [there] = effusion(a, b).changes;
        const [back] = effusion(b, a).changes;
        expect(there!.withinNoise).toBe(back!.withinNoise);
        expect(there!.withinNoise).toBe(there!.trend === 'unchanged');
        const expected = opposite[there!.trend];
        if (expected) expect(back!.trend).toBe(expected);
      }),
    );
  });
});

describe('verdicts', () => {
  const VERDICTS: readonly LabelState[] = ['present', 'unsure', 'absent'];
  const side = (probability: number, verdict?: LabelState): ComparableReading => ({
    ...reading({}),
    findings: {
      model: READER,
      probabilities: { effusion: probability },
      ...(verdict && { verdicts: { effusion: verdict } }),
    },
  });
  const between = (before: ComparableReading, now: ComparableReading) =>
    compareReadings(before, now, [EFFUSION]);

  it('alone make a change new or resolved, and only from a clear answer to the other', () => {
    for (const before of VERDICTS) {
      for (const now of VERDICTS) {
        const up = between(side(0.2, before), side(0.9, now)).changes[0]!.trend;
        const down = between(side(0.9, before), side(0.2, now)).changes[0]!.trend;
        expect(up).toBe(before === 'absent' && now === 'present' ? 'new' : 'increased');
        expect(down).toBe(before === 'present' && now === 'absent' ? 'resolved' : 'decreased');
      }
    }
  });

  it('call nothing new that is neither confirmed nor excluded', () => {
    expect(between(side(0.05, 'absent'), side(0.6, 'unsure')).sentences).toEqual([
      'Compared with the earlier image pleural effusion has become more probable (probability 5 %, now 60 %).',
    ]);
  });

  it('do not report a label that both readings denied, however probable by itself', () => {
    expect(between(side(0.2, 'absent'), side(0.8, 'absent')).sentences).toEqual([
      'Compared with the earlier image only scores of findings that are reported on neither changed by more than the noise of the reading.',
    ]);
  });

  it('of an older reading are those of the threshold', () => {
    expect(between(side(0.2), side(0.8, 'present')).changes[0]!.trend).toBe('new');
    expect(between(side(0.2), side(0.8, 'unsure')).changes[0]!.trend).toBe('increased');
    expect(between(side(0.8), side(0.2, 'absent')).changes[0]!.trend).toBe('resolved');
  });

  it('do not make news of a change within the noise', () => {
    const { changes } = between(side(0.49, 'absent'), side(0.51, 'present'));
    expect(changes[0]!.trend).toBe('unchanged');
  });
});

describe('what a comparison cannot say', () => {
  const noise = { ...COVID, repeatabilitySd: undefined };
  const now = reading({ effusion: 0.2, covid19: 0.9 });

  it('names the findings that were not compared', () => {
    const before = reading({ effusion: 0.2, covid19: 0.1 });
    expect(compareReadings(before, now, [EFFUSION, noise]).sentences).toEqual([
      'Compared with the earlier image no finding that could be compared changed by more than the ' +
        'noise of the reading.',
      'Not compared with the earlier image: COVID-19 pattern.',
    ]);
    expect(compareReadings(reading({ effusion: 0.9 }), now, [EFFUSION, COVID]).sentences).toEqual([
      expect.stringContaining('pleural effusion is no longer above'),
      'Not compared with the earlier image: COVID-19 pattern.',
    ]);
    expect(compareReadings(before, now, [noise]).sentences).toEqual([]);
  });

  it('repeats what limits the earlier reading, where anything was compared', () => {
    const before = { ...now, warnings: ['Frame 15 of 30 was read.'] };
    expect(compareReadings(before, now, [EFFUSION]).warnings).toEqual([
      'Earlier image: Frame 15 of 30 was read.',
    ]);
    expect(compareReadings(before, now, [noise]).warnings).toEqual([]);
    expect(compareReadings(now, before, [EFFUSION]).warnings).toEqual([]);
  });

  it('refuses single slices, by type or by modality', () => {
    for (const kind of [{ imageType: 'head_ct' }, { imageType: 'knee', modality: 'MR' }]) {
      const slice = { ...now, ...kind };
      expect(compareReadings({ ...slice, warnings: ['w'] }, slice, [EFFUSION])).toEqual({
        changes: [],
        notCompared: [
          {
            what: 'comparison',
            reason: 'single slices of two examinations need not lie at the same level',
          },
        ],
        warnings: [],
        sentences: [],
      });
    }
  });
});
