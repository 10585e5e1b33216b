import { useState } from 'preact/hooks';
import { Button } from '../../components/button.js';
import { Field } from '../../components/field.js';
import { text } from '../../text/en.js';
import { BIRTH_DATE, NO_QUERY, type PatientQuery } from './patient-query.js';

export interface SearchFormProps {
  readonly busy: boolean;
  readonly onSearch: (query: PatientQuery) => void;
}

export function SearchForm({ busy, onSearch }: SearchFormProps) {
  const [query, setQuery] = useState(NO_QUERY);
  const [wrongDate, setWrongDate] = useState(false);
  const set = (part: Partial<PatientQuery>) => setQuery({ ...query, ...part });
  const submit = (event: Event) => {
    event.preventDefault();
    const date = query.birthDate.trim();
    const wrong = date !== '' && !BIRTH_DATE.test(date);
    setWrongDate(wrong);
    if (!wrong) onSearch(query);
  };
  const clear = () => {
    setQuery(NO_QUERY);
    setWrongDate(false);
    onSearch(NO_QUERY);
  };
  return (
    <search>
      <form
        class="patient-search"
        onSubmit={submit}
        aria-label={text.patients.searchFor}
        noValidate
      >
        <div>
          <Field label={text.patients.name} hint={text.patients.nameHint}>
            {(attributes) => (
              <input
                {...attributes}
                type="search"
                autocomplete="off"
                spellcheck={false}
                dir="auto"
                maxLength={200}
                value={query.name}
                onInput={({ currentTarget }) => set({ name: currentTarget.value })}
              />
            )}
          </Field>
          <label class="patient-check">
            <input
              type="checkbox"
              checked={query.soundsAlike}
              onChange={({ currentTarget }) => set({ soundsAlike: currentTarget.checked })}
            />
            {text.patients.soundsAlike}
          </label>
        </div>
        <Field
          label={text.patients.birthDate}
          hint={text.patients.birthDateHint}
          error={wrongDate ? text.patients.birthDateWrong : undefined}
        >
          {(attributes) => (
            <input
              {...attributes}
              inputMode="numeric"
              autocomplete="off"
              maxLength={10}
              value={query.birthDate}
              onInput={({ currentTarget }) => set({ birthDate: currentTarget.value })}
            />
          )}
        </Field>
        <Field label={text.patients.identifier} hint={text.patients.identifierHint}>
          {(attributes) => (
            <input
              {...attributes}
              autocomplete="off"
              spellcheck={false}
              maxLength={200}
              value={query.identifier}
              onInput={({ currentTarget }) => set({ identifier: currentTarget.value })}
            />
          )}
        </Field>
        <div class="buttons patient-search-buttons">
          <Button type="submit" look="primary" busy={busy}>
            {text.patients.search}
          </Button>
          <Button onClick={clear}>{text.patients.clear}</Button>
        </div>
      </form>
    </search>
  );
}
