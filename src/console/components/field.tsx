import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { text } from '../text/en.js';
import './field.css';

/** Attributes that connect a control with its label, hint and error. */
export interface ControlAttributes {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': boolean;
}

export interface FieldProps {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
  readonly optional?: boolean;
  /** The control: an `input`, `select` or `textarea` that takes these attributes. */
  readonly children: (attributes: ControlAttributes) => ComponentChildren;
}

export interface FieldNotesProps {
  /** Of the control that they are about. */
  readonly id: string;
  readonly hint: string | undefined;
  readonly error: string | undefined;
}

/** For `aria-describedby` of a control: the notes that it has. */
export function describedBy({ id, hint, error }: FieldNotesProps): string | undefined {
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return described === '' ? undefined : described;
}

/** The hint and the error below a control. */
export function FieldNotes({ id, hint, error }: FieldNotesProps) {
  return (
    <>
      {hint !== undefined && (
        <p class="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error !== undefined && (
        <p class="field-error" id={`${id}-error`} role="alert">
          {error}
        </p>
      )}
    </>
  );
}

/** A label, a control, a hint and an error that belong together. */
export function Field({ label, hint, error, optional, children }: FieldProps) {
  const id = useId();
  const attributes = {
    id,
    'aria-describedby': describedBy({ id, hint, error }),
    'aria-invalid': error !== undefined,
  };
  return (
    <div class="field">
      <label for={id}>
        {label}
        {optional && <span class="field-optional"> ({text.common.optional})</span>}
      </label>
      {children(attributes)}
      <FieldNotes id={id} hint={hint} error={error} />
    </div>
  );
}
