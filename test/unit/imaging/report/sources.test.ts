import { describe, expect, it } from 'vitest';
import { ALL_RULES, rulesFor } from '../../../../src/imaging/report/rules.js';
import { SOURCES } from '../../../../src/imaging/report/sources.js';
import { citationsOf, everyReport, TYPES } from './every-report.js';

const CITED = new Set(Object.values(SOURCES).map(({ short, year }) => `${short}, ${year}`));
const reports = [...everyReport()];

describe('sources', () => {
  it('stand behind every recommendation', () => {
    const texts = new Set(reports.flatMap(({ recommendations }) => recommendations));
    expect(texts.size).toBeGreaterThan(50);
    for (const text of texts) {
      expect(text).toMatch(/\)\.$/);
      expect(citationsOf(text).filter((cited) => !CITED.has(cited))).toEqual([]);
    }
  });

  it('stand behind every urgency', () => {
    for (const { urgency } of reports) if (urgency) expect(CITED).toContain(urgency.source);
  });

  it('are all used', () => {
    const used = new Set(
      reports.flatMap(({ recommendations, urgency }) => [
        ...recommendations.flatMap(citationsOf),
        ...(urgency ? [urgency.source] : []),
      ]),
    );
    expect([...CITED].filter((cited) => !used.has(cited))).toEqual([]);
  });

  it('have distinct short names, and can be looked up', () => {
    expect(CITED.size).toBe(Object.keys(SOURCES).length);
    for (const { link, title, organisation, year } of Object.values(SOURCES)) {
      expect(link).toMatch(/^https:\/\/[^\s]+$/);
      expect(title.length).toBeGreaterThan(5);
      expect(organisation).not.toBe('');
      expect(year).toBeGreaterThan(2000);
    }
  });
});

describe('rules', () => {
  it('know each label once per image type', () => {
    for (const imageType of TYPES) {
      const labels = rulesFor(imageType).flatMap((rule) => rule.labels);
      expect(new Set(labels).size).toBe(labels.length);
      for (const label of labels) expect(label).toMatch(/^[a-z0-9]+$/);
    }
  });

  it('speak British English without exclamation', () => {
    const texts = new Set(
      reports.flatMap((report) => [report.impression, ...report.recommendations]),
    );
    const foreign = /\b(edema|hemorrhage|tumor|pediatric|ischemi)|!/i;
    expect(ALL_RULES.length).toBeGreaterThan(20);
    expect([...texts].filter((text) => foreign.test(text))).toEqual([]);
  });
});
