import { Fragment } from 'preact';
import { useState } from 'preact/hooks';
import { request } from '../../api/client.js';
import type { AdminConfigurationAnswer } from '../../api/types.js';
import { Failure } from '../../components/failure.js';
import { Field } from '../../components/field.js';
import { Loading } from '../../components/loading.js';
import { Panel } from '../../components/panel.js';
import { usePage } from '../../state/page.js';
import { latestOf, useLoad } from '../../state/use-load.js';
import { text } from '../../text/en.js';
import { sectionsOf } from './settings.js';

const words = text.administration.configuration;

/** The configuration in force. */
export function ConfigurationPart() {
  const { world } = usePage();
  const [wanted, setWanted] = useState('');
  const { state, reload } = useLoad(
    (signal) =>
      request<AdminConfigurationAnswer>('GET', '/v1/admin/configuration', { world, signal }),
    [world],
  );
  if (state.kind === 'failed') return <Failure error={state.error} retry={reload} />;
  const answer = latestOf(state);
  if (answer === undefined) return <Loading />;
  const sections = sectionsOf(answer.configuration, wanted);
  return (
    <>
      <p>{words.intro(answer.source)}</p>
      <div class="narrow">
        <Field label={words.find}>
          {(attributes) => (
            <input
              {...attributes}
              type="search"
              value={wanted}
              onInput={({ currentTarget }) => setWanted(currentTarget.value)}
            />
          )}
        </Field>
      </div>
      <p role="status">{sections.length === 0 && words.none}</p>
      <div class="administration-columns">
        {sections.map(({ name, settings }) => (
          <Panel key={name} title={name === '' ? words.general : name}>
            <dl class="facts">
              {settings.map((setting) => (
                <Fragment key={setting.name}>
                  <dt>
                    <code>{setting.name}</code>
                  </dt>
                  <dd>{words.list(setting.value)}</dd>
                </Fragment>
              ))}
            </dl>
          </Panel>
        ))}
      </div>
    </>
  );
}
