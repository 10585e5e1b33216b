import { useState } from 'preact/hooks';
import { newActionName, request } from '../../api/client.js';
import { ApiError } from '../../api/errors.js';
import type { AdminModelsInstallAnswer, JobsReadAnswer } from '../../api/types.js';
import { Confirm } from '../../components/confirm.js';
import { FileDrop } from '../../components/file-drop.js';
import { formatBytes } from '../../components/format-size.js';
import { usePage } from '../../state/page.js';
import { useAction } from '../../state/use-load.js';
import type { World } from '../../state/world.js';
import { text } from '../../text/en.js';

const words = text.administration.models;

const LOOK_EVERY_MS = 1_500;
const PERCENT = 100;

const pause = (signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, LOOK_EVERY_MS);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });

/** Waits for the end of a job. @throws ApiError of its failure */
async function resultOf(
  jobId: string,
  { world, signal }: { readonly world: World; readonly signal: AbortSignal },
  onProgress: (fraction: number) => void,
): Promise<AdminModelsInstallAnswer> {
  for (;;) {
    const path = `/v1/jobs/${encodeURIComponent(jobId)}`;
    const job = await request<JobsReadAnswer>('GET', path, { world, signal });
    if (job.status === 'succeeded') return job.result as unknown as AdminModelsInstallAnswer;
    if (job.status !== 'queued' && job.status !== 'running') {
      const { message = job.status, code = job.status, request_id } = job.error ?? {};
      throw new ApiError(message, {
        status: 422,
        code,
        ...(request_id !== undefined && { requestId: request_id }),
      });
    }
    onProgress(job.progress);
    await pause(signal);
  }
}

interface InstallDialogProps {
  readonly file: File;
  onInstalled(answer: AdminModelsInstallAnswer): void;
  onClose(): void;
}

function InstallDialog({ file, onInstalled, onClose }: InstallDialogProps) {
  const { world } = usePage();
  const [action] = useState(newActionName);
  const [allowOlder, setAllowOlder] = useState(false);
  const [progress, setProgress] = useState<number>();
  const install = useAction(async (signal) => {
    const form = new FormData();
    form.set('allow_older', String(allowOlder));
    form.set('file', file);
    const headers = { Prefer: 'respond-async' };
    const options = { world, signal, form, headers, idempotencyKey: action };
    const { job_id } = await request<{ job_id: string }>('POST', '/v1/admin/models', options);
    const answer = await resultOf(job_id, { world, signal }, setProgress);
    onInstalled(answer);
    onClose();
  });
  const isRunning = install.state.kind === 'loading';
  return (
    <Confirm
      title={words.installTitle}
      action={words.install}
      state={install.state}
      onConfirm={() => install.run()}
      onClose={onClose}
    >
      <p>{words.installText(`${file.name} (${formatBytes(file.size)})`)}</p>
      <label class="choices-one">
        <input
          type="checkbox"
          checked={allowOlder}
          disabled={isRunning}
          onChange={({ currentTarget }) => setAllowOlder(currentTarget.checked)}
        />
        {words.allowOlder}
      </label>
      <p role="status">
        {isRunning &&
          (progress === undefined
            ? words.uploading
            : words.installing(Math.floor(progress * PERCENT)))}
      </p>
    </Confirm>
  );
}

/** A package from a file: it is tried before anything changes. */
export function InstallPackage({ onInstalled }: Pick<InstallDialogProps, 'onInstalled'>) {
  const [file, setFile] = useState<File>();
  return (
    <>
      <FileDrop
        label={words.install}
        hint={words.installHint}
        accept=".wbm"
        onFiles={(files) => setFile(files[0])}
      />
      {file !== undefined && (
        <InstallDialog file={file} onInstalled={onInstalled} onClose={() => setFile(undefined)} />
      )}
    </>
  );
}
