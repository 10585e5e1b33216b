import { useId } from 'preact/hooks';
import './choices.css';

export interface Choice {
  readonly value: string;
  readonly label: string;
  readonly hint?: string;
}

export interface ChoicesProps {
  readonly legend: string;
  readonly choices: readonly Choice[];
  readonly chosen: readonly string[];
  readonly error?: string | undefined;
  readonly onChange: (chosen: readonly string[]) => void;
}

/** Several of a few. */
export function Choices({ legend, choices, chosen, error, onChange }: ChoicesProps) {
  const id = useId();
  return (
    <fieldset class="choices" aria-describedby={error === undefined ? undefined : id}>
      <legend>{legend}</legend>
      {choices.map(({ value, label, hint }) => (
        <label key={value} class="choices-one">
          <input
            type="checkbox"
            checked={chosen.includes(value)}
            onChange={({ currentTarget }) =>
              onChange(
                choices
                  .map((one) => one.value)
                  .filter((one) => (one === value ? currentTarget.checked : chosen.includes(one))),
              )
            }
          />
          <span>
            {label}
            {hint !== undefined && <span class="choices-hint"> {hint}</span>}
          </span>
        </label>
      ))}
      {error !== undefined && (
        <p class="field-error" id={id} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}
