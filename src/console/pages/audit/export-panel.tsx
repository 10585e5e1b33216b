import { requestRaw } from '../../api/client.js';
import { Button } from '../../components/button.js';
import { Failure } from '../../components/failure.js';
import { formatBytes } from '../../components/format-size.js';
import { Panel } from '../../components/panel.js';
import { usePage } from '../../state/page.js';
import { useAction } from '../../state/use-load.js';
import { text } from '../../text/en.js';
import { exportQuery, type Filter } from './filter.js';

const words = text.audit;

const FILE_NAME = /filename="([\w.-]+)"/;

/** Offers a file for saving. */
function save(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser has taken it over by then; without this it stays in memory.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** Records as a file that others can verify. */
export function ExportPanel({ filter }: { readonly filter: Filter }) {
  const { world } = usePage();
  const action = useAction(async (signal) => {
    const options = { world, signal, query: exportQuery(filter) };
    const response = await requestRaw('GET', '/v1/audit/export', options);
    const content = await response.blob();
    const [, name = 'wardbox-audit.jsonl'] =
      FILE_NAME.exec(response.headers.get('content-disposition') ?? '') ?? [];
    save(content, name);
    return content.size;
  });
  return (
    <Panel
      title={words.exportTitle}
      actions={
        <Button busy={action.state.kind === 'loading'} onClick={() => action.run()}>
          {words.export}
        </Button>
      }
    >
      <p>{words.exportText}</p>
      {action.state.kind === 'failed' && <Failure error={action.state.error} />}
      <p role="status">
        {action.state.kind === 'ready' && words.exported(formatBytes(action.state.value))}
      </p>
    </Panel>
  );
}
