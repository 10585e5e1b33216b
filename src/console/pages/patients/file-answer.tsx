import type { FhirResource } from 'fhir/r4';
import { useRef, useState } from 'preact/hooks';
import { newActionName, request } from '../../api/client.js';
import { Button } from '../../components/button.js';
import { Dialog } from '../../components/dialog.js';
import { Failure } from '../../components/failure.js';
import { usePage } from '../../state/page.js';
import { mayUse } from '../../state/session.js';
import { useAction } from '../../state/use-load.js';
import { text } from '../../text/en.js';
import { ResourceLines } from './answers.js';
import { filingBundle } from './filing-bundle.js';
import { JsonText } from './json-text.js';

export interface FileAnswerProps {
  readonly patientName: string;
  readonly resources: readonly FhirResource[];
  readonly onFiled: () => void;
}

/** The second step: what will be written, and then writing it. */
export function FileAnswer({ patientName, resources, onFiled }: FileAnswerProps) {
  const { world, session } = usePage();
  const [asking, setAsking] = useState(false);
  // Every attempt has the same name: one that was lost on its way back is not carried out twice.
  const name = useRef(newActionName());
  const bundle = filingBundle(resources, session.user);
  const filing = useAction(async (signal) => {
    await request('POST', '/v1/fhir', {
      world,
      signal,
      body: bundle,
      headers: { 'Content-Type': 'application/fhir+json' },
      idempotencyKey: name.current,
    });
    setAsking(false);
    onFiled();
  });
  if (filing.state.kind === 'ready') {
    return <p role="status">{text.patients.filed(resources.length)}</p>;
  }
  if (resources.length === 0) return <p>{text.patients.nothingToFile}</p>;
  if (!mayUse(session, 'fhir.write')) return <p>{text.patients.mayNotFile}</p>;
  return (
    <>
      <Button look="primary" onClick={() => setAsking(true)}>
        {text.patients.file}
      </Button>
      {asking && (
        <Dialog title={text.patients.fileTitle} onClose={() => setAsking(false)}>
          <p>{text.patients.fileIntro(patientName)}</p>
          <ResourceLines resources={resources} />
          <details class="patient-folded">
            <summary>{text.patients.showResource}</summary>
            <JsonText value={bundle} />
          </details>
          {filing.state.kind === 'failed' && <Failure error={filing.state.error} />}
          <div class="buttons file-decision">
            <Button
              look="primary"
              busy={filing.state.kind === 'loading'}
              onClick={() => filing.run()}
            >
              {filing.state.kind === 'loading' ? text.patients.filing : text.patients.fileNow}
            </Button>
            <Button onClick={() => setAsking(false)}>{text.common.cancel}</Button>
          </div>
        </Dialog>
      )}
    </>
  );
}
