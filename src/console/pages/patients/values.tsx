import type { Observation } from 'fhir/r4';
import { useMemo, useState } from 'preact/hooks';
import { Badge } from '../../components/badge.js';
import { Button } from '../../components/button.js';
import { Failure } from '../../components/failure.js';
import { Field } from '../../components/field.js';
import { Loading } from '../../components/loading.js';
import { usePage } from '../../state/page.js';
import { useLoad } from '../../state/use-load.js';
import { text } from '../../text/en.js';
import { Course } from './course.js';
import { type SearchPage, searchAll, searchFor } from './fhir-search.js';
import { formatTime } from './fhir-time.js';
import { type ListedQuantity, listQuantities, openAtFirst } from './quantities.js';
import { byQuantity, type Category, type QuantityReadings, readingsOf } from './readings.js';
import { TIMES } from './style-of-times.js';
import { isNotable, remarksOf, valuesText } from './words.js';

/** What is needed of an Observation. */
const ELEMENTS =
  'status,code,category,value,component,effective,issued,interpretation,referenceRange,dataAbsentReason';

/** Observations that are read at once. */
const PAGE = 1_000;
const MAX_VALUES = 20_000;

export const observationSearch = (patient: string, codes?: readonly string[]) =>
  searchFor('Observation', {
    patient,
    'combo-code': codes?.join(','),
    _sort: '-date',
    _count: PAGE,
    _total: codes === undefined ? 'accurate' : undefined,
    _elements: ELEMENTS,
  });

/** The whole course of one quantity, which the newest Observations need not contain. */
function FullCourse({ patient, quantity, isWhole }: FullCourseProps) {
  const { world } = usePage();
  const { id, title, codes, sources } = quantity;
  const { state, reload } = useLoad<QuantityReadings[] | undefined>(
    async (signal) => {
      if (isWhole || codes.length === 0) return undefined;
      const found = await searchAll<Observation>(observationSearch(patient, codes), MAX_VALUES, {
        world,
        signal,
      });
      return byQuantity(found.resources.flatMap(readingsOf));
    },
    [patient, id, isWhole],
  );
  const found = state.kind === 'ready' ? state.value : undefined;
  const all = useMemo(() => {
    if (found === undefined) return sources;
    const same = listQuantities(found, title).find((one) => one.id === id);
    return same?.sources ?? sources;
  }, [found, sources]);
  return (
    <>
      {state.kind === 'failed' && <Failure error={state.error} retry={reload} />}
      {state.kind === 'loading' && !isWhole && <Loading />}
      <Course title={title} sources={all} />
    </>
  );
}

interface FullCourseProps {
  readonly patient: string;
  readonly quantity: ListedQuantity;
  /** All Observations of the patient are loaded already. */
  readonly isWhole: boolean;
}

function QuantityRow({ quantity, open, onToggle }: QuantityRowProps) {
  const [first] = quantity.newest;
  const remarks = quantity.newest.flatMap(remarksOf);
  return (
    <li>
      <button type="button" class="quantity" aria-expanded={open} onClick={onToggle}>
        <bdi class="quantity-title">{quantity.title}</bdi>
        <span class="quantity-value numeric">
          {valuesText(quantity.newest.map(({ value }) => value))}
        </span>
        <span class="quantity-time">
          {first?.time === undefined ? text.patients.noTime : formatTime(first.time, TIMES)}
        </span>
        {remarks.length > 0 && (
          <span class="quantity-remarks">
            {[...new Set(remarks)].map((remark) => (
              <Badge key={remark} tone={quantity.newest.some(isNotable) ? 'high' : 'plain'}>
                {remark}
              </Badge>
            ))}
          </span>
        )}
      </button>
    </li>
  );
}

interface QuantityRowProps {
  readonly quantity: ListedQuantity;
  readonly open: boolean;
  readonly onToggle: () => void;
}

const CATEGORIES: readonly Category[] = ['vital-signs', 'laboratory', 'other'];

export interface ValuesProps {
  readonly patient: string;
  readonly page: SearchPage<Observation>;
  /** Reads the next part of the record. */
  readonly onOlder: (() => void) | undefined;
  readonly busy: boolean;
}

/** Vital signs, laboratory values and other observations: the newest of each, and the course of those opened. */
export function Values({ patient, page, onOlder, busy }: ValuesProps) {
  const quantities = useMemo(
    () =>
      listQuantities(byQuantity(page.resources.flatMap(readingsOf)), text.patients.bloodPressure),
    [page],
  );
  const [chosen, setChosen] = useState<readonly string[]>();
  const [filter, setFilter] = useState('');
  if (quantities.length === 0) return <p>{text.patients.noValues}</p>;
  const open = chosen ?? openAtFirst(quantities);
  const toggle = (id: string) =>
    setChosen(open.includes(id) ? open.filter((one) => one !== id) : [id, ...open]);
  const isWhole = page.next === undefined;
  const fits = ({ title }: ListedQuantity) =>
    title.toLowerCase().includes(filter.trim().toLowerCase());
  const listed = quantities.filter(fits);
  return (
    <>
      {!isWhole && (
        <p class="values-window">
          {text.patients.valuesWindow(page.resources.length, page.total ?? page.resources.length)}
          {onOlder !== undefined && (
            <Button busy={busy} onClick={onOlder}>
              {text.patients.olderValues}
            </Button>
          )}
        </p>
      )}
      <div class="values">
        <div class="values-list">
          {quantities.length > 12 && (
            <Field label={text.patients.filterValues}>
              {(attributes) => (
                <input
                  {...attributes}
                  type="search"
                  value={filter}
                  onInput={({ currentTarget }) => setFilter(currentTarget.value)}
                />
              )}
            </Field>
          )}
          {listed.length === 0 && <p role="status">{text.patients.noQuantity}</p>}
          {CATEGORIES.map((category) => {
            const own = listed.filter((one) => one.category === category);
            if (own.length === 0) return null;
            return (
              <section key={category}>
                <h3>{text.patients.categories[category]}</h3>
                <ul class="quantities">
                  {own.map((quantity) => (
                    <QuantityRow
                      key={quantity.id}
                      quantity={quantity}
                      open={open.includes(quantity.id)}
                      onToggle={() => toggle(quantity.id)}
                    />
                  ))}
                </ul>
              </section>
            );
          })}
        </div>
        <div class="values-courses">
          {open.length === 0 && <p>{text.patients.openNone}</p>}
          {open.flatMap((id) => {
            const quantity = quantities.find((one) => one.id === id);
            if (quantity === undefined) return [];
            return (
              <section key={id} class="values-course" aria-label={quantity.title}>
                <div class="values-course-head">
                  <h3>
                    <bdi>{quantity.title}</bdi>
                  </h3>
                  <Button
                    look="quiet"
                    label={text.patients.close(quantity.title)}
                    onClick={() => toggle(id)}
                  >
                    ✕
                  </Button>
                </div>
                <FullCourse patient={patient} quantity={quantity} isWhole={isWhole} />
              </section>
            );
          })}
        </div>
      </div>
    </>
  );
}
