import { useState } from 'preact/hooks';
import { text } from '../text/en.js';
import { Field } from './field.js';

export interface NewPasswordProps {
  readonly minLength: number;
  /** The password once both entries agree, otherwise undefined. */
  readonly onChange: (password: string | undefined) => void;
}

/** A new password, entered twice. */
export function NewPassword({ minLength, onChange }: NewPasswordProps) {
  const [first, setFirst] = useState('');
  const [second, setSecond] = useState('');
  const change = (one: string, other: string) => {
    setFirst(one);
    setSecond(other);
    onChange(one === other && one !== '' ? one : undefined);
  };
  const differ = second !== '' && !first.startsWith(second) && first !== second;
  return (
    <>
      <Field label={text.invitation.newPassword} hint={text.invitation.passwordHint(minLength)}>
        {(attributes) => (
          <input
            {...attributes}
            type="password"
            autocomplete="new-password"
            required
            minLength={minLength}
            value={first}
            onInput={({ currentTarget }) => change(currentTarget.value, second)}
          />
        )}
      </Field>
      <Field label={text.invitation.repeat} error={differ ? text.invitation.differ : undefined}>
        {(attributes) => (
          <input
            {...attributes}
            type="password"
            autocomplete="new-password"
            required
            value={second}
            onInput={({ currentTarget }) => change(first, currentTarget.value)}
          />
        )}
      </Field>
    </>
  );
}
