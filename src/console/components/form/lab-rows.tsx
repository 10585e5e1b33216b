import { useId } from 'preact/hooks';
import { text } from '../../text/en.js';
import { formatUnit } from '../answers/figures.js';
import { Button } from '../button.js';
import type { Issues } from './issues.js';
import { issueOfLab, LABS, type LabRow, NO_LAB, type ReadLabs, unitsOfLab } from './labs.js';
import './lab-rows.css';

export interface LabRowsProps {
  readonly rows: readonly LabRow[];
  readonly onRows: (rows: readonly LabRow[]) => void;
  readonly faults: ReadLabs['faults'];
  readonly issues: Issues;
  /** Where the values stand in the request. */
  readonly path: string;
}

const FAULTS = { not_a_number: text.form.notANumber, twice: text.form.labTwice } as const;

function Unit({ row, label, onUnit }: UnitProps) {
  const units = unitsOfLab(row.name);
  if (units.length === 0) {
    return (
      <input
        type="text"
        autocomplete="off"
        aria-label={label}
        placeholder={text.form.labUnit}
        value={row.unit}
        onInput={({ currentTarget }) => onUnit(currentTarget.value)}
      />
    );
  }
  return (
    <select
      aria-label={label}
      value={row.unit === '' ? units[0] : row.unit}
      onChange={({ currentTarget }) => onUnit(currentTarget.value)}
    >
      {units.map((unit) => (
        <option key={unit} value={unit}>
          {formatUnit(unit) || text.form.noUnit}
        </option>
      ))}
    </select>
  );
}

interface UnitProps {
  readonly row: LabRow;
  readonly label: string;
  readonly onUnit: (unit: string) => void;
}

/** Laboratory values by name, number and unit; an empty row always waits at the end. */
export function LabRows({ rows, onRows, faults, issues, path }: LabRowsProps) {
  const id = useId();
  const shown = [...rows, NO_LAB];
  const change = (n: number, changed: Partial<LabRow>) =>
    onRows(
      shown
        .map((row, at) => (at === n ? { ...row, ...changed } : row))
        .filter((row, at) => at < rows.length || row.name !== '' || row.value !== ''),
    );
  return (
    <fieldset class="labs">
      <legend>{text.form.labs}</legend>
      <datalist id={`${id}-names`}>
        {LABS.map(({ name, title }) => (
          <option key={name} value={title} />
        ))}
      </datalist>
      {shown.map((row, n) => {
        const fault = faults.get(n);
        const error = fault === undefined ? issueOfLab(issues, row, path) : FAULTS[fault];
        const number = String(n + 1);
        const errorId = `${id}-error-${n}`;
        return (
          <div class="labs-row" key={n}>
            <input
              type="text"
              list={`${id}-names`}
              autocomplete="off"
              aria-label={text.form.labName(number)}
              placeholder={text.form.labNameShort}
              value={row.name}
              onInput={({ currentTarget }) => change(n, { name: currentTarget.value, unit: '' })}
            />
            <input
              type="text"
              inputmode="decimal"
              autocomplete="off"
              aria-label={text.form.labValue(row.name || number)}
              aria-invalid={error !== undefined}
              aria-describedby={error === undefined ? undefined : errorId}
              placeholder={text.form.labValueShort}
              value={row.value}
              onInput={({ currentTarget }) => change(n, { value: currentTarget.value })}
            />
            <Unit
              row={row}
              label={text.form.unitOf(row.name || number)}
              onUnit={(unit) => change(n, { unit })}
            />
            {n < rows.length ? (
              <Button
                look="quiet"
                label={text.common.remove(row.name || number)}
                onClick={() => onRows(rows.filter((_, at) => at !== n))}
              >
                ✕
              </Button>
            ) : (
              <span />
            )}
            {error !== undefined && (
              <p class="field-error" id={errorId} role="alert">
                {error}
              </p>
            )}
          </div>
        );
      })}
    </fieldset>
  );
}
