import type { ComponentChildren, JSX } from 'preact';
import './button.css';

export interface ButtonProps {
  readonly children: ComponentChildren;
  readonly onClick?: (event: JSX.TargetedMouseEvent<HTMLButtonElement>) => void;
  /** `primary`: the one main action of a page; `danger`: what cannot be undone. */
  readonly look?: 'primary' | 'plain' | 'danger' | 'quiet';
  readonly type?: 'button' | 'submit';
  readonly disabled?: boolean;
  /** Under way: it stays in place, but does nothing. */
  readonly busy?: boolean;
  /** For a button whose content is only an icon. */
  readonly label?: string;
  readonly pressed?: boolean;
}

export function Button(props: ButtonProps) {
  const {
    children,
    onClick,
    look = 'plain',
    type = 'button',
    disabled,
    busy,
    label,
    pressed,
  } = props;
  return (
    <button
      class={`button button-${look}`}
      type={type}
      disabled={disabled ?? false}
      aria-busy={busy ?? false}
      aria-label={label}
      aria-pressed={pressed}
      title={label}
      onClick={(event) => {
        if (busy) event.preventDefault();
        else onClick?.(event);
      }}
    >
      {children}
    </button>
  );
}
