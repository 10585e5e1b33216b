import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  byLabel,
  counter,
  createExposition,
  gauge,
} from '../../../../src/appliance/metrics/exposition.js';

/** As Prometheus reads a label: the reverse of what is written. */
function readLabel(text: string): string {
  return text.replace(/\\(\\|n|")/g, (_, mark: string) => (mark === 'n' ? '\n' : mark));
}

describe('exposition', () => {
  it('is the text format of Prometheus', () => {
    const text = createExposition([
      gauge('a_bytes', 'How many.', () => 12.5),
      counter('b_total', 'A \\ and\na line.', () => 3),
      byLabel({ name: 'c', help: 'By state.', type: 'gauge' }, 'state', () => ({ up: 1, down: 0 })),
    ])();
    expect(text).toBe(
      [
        '# HELP a_bytes How many.',
        '# TYPE a_bytes gauge',
        'a_bytes 12.5',
        '# HELP b_total A \\\\ and\\na line.',
        '# TYPE b_total counter',
        'b_total 3',
        '# HELP c By state.',
        '# TYPE c gauge',
        'c{state="up"} 1',
        'c{state="down"} 0',
        '',
      ].join('\n'),
    );
  });

  it('leaves out what there is no figure of', () => {
    const none = byLabel({ name: 'b', help: '', type: 'gauge' }, 'state', () => ({}));
    const text = createExposition([gauge('a', '', () => undefined), none])();
    expect(text).toBe('');
  });

  it('does not write a family twice, for which Prometheus rejects the whole text', () => {
    const twice = [
      gauge('a', 'One.', () => 1),
      gauge('b', '', () => 1),
      gauge('a', 'Two.', () => 2),
    ];
    expect(() => createExposition(twice)).toThrow(new RangeError('the metric a is defined twice'));
  });

  it('writes any number and any label so that it can be read again, on one line', () => {
    fc.assert(
      fc.property(fc.string(), fc.double(), (label, value) => {
        const text = createExposition([
          byLabel({ name: 'a', help: '', type: 'gauge' }, 'of', () => ({ [label]: value })),
        ])();
        const lines = text.split('\n').slice(2, -1);
        expect(lines).toHaveLength(1);
        const [, written = '', number = ''] =
          /^a\{of="((?:[^"\\]|\\.)*)"\} (\S+)$/.exec(lines[0]!) ?? [];
        expect(readLabel(written)).toBe(label);
        const read = { '+Inf': Infinity, '-Inf': -Infinity }[number] ?? Number(number);
        expect(Object.is(read, value) || read === value).toBe(true);
      }),
    );
  });
});
