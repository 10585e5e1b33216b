import { useId } from 'preact/hooks';
import { text } from '../../text/en.js';
import { describedBy, Field, FieldNotes } from '../field.js';
import './controls.css';

interface Shared {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
  readonly optional?: boolean;
}

export interface TextControlProps extends Shared {
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly placeholder?: string;
  readonly inputMode?: 'text' | 'decimal' | 'numeric';
}

/** One line of text, or a number that may be written with a comma. */
export function TextControl(props: TextControlProps) {
  const { label, hint, error, optional, value, onValue, placeholder, inputMode } = props;
  return (
    <Field label={label} hint={hint} error={error} optional={optional ?? false}>
      {(attributes) => (
        <input
          {...attributes}
          type="text"
          autocomplete="off"
          spellcheck={false}
          inputmode={inputMode ?? 'text'}
          placeholder={placeholder}
          value={value}
          onInput={({ currentTarget }) => onValue(currentTarget.value)}
        />
      )}
    </Field>
  );
}

export interface AreaControlProps extends TextControlProps {
  readonly rows: number;
}

/** Text of several lines. */
export function AreaControl(props: AreaControlProps) {
  const { label, hint, error, optional, value, onValue, placeholder, rows } = props;
  return (
    <Field label={label} hint={hint} error={error} optional={optional ?? false}>
      {(attributes) => (
        <textarea
          {...attributes}
          rows={rows}
          placeholder={placeholder}
          value={value}
          onInput={({ currentTarget }) => onValue(currentTarget.value)}
        />
      )}
    </Field>
  );
}

export interface ChoiceControlProps extends Shared {
  readonly value: string;
  readonly onValue: (value: string) => void;
  /** Code and words; the empty code is for what is not known. */
  readonly options: ReadonlyArray<readonly [code: string, words: string]>;
}

/** One of several words. */
export function ChoiceControl(props: ChoiceControlProps) {
  const { label, hint, error, optional, value, onValue, options } = props;
  return (
    <Field label={label} hint={hint} error={error} optional={optional ?? false}>
      {(attributes) => (
        <select
          {...attributes}
          value={value}
          onChange={({ currentTarget }) => onValue(currentTarget.value)}
        >
          {options.map(([code, words]) => (
            <option key={code} value={code}>
              {words}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

/** Yes, no, or not known: nothing that is not said counts as no. */
export type Flag = 'yes' | 'no' | '';

const FLAGS: ReadonlyArray<readonly [Flag, string]> = [
  ['yes', text.answers.yes],
  ['no', text.answers.no],
  ['', text.common.unknown],
];

export interface FlagControlProps extends Shared {
  readonly value: Flag;
  readonly onValue: (value: Flag) => void;
}

export function FlagControl({ label, hint, error, optional, value, onValue }: FlagControlProps) {
  const id = useId();
  return (
    <fieldset class="flag" aria-describedby={describedBy({ id, hint, error })}>
      <legend>
        {label}
        {optional && <span class="field-optional"> ({text.common.optional})</span>}
      </legend>
      <div class="flag-options">
        {FLAGS.map(([code, words]) => (
          <label key={code}>
            <input type="radio" name={id} checked={value === code} onChange={() => onValue(code)} />
            <span>{words}</span>
          </label>
        ))}
      </div>
      <FieldNotes id={id} hint={hint} error={error} />
    </fieldset>
  );
}

/** Sends a flag only where it was said. */
export const flagValue = (flag: Flag): boolean | undefined =>
  flag === '' ? undefined : flag === 'yes';

export interface MeasureControlProps extends TextControlProps {
  readonly unit: string;
  readonly units: ReadonlyArray<readonly [code: string, written: string]>;
  readonly onUnit: (unit: string) => void;
}

/** A number and its unit; a unit to choose from where there are several. */
export function MeasureControl(props: MeasureControlProps) {
  const { label, hint, error, optional, value, onValue, unit, units, onUnit } = props;
  const [only] = units;
  return (
    <Field label={label} hint={hint} error={error} optional={optional ?? false}>
      {(attributes) => (
        <div class="measure">
          <input
            {...attributes}
            type="text"
            autocomplete="off"
            inputmode="decimal"
            value={value}
            onInput={({ currentTarget }) => onValue(currentTarget.value)}
          />
          {units.length > 1 ? (
            <select
              aria-label={text.form.unitOf(label)}
              value={unit}
              onChange={({ currentTarget }) => onUnit(currentTarget.value)}
            >
              {units.map(([code, written]) => (
                <option key={code} value={code}>
                  {written}
                </option>
              ))}
            </select>
          ) : (
            only !== undefined && only[1] !== '' && <span class="measure-unit">{only[1]}</span>
          )}
        </div>
      )}
    </Field>
  );
}
