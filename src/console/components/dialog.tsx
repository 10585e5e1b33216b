import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { sessionState } from '../state/session.js';
import { text } from '../text/en.js';
import { Button } from './button.js';
import './dialog.css';

export interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

/**
 * A modal dialog of the browser itself: focus stays inside, Escape closes it. While somebody has to
 * sign in again it is not modal: it would bar the way to the sign-in, which lies over its page.
 */
export function Dialog({ title, onClose, children }: DialogProps) {
  const id = useId();
  const element = useRef<HTMLDialogElement>(null);
  const isSignedOut = sessionState.value.kind === 'signed_out';
  // Before the next key is handled: what a person types at once belongs into the dialog.
  useLayoutEffect(() => {
    if (isSignedOut) return undefined;
    const dialog = element.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, [isSignedOut]);
  return (
    <dialog
      class="dialog"
      ref={element}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <div class="dialog-head">
        <h2 id={id}>{title}</h2>
        <Button look="quiet" label={text.common.close} onClick={onClose}>
          ✕
        </Button>
      </div>
      {children}
    </dialog>
  );
}
