import { createRandom } from '../../src/core/random.js';

/** Recordings without speech, generated from seeds. All at 16 kHz, mono, in -1..1. */
export interface NoSpeech {
  readonly name: string;
  /** The samples of so many seconds. */
  make(seconds: number): Float32Array;
}

const RATE = 16_000;
const TAU = 2 * Math.PI;

/** Normally distributed numbers. */
export function gaussianFrom(seed: number): () => number {
  const random = createRandom(seed);
  return () => Math.sqrt(-2 * Math.log(random() + 1e-12)) * Math.cos(TAU * random());
}

/** Scales to a root mean square in dBFS, and clips. */
export function atLevel(samples: Float32Array, dbfs: number): Float32Array {
  let sum = 0;
  for (const value of samples) sum += value * value;
  const scale = 10 ** (dbfs / 20) / Math.sqrt(sum / samples.length + 1e-20);
  return samples.map((value) => Math.max(-1, Math.min(1, value * scale)));
}

const signal = (seconds: number, value: (t: number, i: number) => number): Float32Array =>
  Float32Array.from({ length: Math.round(seconds * RATE) }, (_, i) => value(i / RATE, i));

const white = (seed: number) => {
  const gaussian = gaussianFrom(seed);
  return (seconds: number) => signal(seconds, gaussian);
};

/** Noise whose power falls with the frequency, after Paul Kellet's filter. */
const pink = (seed: number) => (seconds: number) => {
  const gaussian = gaussianFrom(seed);
  const state = [0, 0, 0];
  return signal(seconds, () => {
    const w = gaussian();
    state[0] = 0.99765 * state[0]! + w * 0.099046;
    state[1] = 0.963 * state[1]! + w * 0.2965164;
    state[2] = 0.57 * state[2]! + w * 1.0526913;
    return state[0] + state[1] + state[2] + w * 0.1848;
  });
};

const brown =
  (seed: number, leak = 0.998) =>
  (seconds: number) => {
    const gaussian = gaussianFrom(seed);
    let sum = 0;
    return signal(seconds, () => {
      sum = leak * sum + gaussian();
      return sum;
    });
  };

/** Mains hum with harmonics that fall off. */
const hum = (hz: number) => (seconds: number) =>
  signal(seconds, (t) => {
    let sum = 0;
    for (let k = 1; k <= 12; k += 1) sum += Math.sin(TAU * hz * k * t + k) / k;
    return sum;
  });

const clicks = (seed: number) => (seconds: number) => {
  const random = createRandom(seed);
  const samples = new Float32Array(Math.round(seconds * RATE));
  for (let at = 0; at < samples.length; at += Math.floor(RATE * (0.1 + random()))) {
    for (let i = 0; i < 60 && at + i < samples.length; i += 1) {
      samples[at + i] = (random() - 0.5) * Math.exp(-i / 12);
    }
  }
  return samples;
};

/** A breath every four seconds: filtered noise that swells, and a valve's click. */
const ventilator = (seed: number) => (seconds: number) => {
  const gaussian = gaussianFrom(seed);
  let low = 0;
  return signal(seconds, (t) => {
    const phase = t % 4;
    const swell =
      phase < 1.3
        ? Math.sin((Math.PI * phase) / 1.3)
        : phase < 3
          ? 0.35 * Math.exp(1.3 - phase)
          : 0;
    low += 0.15 * (gaussian() - low);
    return low * (0.02 + swell) + (phase < 0.01 ? 0.3 * gaussian() : 0);
  });
};

/** A monitor's beep with each heartbeat. */
const beeps = (hz: number, perMinute: number) => (seconds: number) =>
  signal(seconds, (t) => {
    const phase = t % (60 / perMinute);
    if (phase > 0.12) return 0;
    const edge = Math.min(1, phase / 0.005, (0.12 - phase) / 0.005);
    return edge * (Math.sin(TAU * hz * t) + 0.3 * Math.sin(TAU * 3 * hz * t));
  });

/** The three-tone alarm of infusion pumps and monitors. */
const alarm = (seconds: number) =>
  signal(seconds, (t) => {
    const phase = t % 2.5;
    const note = Math.floor(phase / 0.3);
    if (note > 2 || phase % 0.3 > 0.2) return 0;
    const hz = [523.25, 440, 349.23][note]!;
    return [1, 2, 3, 4].reduce((sum, k) => sum + Math.sin(TAU * hz * k * t) / k, 0);
  });

const tone = (hz: number) => (seconds: number) => signal(seconds, (t) => Math.sin(TAU * hz * t));

const sweep = (seconds: number) =>
  signal(seconds, (t) => Math.sin(TAU * (100 * t + 190 * t * (t % 10))));

/** Chords of plucked strings with a bass, two notes a second. */
const chords = (seed: number) => (seconds: number) => {
  const random = createRandom(seed);
  const roots = Array.from({ length: Math.ceil(seconds * 2) + 1 }, () => Math.floor(random() * 8));
  return signal(seconds, (t) => {
    const beat = Math.floor(t * 2);
    const root = 220 * 2 ** ((roots[beat] ?? 0) / 12);
    const decay = Math.exp(-3 * (t - beat / 2));
    let sum = 0;
    for (const interval of [0, 4, 7, 12]) {
      const hz = root * 2 ** (interval / 12);
      for (let k = 1; k <= 5; k += 1) sum += Math.sin(TAU * hz * k * t) / (k * k);
    }
    return decay * sum + 0.8 * Math.sin((TAU * root * t) / 2);
  });
};

/** Kick, snare and hi-hat at 110 beats a minute. */
const drums = (seed: number) => (seconds: number) => {
  const gaussian = gaussianFrom(seed);
  return signal(seconds, (t) => {
    const beat = t % (60 / 110);
    const bar = Math.floor(t / (60 / 110)) % 2;
    const hat = 0.15 * gaussian() * Math.exp(-60 * (t % (30 / 110)));
    if (bar === 1) return hat + 0.6 * gaussian() * Math.exp(-18 * beat);
    return hat + Math.sin(TAU * (45 * beat + 8 * (1 - Math.exp(-25 * beat)))) * Math.exp(-9 * beat);
  });
};

/** Gusts: rumble that swells without a rhythm. */
const wind = (seed: number) => (seconds: number) => {
  const rumble = brown(seed, 0.98)(seconds);
  const gaussian = gaussianFrom(seed + 1);
  let slow = 0;
  return rumble.map((value) => {
    slow = 0.9999 * slow + 0.02 * gaussian();
    return value * Math.abs(slow);
  });
};

/** Steps and rustling: bursts of coloured noise at uneven times. */
const rustling = (seed: number) => (seconds: number) => {
  const random = createRandom(seed);
  const gaussian = gaussianFrom(seed + 7);
  const samples = new Float32Array(Math.round(seconds * RATE));
  for (let at = 0; at < samples.length; at += Math.floor(RATE * (0.2 + random()))) {
    const length = Math.floor(RATE * (0.05 + 0.3 * random()));
    const colour = 0.1 + 0.8 * random();
    let low = 0;
    for (let i = 0; i < length && at + i < samples.length; i += 1) {
      low += colour * (gaussian() - low);
      samples[at + i] = low * Math.sin((Math.PI * i) / length);
    }
  }
  return samples;
};

const at = (dbfs: number, make: (seconds: number) => Float32Array) => (seconds: number) =>
  atLevel(make(seconds), dbfs);

/** One of each kind, all of the given length. */
export const NO_SPEECH: readonly NoSpeech[] = [
  { name: 'digital silence', make: (seconds) => signal(seconds, () => 0) },
  { name: 'a constant offset', make: (seconds) => signal(seconds, () => 0.1) },
  { name: 'faint white noise', make: at(-70, white(1)) },
  { name: 'white noise', make: at(-30, white(2)) },
  { name: 'loud white noise', make: at(-10, white(3)) },
  { name: 'pink noise', make: at(-30, pink(4)) },
  { name: 'brown noise', make: at(-25, brown(5)) },
  { name: 'hum of 50 Hz', make: at(-30, hum(50)) },
  { name: 'hum of 60 Hz', make: at(-20, hum(60)) },
  { name: 'clicks', make: at(-35, clicks(6)) },
  { name: 'a ventilator', make: at(-35, ventilator(7)) },
  { name: 'beeps of a monitor', make: at(-30, beeps(880, 72)) },
  { name: 'low beeps', make: at(-25, beeps(440, 110)) },
  { name: 'an alarm', make: at(-20, alarm) },
  { name: 'a tone of 1 kHz', make: at(-20, tone(1000)) },
  { name: 'a tone of 200 Hz', make: at(-20, tone(200)) },
  { name: 'a sweep', make: at(-25, sweep) },
  { name: 'chords', make: at(-25, chords(8)) },
  { name: 'drums', make: at(-25, drums(9)) },
  { name: 'wind', make: at(-25, wind(10)) },
  { name: 'rustling', make: at(-35, rustling(11)) },
  { name: 'clipped noise', make: (seconds) => white(12)(seconds).map((v) => (v > 0 ? 1 : -1)) },
];
