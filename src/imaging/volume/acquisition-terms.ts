import type { Kernel, Weighting } from './slice.js';

/** GE names its kernels. */
const NAMED_KERNELS: Readonly<Record<string, Kernel>> = {
  SOFT: 'soft',
  STANDARD: 'soft',
  STND: 'soft',
  BONE: 'sharp',
  BONEPLUS: 'sharp',
  EDGE: 'sharp',
  ULTRA: 'sharp',
  LUNG: 'sharp',
  // Philips: letters, the brain's begin with U, those with YC to YE, D, E and L are sharp.
  ...{ A: 'soft', B: 'soft', C: 'soft', UA: 'soft', UB: 'soft', UC: 'soft' },
  ...{ D: 'sharp', E: 'sharp', L: 'sharp', YC: 'sharp', YD: 'sharp', YE: 'sharp' },
};

/** Siemens: letters for the region, then the sharpness from 10 to 90, as in H30s, Hr64 or J40f. */
const SIEMENS = /^[A-Z]{1,2}(\d{2})[A-Z]?$/i;
const SIEMENS_SOFT_TO = 49;
const SIEMENS_SHARP_FROM = 55;

/** Canon and Toshiba: FC with a number; the thirties, fifties and eighties are for bone and lung. */
const CANON = /^FC(\d{2})$/;
const CANON_SHARP = [3, 5, 8];

/**
 * How sharp a CT kernel is, by the names of Siemens, GE, Philips and Canon; undefined for other
 * names, and for those between.
 */
export function kernelOf(name: string | undefined): Kernel | undefined {
  const text = name?.trim().toUpperCase() ?? '';
  const canon = CANON.exec(text)?.[1];
  if (canon !== undefined) return CANON_SHARP.includes(Number(canon[0])) ? 'sharp' : 'soft';
  const siemens = SIEMENS.exec(text)?.[1];
  if (siemens !== undefined) {
    if (Number(siemens) <= SIEMENS_SOFT_TO) return 'soft';
    return Number(siemens) >= SIEMENS_SHARP_FROM ? 'sharp' : undefined;
  }
  return Object.hasOwn(NAMED_KERNELS, text) ? NAMED_KERNELS[text] : undefined;
}

/** What an MR header says of its weighting. */
export interface MrTiming {
  readonly description?: string | undefined;
  /** Acquisition Contrast, PS3.3 C.8.13.3.1.1. */
  readonly acquisitionContrast?: string | undefined;
  readonly echoTimeMs?: number | undefined;
  readonly repetitionTimeMs?: number | undefined;
  readonly inversionTimeMs?: number | undefined;
  readonly hasContrastAgent: boolean;
}

const DIFFUSION = /(^|[^A-Z0-9])(DWI|ADC|DIFF[A-Z]*|TRACE[A-Z]*|B\d{3,4})([^A-Z0-9]|$)/;
const FLAIR = /FLAIR|DARK[\s_-]?FLUID|\bTIRM\b/;
const T2 = /(^|[^A-Z0-9])T2/;
const T1 = /(^|[^A-Z0-9])T1|MPRAGE|BRAVO|SPGR/;
const GADOLINIUM = /(^|[^A-Z])(GD|GAD\w*|CE|\+C|POST|KM)([^A-Z]|$)/;

const ACQUISITION_CONTRASTS: Readonly<Record<string, Weighting>> = {
  DIFFUSION: 'diffusion',
  FLUID_ATTENUATED: 'flair',
  T1: 't1',
  T2: 't2',
};

/** Long inversion times null fluid: above this, ms, an inversion recovery is FLAIR. */
const FLAIR_INVERSION_MS = 1_500;
/** Spin echo at up to 3 T: short TR and TE weight by T1, long ones by T2, ms. */
const T1_REPETITION_MS = 1_000;
const T1_ECHO_MS = 30;
const T2_REPETITION_MS = 2_000;
const T2_ECHO_MS = 70;

function withoutAgent(timing: MrTiming, text: string): Weighting | undefined {
  const { acquisitionContrast = '', echoTimeMs, repetitionTimeMs, inversionTimeMs } = timing;
  if (Object.hasOwn(ACQUISITION_CONTRASTS, acquisitionContrast)) {
    return ACQUISITION_CONTRASTS[acquisitionContrast];
  }
  if (DIFFUSION.test(text)) return 'diffusion';
  if (FLAIR.test(text)) return 'flair';
  if (T2.test(text)) return 't2';
  if (T1.test(text)) return 't1';
  if (repetitionTimeMs === undefined || echoTimeMs === undefined) return undefined;
  const isLong = repetitionTimeMs >= T2_REPETITION_MS && echoTimeMs >= T2_ECHO_MS;
  if (isLong) return (inversionTimeMs ?? 0) >= FLAIR_INVERSION_MS ? 'flair' : 't2';
  return repetitionTimeMs <= T1_REPETITION_MS && echoTimeMs <= T1_ECHO_MS ? 't1' : undefined;
}

/** The weighting of an MR image, by its defined terms, its description, or its times. */
export function weightingOf(timing: MrTiming): Weighting | undefined {
  const text = timing.description?.toUpperCase() ?? '';
  const weighting = withoutAgent(timing, text);
  const isEnhanced = timing.hasContrastAgent || GADOLINIUM.test(text);
  return weighting === 't1' && isEnhanced ? 't1_contrast' : weighting;
}
