import { Pause, Play, SkipBack } from 'lucide-preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type WaveSurfer from 'wavesurfer.js';
import { Button } from '../../components/button.js';
import { theme } from '../../state/theme.js';
import { text } from '../../text/en.js';
import { clockOf } from './confidence.js';
import type { Player } from './player.js';
import './waveform.css';

/** Beyond this, decoding the whole recording for its picture would take too much memory. */
const MAX_DRAWN_BYTES = 80_000_000;
const HEIGHT = 64;
const STEP_S = 5;

/**
 * The library brings its rules in a `style` element, which the content security policy refuses.
 * The same rules are allowed as a style sheet of the script; they are moved before the element
 * gets into the document.
 */
function moveStyle(wave: WaveSurfer): void {
  const root = wave.getWrapper().getRootNode();
  if (!(root instanceof ShadowRoot)) return;
  for (const style of root.querySelectorAll('style')) {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(style.textContent ?? '');
    root.adoptedStyleSheets.push(sheet);
    style.remove();
  }
}

function coloursOf(probe: HTMLElement) {
  const { color, borderTopColor, outlineColor } = getComputedStyle(probe);
  return { waveColor: color, progressColor: borderTopColor, cursorColor: outlineColor };
}

type Picture = 'loading' | 'drawn' | 'too_large' | 'failed';

export interface WaveformProps {
  readonly content: Blob;
  readonly player: Player;
  /** Seconds that a person should listen to. */
  readonly ticks: readonly number[];
  /** Of the recording, where it is known. */
  readonly duration: number | undefined;
}

/** The recording as a picture, to listen to and to find one's place in. */
export function Waveform({ content, player, ticks, duration }: WaveformProps) {
  const place = useRef<HTMLDivElement>(null);
  const probe = useRef<HTMLSpanElement>(null);
  const [picture, setPicture] = useState<Picture>('loading');
  const [length, setLength] = useState(duration ?? 0);
  const [isPlayable, setPlayable] = useState(true);
  const wave = useRef<WaveSurfer>();

  useEffect(() => {
    let isGone = false;
    const address = URL.createObjectURL(content);
    const fail = () => setPlayable(false);
    player.audio.addEventListener('error', fail);
    setPlayable(true);
    const draw = async () => {
      if (content.size > MAX_DRAWN_BYTES) {
        player.audio.src = address;
        setPicture('too_large');
        return;
      }
      const { default: Library } = await import('wavesurfer.js');
      if (isGone || place.current === null || probe.current === null) return;
      const container = document.createElement('div');
      const drawn = Library.create({
        container,
        media: player.audio,
        height: HEIGHT,
        barWidth: 2,
        barGap: 1,
        barRadius: 1,
        cursorWidth: 2,
        ...coloursOf(probe.current),
      });
      moveStyle(drawn);
      place.current.append(container);
      wave.current = drawn;
      // It gives the element an address of its own: the policy lets no page request a `blob:`.
      await drawn.loadBlob(content);
      if (isGone) return;
      setLength(drawn.getDuration());
      setPicture('drawn');
    };
    draw().catch(() => {
      if (isGone) return;
      // Without its picture it can still be heard.
      if (player.audio.src === '') player.audio.src = address;
      setPicture('failed');
    });
    return () => {
      isGone = true;
      player.audio.removeEventListener('error', fail);
      player.stop();
      wave.current?.destroy();
      wave.current = undefined;
      place.current?.replaceChildren();
      player.audio.removeAttribute('src');
      URL.revokeObjectURL(address);
    };
  }, [content, player]);

  useEffect(() => {
    const repaint = () => {
      if (probe.current !== null) wave.current?.setOptions(coloursOf(probe.current));
    };
    const scheme = matchMedia('(prefers-color-scheme: dark)');
    scheme.addEventListener('change', repaint);
    const stop = theme.subscribe(() => requestAnimationFrame(repaint));
    return () => {
      scheme.removeEventListener('change', repaint);
      stop();
    };
  }, []);

  const now = player.seconds.value;
  const total = duration ?? length;
  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Readonly<Record<string, number>> = { ArrowRight: STEP_S, ArrowLeft: -STEP_S };
    const step = steps[event.key];
    if (step !== undefined) player.seek(Math.min(total, now + step));
    else if (event.key === 'Home') player.seek(0);
    else if (event.key === ' ') player.toggle();
    else return;
    event.preventDefault();
  };
  return (
    <div class="waveform">
      <div class="waveform-buttons">
        <Button label={text.dictate.fromStart} look="quiet" onClick={() => player.seek(0)}>
          <SkipBack size={20} aria-hidden="true" />
        </Button>
        <Button
          label={player.isPlaying.value ? text.dictate.pausePlaying : text.dictate.play}
          onClick={() => player.toggle()}
        >
          {player.isPlaying.value ? (
            <Pause size={20} aria-hidden="true" />
          ) : (
            <Play size={20} aria-hidden="true" />
          )}
        </Button>
        <span class="numeric waveform-time">
          {clockOf(now)} / {clockOf(total)}
        </span>
      </div>
      <div
        class="waveform-picture"
        role="slider"
        tabIndex={0}
        aria-label={text.dictate.position}
        aria-valuemin={0}
        aria-valuemax={Math.ceil(total)}
        aria-valuenow={Math.round(now)}
        aria-valuetext={clockOf(now)}
        onKeyDown={onKeyDown}
      >
        <span ref={probe} class="waveform-colours" />
        <div ref={place} class="waveform-place" hidden={picture === 'failed'} />
        {total > 0 &&
          ticks.map((at) => (
            <span
              key={at}
              class="waveform-tick"
              style={{ left: `${Math.min(100, (100 * at) / total)}%` }}
            />
          ))}
      </div>
      {picture === 'too_large' && <p class="waveform-hint">{text.dictate.notDrawn}</p>}
      {!isPlayable && (
        <p class="waveform-hint" role="status">
          {text.dictate.notPlayable}
        </p>
      )}
    </div>
  );
}
