import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import './panel.css';

export interface PanelProps {
  readonly title: string;
  /** To the right of the title: buttons of this part. */
  readonly actions?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** A part of a page with a heading of its own. */
export function Panel({ title, actions, children }: PanelProps) {
  const id = useId();
  return (
    <section class="panel" aria-labelledby={id}>
      <div class="panel-head">
        <h2 id={id}>{title}</h2>
        {actions !== undefined && <div class="panel-actions">{actions}</div>}
      </div>
      {children}
    </section>
  );
}
