import { useState } from 'preact/hooks';
import { text } from '../text/en.js';
import { CredentialField } from './credential-field.js';

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
      <CredentialField
        kind="newPassword"
        label={text.invitation.newPassword}
        hint={text.invitation.passwordHint(minLength)}
        minLength={minLength}
        value={first}
        onValue={(value) => change(value, second)}
      />
      <CredentialField
        kind="newPassword"
        label={text.invitation.repeat}
        error={differ ? text.invitation.differ : undefined}
        value={second}
        onValue={(value) => change(first, value)}
      />
    </>
  );
}
