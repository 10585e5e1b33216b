import type { ModelsListAnswer } from '../../api/types.js';
import { Field } from '../../components/field.js';
import { text } from '../../text/en.js';
import type { Dictation } from './dictation.js';

type Model = ModelsListAnswer['models'][number];

const linesOf = (typed: string): readonly string[] =>
  typed
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

export interface SettingsFieldsProps {
  readonly dictation: Dictation;
  /** Models that listen. */
  readonly models: readonly Model[];
}

/** How the recording is to be understood. */
export function SettingsFields({ dictation, models }: SettingsFieldsProps) {
  const settings = dictation.settings.value;
  const set = (part: Partial<typeof settings>) => {
    dictation.settings.value = { ...settings, ...part };
  };
  const languages = [...new Set([settings.language, ...models.flatMap((m) => m.languages ?? [])])];
  const names = new Intl.DisplayNames('en', { type: 'language' });
  return (
    <details class="dictate-settings">
      <summary>{text.dictate.settings}</summary>
      <div class="dictate-settings-fields">
        <Field label={text.dictate.language}>
          {(attributes) => (
            <select
              {...attributes}
              value={settings.language}
              onChange={({ currentTarget }) => set({ language: currentTarget.value })}
            >
              {languages.map((language) => (
                <option key={language} value={language}>
                  {names.of(language) ?? language}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field label={text.dictate.mode}>
          {(attributes) => (
            <select
              {...attributes}
              value={settings.mode}
              onChange={({ currentTarget }) =>
                set({ mode: currentTarget.value === 'conversation' ? 'conversation' : 'dictation' })
              }
            >
              <option value="dictation">{text.dictate.modes.dictation}</option>
              <option value="conversation">{text.dictate.modes.conversation}</option>
            </select>
          )}
        </Field>
        <Field label={text.dictate.specialty} hint={text.dictate.specialtyHint} optional>
          {(attributes) => (
            <input
              {...attributes}
              value={settings.specialty}
              onInput={({ currentTarget }) => set({ specialty: currentTarget.value.trim() })}
            />
          )}
        </Field>
        <Field label={text.dictate.vocabulary} hint={text.dictate.vocabularyHint} optional>
          {(attributes) => (
            <textarea
              {...attributes}
              rows={3}
              defaultValue={settings.vocabulary.join('\n')}
              onChange={({ currentTarget }) => set({ vocabulary: linesOf(currentTarget.value) })}
            />
          )}
        </Field>
      </div>
    </details>
  );
}
