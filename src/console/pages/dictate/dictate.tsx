import { FilePlus2, Trash2, TriangleAlert, Undo2 } from 'lucide-preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { request } from '../../api/client.js';
import type { ModelsListAnswer, TranscribeCreateAnswer } from '../../api/types.js';
import { Badge } from '../../components/badge.js';
import { Button } from '../../components/button.js';
import { ClinicalNotice } from '../../components/clinical-notice.js';
import { CopyButton } from '../../components/copy-button.js';
import { Dialog } from '../../components/dialog.js';
import { Failure } from '../../components/failure.js';
import { Panel } from '../../components/panel.js';
import { usePage } from '../../state/page.js';
import { mayUse } from '../../state/session.js';
import { useLoad } from '../../state/use-load.js';
import { pathIn } from '../../state/world.js';
import { text } from '../../text/en.js';
import { ChecksPanel } from './checks-panel.js';
import { clockOf, percentOf } from './confidence.js';
import { type Dictation, dictationOf } from './dictation.js';
import { FileDialog } from './file-dialog.js';
import { FindingsPanel } from './findings-panel.js';
import { createPlayer, type Player } from './player.js';
import { RecorderPanel } from './recorder-panel.js';
import { SettingsFields } from './settings-fields.js';
import { plainTextOf } from './transcript.js';
import { TranscriptView } from './transcript-view.js';
import { Waveform } from './waveform.js';
import './dictate.css';

/** Asks before a page is closed that would take something unsaved with it. */
function useLeaveWarning({ isUnsaved }: Dictation): void {
  const isAtRisk = isUnsaved.value;
  useEffect(() => {
    if (!isAtRisk) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [isAtRisk]);
}

/** Another page of the console is open: nothing is recorded there unseen. */
function usePauseWhenLeft({ recorder }: Dictation): void {
  useEffect(() => () => recorder.pause(), [recorder]);
}

function Progress({ dictation }: { readonly dictation: Dictation }) {
  const work = dictation.work.value;
  if (work.kind === 'none') return null;
  if (work.kind === 'failed') {
    return <Failure error={work.error} retry={dictation.send} />;
  }
  const { progress } = work;
  const share = progress.kind === 'reading' ? progress.share : undefined;
  const said =
    progress.kind === 'reconnecting'
      ? text.dictate.progress.reconnecting(progress.seconds)
      : text.dictate.progress[progress.kind];
  return (
    <div class="dictate-progress">
      <p role="status">{said}</p>
      <progress aria-label={text.dictate.progress.label} max={1} value={share} />
      <span class="numeric">{share !== undefined && `${Math.round(share * 100)} %`}</span>
      <Button onClick={dictation.cancelWork}>{text.common.cancel}</Button>
    </div>
  );
}

interface PartProps {
  readonly dictation: Dictation;
  readonly player: Player;
}

/** The recording, before and after it is text. */
function RecordingPanel({ dictation, player }: PartProps) {
  const recording = dictation.recording.value;
  const answer = dictation.answer.value;
  const [isAsking, setAsking] = useState(false);
  const states = dictation.checkStates.value;
  const ticks = dictation.checks.value
    .filter(({ key }) => states.get(key) === 'pending')
    .flatMap(({ at }) => at ?? []);
  const models = useLoad(
    (signal) => request<ModelsListAnswer>('GET', '/v1/models', { signal }),
    [],
  );
  const speech =
    models.state.kind === 'ready'
      ? models.state.value.models.filter(({ languages }) => languages !== undefined)
      : [];
  if (recording === undefined) {
    return (
      <Panel title={text.dictate.recordingTitle}>
        <RecorderPanel dictation={dictation} />
        <SettingsFields dictation={dictation} models={speech} />
      </Panel>
    );
  }
  const isRunning = dictation.work.value.kind === 'running';
  const startAnew = () => (dictation.isUnsaved.value ? setAsking(true) : dictation.clear());
  return (
    <Panel
      title={text.dictate.recordingTitle}
      actions={
        <Button onClick={startAnew}>
          <FilePlus2 size={18} aria-hidden="true" /> {text.dictate.startAnew}
        </Button>
      }
    >
      <p class="dictate-file">{recording.name}</p>
      <Waveform
        content={recording.content}
        player={player}
        ticks={ticks}
        duration={answer?.duration}
      />
      {answer === undefined && !isRunning && (
        <>
          <SettingsFields dictation={dictation} models={speech} />
          {dictation.work.value.kind === 'none' && (
            <Button look="primary" onClick={dictation.send}>
              {text.dictate.transcribe}
            </Button>
          )}
        </>
      )}
      <Progress dictation={dictation} />
      {isAsking && (
        <Dialog title={text.dictate.discardTitle} onClose={() => setAsking(false)}>
          <p>{text.dictate.discardWarning}</p>
          <div class="dictate-buttons">
            <Button
              look="danger"
              onClick={() => {
                setAsking(false);
                dictation.clear();
              }}
            >
              <Trash2 size={18} aria-hidden="true" /> {text.dictate.discard}
            </Button>
            <Button onClick={() => setAsking(false)}>{text.dictate.keep}</Button>
          </div>
        </Dialog>
      )}
    </Panel>
  );
}

/** What to know before reading: faults of the recording, dangerous doses, what was not done. */
function Caveats({ answer }: { readonly answer: TranscribeCreateAnswer }) {
  const { warnings, not_assessed: notAssessed, audio_accounting: accounting, words } = answer;
  const isSilent = words.length === 0;
  if (warnings.length === 0 && notAssessed.length === 0 && accounting.rejected === 0 && !isSilent) {
    return null;
  }
  return (
    <Panel title={text.dictate.caveats}>
      <ul class="dictate-caveats">
        {isSilent && <li>{text.dictate.noWords}</li>}
        {warnings.map((warning) => (
          <li key={warning}>
            <Badge tone="high">{text.dictate.warning}</Badge> {warning}
          </li>
        ))}
        {notAssessed.map(({ what, reason }) => (
          <li key={what}>
            <Badge tone="unknown">{text.common.notAssessed}</Badge> {what}: {reason}
          </li>
        ))}
        {accounting.rejected > 0 && <li>{text.dictate.rejected(accounting.rejected)}</li>}
      </ul>
    </Panel>
  );
}

function Legend() {
  return (
    <details class="dictate-legend">
      <summary>{text.dictate.legend}</summary>
      <ul>
        {(['low', 'medium', 'high', 'person'] as const).map((level) => (
          <li key={level}>
            <span class={`word word-${level}`}>{text.dictate.legendWord}</span>{' '}
            {text.dictate.legendOf[level]}
          </li>
        ))}
        <li>
          <span class="word word-pending">{text.dictate.legendWord}</span>{' '}
          {text.dictate.legendOf.pending}
        </li>
        <li>
          <mark class="entity entity-is-absent">
            {text.dictate.legendWord}
            <span class="entity-assertion"> {text.dictate.assertions.absent}</span>
          </mark>{' '}
          {text.dictate.legendOf.entity}
        </li>
      </ul>
      <p id="dictate-keys">{text.dictate.keys}</p>
    </details>
  );
}

function Changes({ dictation }: { readonly dictation: Dictation }) {
  const changes = dictation.changes.value;
  if (changes.length === 0) return null;
  return (
    <Panel title={text.dictate.changes(changes.length)}>
      <ul class="dictate-changes">
        {changes.map(({ from, to, at }, index) => (
          <li key={`${index} ${from} ${to}`}>
            {at !== undefined && <span class="numeric">{clockOf(at)} </span>}
            {from !== '' && <del>{from}</del>} {to !== '' && <ins>{to}</ins>}
            <span class="hidden-text">{text.dictate.changeInWords(from, to)}</span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function Filed({ dictation }: { readonly dictation: Dictation }) {
  const { world } = usePage();
  const filing = dictation.filing.value;
  if (filing.kind !== 'filed') return null;
  const { patient, resources, isFinal } = filing;
  return (
    <div class="dictate-filed" role="status">
      <p>
        <strong>{text.dictate.filed(patient.name || text.dictate.noName, isFinal)}</strong>
      </p>
      <p class="dictate-resources">{resources.join(' · ')}</p>
      <a href={pathIn(world, `patients/${patient.id}`)}>{text.dictate.toPatient}</a>
    </div>
  );
}

function Result({ dictation, player, answer }: PartProps & { answer: TranscribeCreateAnswer }) {
  const { session } = usePage();
  const [target, setTarget] = useState<{ readonly wordId: number }>();
  const [isFiling, setFiling] = useState(false);
  const words = dictation.words.value;
  const pending = dictation.pending.value;
  const checks = dictation.checks.value;
  const states = dictation.checkStates.value;
  const filing = dictation.filing.value;
  const plainText = useMemo(() => {
    const unsure = checks.filter(({ key }) => states.get(key) === 'pending');
    return plainTextOf(
      words,
      new Set(unsure.flatMap(({ wordIds }) => wordIds)),
      text.dictate.notVerified,
    );
  }, [words, checks, states]);
  useEffect(() => {
    if (filing.kind === 'filed') setFiling(false);
  }, [filing.kind]);
  const show = (wordId: number) => setTarget({ wordId });
  const mayFile = mayUse(session, 'fhir.write') && mayUse(session, 'fhir.read');
  return (
    <div class="dictate-result">
      <div class="dictate-side">
        <Caveats answer={answer} />
        <ChecksPanel dictation={dictation} player={player} onShow={show} />
      </div>
      <div class="dictate-main">
        <Panel
          title={text.dictate.transcript}
          actions={
            <>
              <Button
                look="quiet"
                label={text.dictate.undo}
                disabled={!dictation.canUndo.value}
                onClick={dictation.undo}
              >
                <Undo2 size={20} aria-hidden="true" />
              </Button>
              <CopyButton content={plainText} label={text.dictate.copyText} />
              {mayFile && (
                <Button
                  look="primary"
                  disabled={pending > 0 || words.length === 0 || filing.kind === 'filed'}
                  onClick={() => setFiling(true)}
                >
                  {text.dictate.file}
                </Button>
              )}
            </>
          }
        >
          <Filed dictation={dictation} />
          {pending > 0 && (
            <p class="dictate-pending">
              <TriangleAlert size={18} aria-hidden="true" /> {text.dictate.firstCheck(pending)}
            </p>
          )}
          <p class="dictate-confidence">
            {text.dictate.meanConfidence(percentOf(answer.confidence_score), words.length)}
          </p>
          <Legend />
          {words.length > 0 && (
            <TranscriptView dictation={dictation} player={player} target={target} />
          )}
        </Panel>
      </div>
      <div class="dictate-side dictate-side-below">
        <FindingsPanel dictation={dictation} onShow={show} />
        <Changes dictation={dictation} />
      </div>
      {isFiling && <FileDialog dictation={dictation} onClose={() => setFiling(false)} />}
    </div>
  );
}

export default function DictatePage() {
  const { world, session } = usePage();
  const dictation = useMemo(() => dictationOf(session, world), [session.user.user_id, world]);
  const player = useMemo(createPlayer, []);
  useLeaveWarning(dictation);
  usePauseWhenLeft(dictation);
  const answer = dictation.answer.value;
  const model = answer?.models.map(({ id, version }) => `${id} ${version}`).join(', ');
  return (
    <>
      <h1>{text.dictate.title}</h1>
      <ClinicalNotice>{text.dictate.notice(model)}</ClinicalNotice>
      <RecordingPanel dictation={dictation} player={player} />
      {answer !== undefined && (
        <Result key={answer.transcription_id} {...{ dictation, player, answer }} />
      )}
    </>
  );
}
