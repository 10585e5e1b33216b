import type { JSX } from 'preact';
import { Field } from './field.js';

/** What browsers and password managers are told of each kind of field. */
const KINDS = {
  userName: { autocomplete: 'username', autocapitalize: 'none', spellcheck: false },
  displayName: { autocomplete: 'name' },
  password: { autocomplete: 'current-password', type: 'password' },
  newPassword: { autocomplete: 'new-password', type: 'password' },
  code: { autocomplete: 'one-time-code', inputmode: 'numeric' },
} as const satisfies Readonly<Record<string, JSX.InputHTMLAttributes<HTMLInputElement>>>;

export interface CredentialFieldProps {
  readonly kind: keyof typeof KINDS;
  readonly label: string;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly minLength?: number;
  /** For a field that appears because of what the person just did. */
  readonly autofocus?: boolean;
}

/** A required field of what a person signs in with. */
export function CredentialField(props: CredentialFieldProps) {
  const { kind, label, hint, error, value, onValue, minLength, autofocus } = props;
  return (
    <Field label={label} hint={hint} error={error}>
      {(attributes) => (
        <input
          {...attributes}
          {...KINDS[kind]}
          required
          minLength={minLength}
          autofocus={autofocus}
          value={value}
          onInput={({ currentTarget }) => onValue(currentTarget.value)}
        />
      )}
    </Field>
  );
}
