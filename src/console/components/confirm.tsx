import type { ComponentChildren } from 'preact';
import type { Loaded } from '../state/use-load.js';
import { text } from '../text/en.js';
import { Button } from './button.js';
import { Dialog } from './dialog.js';
import { Failure } from './failure.js';

export interface ConfirmProps {
  readonly title: string;
  /** What will happen, in words. */
  readonly children: ComponentChildren;
  /** The button that does it names it too: “Revoke”, never “OK”. */
  readonly action: string;
  readonly isDangerous?: boolean;
  readonly state: Loaded<unknown>;
  readonly keep?: string;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Asks before something that matters, saying what happens. */
export function Confirm(props: ConfirmProps) {
  const { title, children, action, isDangerous, state, keep, onConfirm, onClose } = props;
  return (
    <Dialog title={title} onClose={onClose}>
      {children}
      {state.kind === 'failed' && <Failure error={state.error} />}
      <div class="buttons">
        <Button
          look={isDangerous ? 'danger' : 'primary'}
          busy={state.kind === 'loading'}
          onClick={onConfirm}
        >
          {action}
        </Button>
        <Button onClick={onClose}>{keep ?? text.common.cancel}</Button>
      </div>
    </Dialog>
  );
}
