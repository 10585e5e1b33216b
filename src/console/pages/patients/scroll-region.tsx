import type { ComponentChildren } from 'preact';

export interface ScrollRegionProps {
  readonly label: string;
  readonly class: string;
  readonly children: ComponentChildren;
}

/** A part that scrolls by itself, with the keyboard as well. */
export function ScrollRegion({ label, class: name, children }: ScrollRegionProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is scrolled by keyboard only with the focus
    <section class={name} aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}
