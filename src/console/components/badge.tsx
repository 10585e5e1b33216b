import type { ComponentChildren } from 'preact';
import './badge.css';

/** How serious it is; `unknown` is for what was not assessed, `plain` for what has no grade. */
export type Tone = 'critical' | 'high' | 'moderate' | 'low' | 'unknown' | 'plain';

/** A short mark in words; the colour only repeats what the word says. */
export function Badge({ tone = 'plain', children }: { tone?: Tone; children: ComponentChildren }) {
  return <span class={`badge badge-${tone}`}>{children}</span>;
}
