import type { ComponentChildren } from 'preact';
import { Failure } from '../../components/failure.js';
import { Loading } from '../../components/loading.js';
import { Panel } from '../../components/panel.js';
import type { Loaded } from '../../state/use-load.js';

export interface PartProps<T> {
  readonly title: string;
  /** The part of the address that leads here. */
  readonly id: string;
  readonly loaded: { readonly state: Loaded<T>; reload(): void };
  readonly children: (value: T) => ComponentChildren;
}

/** A part of the record with its own fate: one that fails leaves the others as they are. */
export function Part<T>({ title, id, loaded, children }: PartProps<T>) {
  const { state, reload } = loaded;
  const value =
    state.kind === 'ready' ? state.value : state.kind === 'loading' ? state.previous : undefined;
  return (
    <div class="patient-part" id={id}>
      <Panel title={title}>
        {state.kind === 'failed' && <Failure error={state.error} retry={reload} />}
        {value === undefined ? state.kind !== 'failed' && <Loading /> : children(value)}
      </Panel>
    </div>
  );
}
