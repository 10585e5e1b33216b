import { useState } from 'preact/hooks';
import { Button } from '../../components/button.js';
import { Field } from '../../components/field.js';
import { text } from '../../text/en.js';
import { type Filter, NO_FILTER } from './filter.js';

const words = text.audit;

const OUTCOMES = ['any', 'success', 'refused', 'failed'] as const;

export interface FilterFormProps {
  readonly filter: Filter;
  onSearch(filter: Filter): void;
}

type TextField = Exclude<keyof Filter, 'outcome'>;

const FIELDS: ReadonlyArray<{
  readonly name: TextField;
  readonly label: string;
  readonly hint?: string;
  readonly type: string;
}> = [
  { name: 'patient', label: words.patient, hint: words.patientHint, type: 'text' },
  { name: 'action', label: words.action, hint: words.actionHint, type: 'text' },
  { name: 'actor', label: words.actor, hint: words.actorHint, type: 'text' },
  { name: 'since', label: words.since, type: 'datetime-local' },
  { name: 'until', label: words.until, type: 'datetime-local' },
];

/** What is searched for. */
export function FilterForm({ filter, onSearch }: FilterFormProps) {
  const [draft, setDraft] = useState(filter);
  const change = (part: Partial<Filter>) => setDraft((before) => ({ ...before, ...part }));
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSearch(draft);
      }}
    >
      <div class="form-row">
        {FIELDS.map(({ name, label, hint, type }) => (
          <Field key={name} label={label} hint={hint} optional>
            {(attributes) => (
              <input
                {...attributes}
                type={type}
                autocomplete="off"
                value={draft[name]}
                onInput={({ currentTarget }) => change({ [name]: currentTarget.value })}
              />
            )}
          </Field>
        ))}
        <Field label={words.outcome}>
          {(attributes) => (
            <select
              {...attributes}
              value={draft.outcome}
              onChange={({ currentTarget }) =>
                change({ outcome: OUTCOMES.find((one) => one === currentTarget.value) ?? 'any' })
              }
            >
              {OUTCOMES.map((one) => (
                <option key={one} value={one}>
                  {words.outcomes[one]}
                </option>
              ))}
            </select>
          )}
        </Field>
      </div>
      <div class="buttons">
        <Button type="submit" look="primary">
          {words.search}
        </Button>
        <Button
          onClick={() => {
            setDraft(NO_FILTER);
            onSearch(NO_FILTER);
          }}
        >
          {words.clear}
        </Button>
      </div>
    </form>
  );
}
