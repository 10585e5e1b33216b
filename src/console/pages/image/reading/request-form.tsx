import type { JSX } from 'preact';
import { Button } from '../../../components/button.js';
import { Failure } from '../../../components/failure.js';
import { Field } from '../../../components/field.js';
import { Loading } from '../../../components/loading.js';
import { Panel } from '../../../components/panel.js';
import type { Action, Loaded } from '../../../state/use-load.js';
import { text } from '../../../text/en.js';
import type { ImageType } from './image-types.js';
import type { Extent, SeriesReadability } from './readings.js';
import { nameText } from './wording.js';

/** What a person entered; texts, as they are typed. */
export interface FormValues {
  readonly imageType: string;
  readonly modality: string;
  readonly age: string;
  readonly gender: string;
  readonly clinicalQuestion: string;
  readonly measures: boolean;
  readonly compares: boolean;
  readonly priorId: string;
}

export const EMPTY_FORM: FormValues = {
  imageType: '',
  modality: '',
  age: '',
  gender: '',
  clinicalQuestion: '',
  measures: true,
  compares: true,
  priorId: '',
};

const GENDERS = ['M', 'F', 'O', 'U'] as const;

export interface RequestFormProps {
  readonly values: FormValues;
  readonly onValues: (values: FormValues) => void;
  readonly types: readonly ImageType[];
  readonly typesFailed: unknown;
  /** Whether the file itself says what it is. */
  readonly isStated: boolean;
  readonly hasPrior: boolean;
  /** Of the series that is looked at. */
  readonly images: number;
  readonly readability: SeriesReadability;
  readonly extent: Extent;
  readonly onExtent: (extent: Extent) => void;
  readonly reading: Pick<Action<unknown, []>, 'reset'> & { readonly state: Loaded<unknown> };
  /** 0..1, of a job. */
  readonly progress: number | undefined;
  readonly wasRead: boolean;
  /** There is a picture to read. */
  readonly isReady: boolean;
  readonly onRead: () => void;
}

function TypeFields({ values, onValues, types, isStated }: RequestFormProps) {
  const type = types.find(({ id }) => id === values.imageType);
  const hint = isStated ? text.image.fromHeader : text.image.notInHeader;
  return (
    <div class="image-form-pair">
      <Field label={text.image.imageType} hint={hint}>
        {(attributes) => (
          <select
            {...attributes}
            required
            value={values.imageType}
            onChange={({ currentTarget: { value } }) => {
              const modalities = types.find(({ id }) => id === value)?.modalities ?? [];
              const modality = modalities.includes(values.modality)
                ? values.modality
                : (modalities.at(-1) ?? '');
              onValues({ ...values, imageType: value, modality });
            }}
          >
            <option value="">{text.image.chooseType}</option>
            {types.map(({ id }) => (
              <option key={id} value={id}>
                {nameText(id)}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label={text.image.modality}>
        {(attributes) => (
          <select
            {...attributes}
            value={values.modality}
            onChange={({ currentTarget }) => onValues({ ...values, modality: currentTarget.value })}
          >
            {(type?.modalities ?? []).map((modality) => (
              <option key={modality}>{modality}</option>
            ))}
          </select>
        )}
      </Field>
    </div>
  );
}

const EXTENTS: readonly Extent[] = ['series', 'slice'];

/** Whether all images of a series are read, or the one that is looked at. */
function ExtentChoice({ images, readability, extent, onExtent }: RequestFormProps) {
  if (readability === 'too_long') return <p class="image-caveat">{text.image.tooLong(images)}</p>;
  if (readability === 'not_a_series') return null;
  return (
    <fieldset class="image-extent">
      <legend>{text.image.extentTitle}</legend>
      {EXTENTS.map((one) => (
        <label key={one}>
          <input
            type="radio"
            name="extent"
            checked={one === extent}
            onChange={() => onExtent(one)}
          />
          {text.image.extents[one](images)}
        </label>
      ))}
    </fieldset>
  );
}

function PatientFields({ values, onValues }: Pick<RequestFormProps, 'values' | 'onValues'>) {
  return (
    <>
      <div class="image-form-pair">
        <Field label={text.image.age} optional>
          {(attributes) => (
            <input
              {...attributes}
              type="number"
              min={0}
              max={130}
              step="any"
              inputmode="decimal"
              value={values.age}
              onInput={({ currentTarget }) => onValues({ ...values, age: currentTarget.value })}
            />
          )}
        </Field>
        <Field label={text.image.gender} optional>
          {(attributes) => (
            <select
              {...attributes}
              value={values.gender}
              onChange={({ currentTarget }) => onValues({ ...values, gender: currentTarget.value })}
            >
              <option value=""> </option>
              {GENDERS.map((gender) => (
                <option key={gender} value={gender}>
                  {text.image.genders[gender]}
                </option>
              ))}
            </select>
          )}
        </Field>
      </div>
      <Field label={text.image.question} optional hint={text.image.questionHint}>
        {(attributes) => (
          <input
            {...attributes}
            maxLength={2_000}
            value={values.clinicalQuestion}
            onInput={({ currentTarget }) =>
              onValues({ ...values, clinicalQuestion: currentTarget.value })
            }
          />
        )}
      </Field>
    </>
  );
}

function Options({ values, onValues, types, hasPrior, extent }: RequestFormProps) {
  const isMeasured = types.find(({ id }) => id === values.imageType)?.isMeasured ?? false;
  return (
    <>
      <div class="image-form-checks">
        {isMeasured && (
          <label>
            <input
              type="checkbox"
              checked={values.measures}
              onChange={() => onValues({ ...values, measures: !values.measures })}
            />
            {text.image.measures}
          </label>
        )}
        {hasPrior && (
          <label>
            <input
              type="checkbox"
              checked={values.compares}
              onChange={() => onValues({ ...values, compares: !values.compares })}
            />
            {text.image.compare}
          </label>
        )}
      </div>
      {!hasPrior && extent === 'slice' && (
        <Field label={text.image.priorId} optional hint={text.image.priorIdHint}>
          {(attributes) => (
            <input
              {...attributes}
              autocomplete="off"
              spellcheck={false}
              value={values.priorId}
              onInput={({ currentTarget }) =>
                onValues({ ...values, priorId: currentTarget.value.trim() })
              }
            />
          )}
        </Field>
      )}
    </>
  );
}

/** What the appliance is told beside the file, and the press that sends it. */
export function RequestForm(props: RequestFormProps) {
  const { types, typesFailed, reading, progress, wasRead, isReady, extent, onRead } = props;
  const isBusy = reading.state.kind === 'loading';
  const submit = (event: JSX.TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!isBusy) onRead();
  };
  return (
    <Panel title={text.image.request}>
      {typesFailed !== undefined && (
        <>
          <p>{text.image.typesFailed}</p>
          <Failure error={typesFailed} />
        </>
      )}
      <form onSubmit={submit}>
        <TypeFields {...props} />
        <ExtentChoice {...props} />
        <details class="image-form-more" open={props.values.priorId !== ''}>
          <summary>{text.image.moreQuestion}</summary>
          <PatientFields {...props} />
          <Options {...props} />
        </details>
        {types.length === 0 && typesFailed === undefined && <p>{text.image.noTypes}</p>}
        <div class="image-form-send">
          <Button
            look="primary"
            type="submit"
            busy={isBusy}
            disabled={types.length === 0 || !isReady}
          >
            {wasRead ? text.image.readAgain : text.image.readExtent[extent]}
          </Button>
          {isBusy && <Button onClick={reading.reset}>{text.image.cancel}</Button>}
          {isBusy && (
            <Loading
              what={
                progress === undefined || progress === 0
                  ? text.image.reading
                  : text.image.readProgress(Math.round(progress * 100))
              }
            />
          )}
        </div>
      </form>
      {reading.state.kind === 'failed' && <Failure error={reading.state.error} retry={onRead} />}
    </Panel>
  );
}
