import { Mic, Pause, Play, Square } from 'lucide-preact';
import { useEffect, useState } from 'preact/hooks';
import { Button } from '../../components/button.js';
import { Field } from '../../components/field.js';
import { FileDrop } from '../../components/file-drop.js';
import { text } from '../../text/en.js';
import { clockOf } from './confidence.js';
import type { Dictation } from './dictation.js';
import type { Recorder } from './recorder.js';
import './recorder-panel.css';

/** Words for the level, for people who do not see the bar or its colour. */
const LEVELS = [
  { below: 0.12, word: text.dictate.levels.silent },
  { below: 0.35, word: text.dictate.levels.quiet },
  { below: 0.9, word: text.dictate.levels.good },
] as const;

const levelWord = (level: number): string =>
  LEVELS.find(({ below }) => level < below)?.word ?? text.dictate.levels.loud;

function Level({ recorder }: { readonly recorder: Recorder }) {
  const level = recorder.level.value;
  return (
    <div class="recorder-level">
      <meter aria-label={text.dictate.level} min={0} max={1} low={0.2} high={0.9} value={level} />
      <span class="recorder-level-word">{levelWord(level)}</span>
    </div>
  );
}

const nameOfRecording = (): string =>
  `dictation-${new Date().toISOString().slice(0, 19).replace(/[T:]/g, '-')}.webm`;

function Running({ dictation }: { readonly dictation: Dictation }) {
  const { recorder } = dictation;
  const isPaused = recorder.state.value === 'paused';
  const stop = async () => {
    const content = await recorder.stop();
    if (content !== undefined) dictation.setRecording({ content, name: nameOfRecording() });
  };
  return (
    <div class="recorder-running">
      <p class="recorder-state" role="status">
        <span class={`recorder-mark${isPaused ? '' : ' recorder-mark-on'}`} aria-hidden="true" />
        {isPaused ? text.dictate.paused : text.dictate.recording}
      </p>
      <span class="numeric recorder-clock" role="timer" aria-label={text.dictate.recorded}>
        {clockOf(recorder.seconds.value)}
      </span>
      <Level recorder={recorder} />
      <div class="recorder-buttons">
        {isPaused && recorder.problem.value !== 'lost' && (
          <Button onClick={() => recorder.resume()}>
            <Play size={18} aria-hidden="true" /> {text.dictate.resume}
          </Button>
        )}
        {!isPaused && (
          <Button onClick={() => recorder.pause()}>
            <Pause size={18} aria-hidden="true" /> {text.dictate.pause}
          </Button>
        )}
        <Button look="primary" onClick={() => void stop()}>
          <Square size={18} aria-hidden="true" /> {text.dictate.finish}
        </Button>
      </div>
    </div>
  );
}

const ACCEPTED = 'audio/*,.wav,.flac,.mp3,.ogg,.oga,.opus,.webm';

/** Where a recording comes from: the microphone or a file. */
export function RecorderPanel({ dictation }: { readonly dictation: Dictation }) {
  const { recorder } = dictation;
  const [deviceId, setDeviceId] = useState('');
  const state = recorder.state.value;
  const problem = recorder.problem.value;
  const microphones = recorder.microphones.value;
  useEffect(() => {
    const list = () => void recorder.listMicrophones();
    list();
    navigator.mediaDevices?.addEventListener('devicechange', list);
    return () => navigator.mediaDevices?.removeEventListener('devicechange', list);
  }, [recorder]);
  const isRunning = state === 'recording' || state === 'paused';
  return (
    <div class="recorder">
      {problem !== undefined && (
        <p class="recorder-problem" role="alert">
          {text.dictate.problems[problem]}
        </p>
      )}
      {isRunning ? (
        <Running dictation={dictation} />
      ) : (
        <div class="recorder-sources">
          <div class="recorder-source">
            <Field label={text.dictate.microphone}>
              {(attributes) => (
                <select
                  {...attributes}
                  value={deviceId}
                  onChange={({ currentTarget }) => setDeviceId(currentTarget.value)}
                >
                  <option value="">{text.dictate.usualMicrophone}</option>
                  {microphones
                    .filter((microphone) => microphone.deviceId !== 'default')
                    .map(({ deviceId: id, label }, index) => (
                      <option key={id} value={id}>
                        {label === '' ? text.dictate.microphoneNumber(index + 1) : label}
                      </option>
                    ))}
                </select>
              )}
            </Field>
            <Button
              look="primary"
              busy={state === 'asking'}
              onClick={() => void recorder.start(deviceId)}
            >
              <Mic size={20} aria-hidden="true" /> {text.dictate.record}
            </Button>
          </div>
          <FileDrop
            label={text.dictate.chooseRecording}
            hint={text.dictate.formats}
            accept={ACCEPTED}
            onFiles={([file]) => {
              if (file !== undefined) dictation.setRecording({ content: file, name: file.name });
            }}
          />
        </div>
      )}
    </div>
  );
}
