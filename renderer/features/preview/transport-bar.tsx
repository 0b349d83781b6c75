import { clsx } from 'clsx';
import { Maximize, Minimize, Pause, Play, Volume1, Volume2, VolumeX } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { ActionIconButton, actionEntries, useAction, useActions } from '#renderer/actions/use-actions.tsx';
import { useEditor, useEditorValue } from '#renderer/editor/editor-context.tsx';
import { selectRate, selectTotal } from '#renderer/editor/selectors.ts';
import { type StereoLevels, useMeter } from '#renderer/editor/sound-output.ts';
import { METER_FLOOR } from '#renderer/playback/play/meter.ts';
import type { SoundOutput } from '#renderer/playback/play/sound-output.ts';
import { say } from '#renderer/strings/say.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { tokenColor } from '#renderer/ui/browser/shown-theme.ts';
import { IconButton } from '#renderer/ui/controls/icon-button.tsx';
import { Slider } from '#renderer/ui/controls/slider.tsx';
import { Tooltip } from '#renderer/ui/display/tooltip.tsx';
import { ContextMenu } from '#renderer/ui/overlays/context-menu.tsx';
import { toastInset } from '#renderer/ui/overlays/toast-inset.ts';
import { formatTimecode, parseTime } from '#shared/editing/model/timecode.ts';
import { frameRate } from '#shared/template/values/frame-rate.ts';
import type { FullScreen } from './full-screen.ts';
import soundMeterStyles from './sound-meter.module.css';
import styles from './transport-bar.module.css';

export interface TransportBarProps {
  /** The sound output; undefined until it is ready. */
  readonly output: SoundOutput | undefined;
  /** Whether the user is typing a time. */
  readonly typing: boolean;
  readonly onTyping: (typing: boolean) => void;
  readonly fullScreen: FullScreen;
}

/** The transport bar: time, playback controls, sound, and view controls. */
export function TransportBar({ output, typing, onTyping, fullScreen }: TransportBarProps) {
  const { preview } = useStrings();
  const playing = useEditorValue(({ document }) => document.state.playing);
  const play = useAction('play/toggle');
  const toFullScreen = useAction('preview/full-screen');
  const meters = useAction('view/meters');
  return (
    <div ref={toastInset} className={styles.bar} role="toolbar" aria-label={preview.transport}>
      <TimeReadout typing={typing} onTyping={onTyping} />
      <div className={styles.group}>
        <ActionIconButton action="play/start" className={styles.extra} />
        <ActionIconButton action="play/frame-back" className={styles.step} />
        <IconButton
          icon={playing ? Pause : Play}
          filled
          label={play.label}
          keys={play.keys}
          disabled={!play.enabled}
          onClick={play.run}
          className={styles.play}
        />
        <ActionIconButton action="play/frame-forward" className={styles.step} />
        <ActionIconButton action="play/end" className={styles.extra} />
      </div>
      <div className={clsx(styles.group, styles.end)}>
        <ActionIconButton action="play/loop" className={styles.extra} />
        <VolumeControl />
        {meters.checked !== true && <SoundMeter output={output} />}
        <ActionIconButton action="preview/safe-areas" />
        <IconButton
          icon={fullScreen.on ? Minimize : Maximize}
          label={fullScreen.on ? preview.leaveFullScreen : toFullScreen.label}
          keys={toFullScreen.keys}
          onClick={fullScreen.toggle}
        />
      </div>
    </div>
  );
}

export const FALLBACK_RATE = frameRate(25);

export interface TimeReadoutProps {
  readonly typing: boolean;
  readonly onTyping: (typing: boolean) => void;
}

/** The timecode and the frame at the playhead, with the duration of the movie. */
function TimeReadout({ typing, onTyping }: TimeReadoutProps) {
  const { preview } = useStrings();
  const playhead = useEditorValue(({ document }) => document.state.playhead);
  const rate = useEditorValue(({ document }) => selectRate(document.state)) ?? FALLBACK_RATE;
  const total = useEditorValue(({ document }) => selectTotal(document.state));
  const time = formatTimecode(playhead, rate);
  /** The element to focus after the time field closes; null to leave the focus. */
  const returnTo = useRef<Element | null>(null);
  useEffect(() => {
    if (typing) return;
    const before = returnTo.current;
    returnTo.current = null;
    if (before === null) return;
    // The element is disconnected if it was in a palette that has closed in the meantime.
    if (before.isConnected && before instanceof HTMLElement && before !== document.body) before.focus();
    // Otherwise, focus the picture, where Space starts playback.
    else document.querySelector<HTMLElement>('[data-stage]')?.focus({ preventScroll: true });
  }, [typing]);
  return (
    <div className={styles.time}>
      {typing ? (
        <TimeEntryField
          time={time}
          onDone={(before) => {
            // Keep the first value, because browsers can report an additional blur when React removes the focused
            // field.
            returnTo.current ??= before;
            onTyping(false);
          }}
        />
      ) : (
        <Tooltip content={preview.goToTime} keys="G" side="top">
          <button
            type="button"
            className={styles.timecode}
            aria-label={`${preview.goToTime}: ${time}`}
            onClick={() => onTyping(true)}
          >
            {time}
          </button>
        </Tooltip>
      )}
      <span className={styles.frame}>{preview.frame(String(playhead))}</span>
      <span className={styles.total} title={preview.total(String(total))}>
        {preview.of(formatTimecode(total, rate))}
      </span>
    </div>
  );
}

interface TimeEntryFieldProps {
  readonly time: string;
  /**
   * Called when editing ends. If a key ended editing, `before` is the previously focused element. If the focus has
   * moved, it is null.
   */
  readonly onDone: (before: Element | null) => void;
}

function TimeEntryField({ time, onDone }: TimeEntryFieldProps) {
  const { preview } = useStrings();
  const editor = useEditor();
  const { seek } = editor.playback;
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(time);
  const [problem, setProblem] = useState<string | null>(null);
  const before = useRef<Element | null>(null);
  useEffect(() => {
    before.current = document.activeElement;
    input.current?.select();
  }, []);

  const submit = () => {
    const { movie, playhead } = editor.document.state;
    const parsed = parseTime(text, { rate: movie?.frameRate ?? FALLBACK_RATE, from: playhead });
    if (!parsed.ok) {
      setProblem(say(parsed.error));
      return;
    }
    seek(parsed.value);
    onDone(before.current);
  };
  return (
    <input
      ref={input}
      className={styles.timeField}
      aria-label={preview.timecode}
      aria-invalid={problem !== null || undefined}
      title={problem ?? undefined}
      value={text}
      spellCheck={false}
      autoComplete="off"
      onChange={(event) => {
        setText(event.target.value);
        setProblem(null);
      }}
      onBlur={() => onDone(null)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') {
          // Prevent the default action, which would press the button that replaces the field.
          event.preventDefault();
          submit();
        }
        if (event.key === 'Escape') {
          event.stopPropagation();
          onDone(before.current);
        }
      }}
    />
  );
}

/** The volume of playback. It does not change the movie. */
function VolumeControl() {
  const { preview } = useStrings();
  const { playback } = useEditor();
  const volume = useEditorValue(({ document }) => document.state.volume);
  const muted = useEditorValue(({ document }) => document.state.muted);
  const actions = useActions();
  const mute = useAction('play/mute');
  const audibleVolume = muted ? 0 : volume;
  const setVolume = (percent: number) => playback.set({ volume: percent / 100, muted: percent === 0 });
  return (
    <ContextMenu entries={() => actionEntries(actions, ['play/mute', 'play/scrub-sound'])}>
      <div className={styles.volume}>
        <IconButton
          icon={audibleVolume === 0 ? VolumeX : audibleVolume < 0.5 ? Volume1 : Volume2}
          label={muted ? preview.unmute : mute.label}
          keys={mute.keys}
          disabled={!mute.enabled}
          onClick={mute.run}
        />
        <div className={styles.slider}>
          <Slider
            value={Math.round(audibleVolume * 100)}
            min={0}
            max={100}
            step={5}
            label={preview.volume}
            valueText={preview.percent}
            onPreview={setVolume}
            onCommit={setVolume}
            onCancel={() => playback.set({ volume, muted })}
          />
        </div>
      </div>
    </ContextMenu>
  );
}

const METER_WIDTH = 72;
const METER_HEIGHT = 14;
/** The height of one channel's bar, and the gap between both bars, in pixels. */
const CHANNEL_HEIGHT = 6;
const METER_GAP = 2;
/** The minimum level in dBFS at which the meter is red. */
const HOT_LEVEL = -1;

export interface SoundMeterProps {
  readonly output: SoundOutput | undefined;
}

/**
 * The level meter during playback, with the left channel above the right one. Each bar shows the peak, the mean (RMS),
 * and the held peak.
 */
function SoundMeter({ output }: SoundMeterProps) {
  const strings = useStrings().preview.meter;
  const canvas = useRef<HTMLCanvasElement>(null);
  const paintLevels = useCallback((levels: StereoLevels) => {
    const context = canvas.current?.getContext('2d');
    if (context != null) paintMeter(context, levels);
  }, []);
  const { meterRef, clipped, resetClipping } = useMeter(output, paintLevels);
  return (
    <div className={soundMeterStyles.meter} title={strings.level}>
      <canvas
        ref={canvas}
        width={METER_WIDTH * 2}
        height={METER_HEIGHT * 2}
        style={{ width: METER_WIDTH, height: METER_HEIGHT }}
      />
      <meter
        ref={meterRef}
        className="visually-hidden"
        aria-label={strings.level}
        min={METER_FLOOR}
        max={0}
        value={METER_FLOOR}
      />
      {clipped.includes(true) && (
        <button
          type="button"
          className={soundMeterStyles.clipped}
          aria-label={strings.clipped}
          title={strings.clipped}
          onClick={resetClipping}
        />
      )}
    </div>
  );
}

function paintMeter(context: CanvasRenderingContext2D, levels: StereoLevels): void {
  context.setTransform(2, 0, 0, 2, 0, 0);
  context.clearRect(0, 0, METER_WIDTH, METER_HEIGHT);
  const color = tokenColor('--text-2');
  for (const [at, { peak, rms, peakHold }] of levels.entries()) {
    const top = at * (CHANNEL_HEIGHT + METER_GAP);
    context.fillStyle = tokenColor('--line');
    context.fillRect(0, top, METER_WIDTH, CHANNEL_HEIGHT);
    context.fillStyle = peak >= HOT_LEVEL ? tokenColor('--danger') : color;
    context.globalAlpha = 0.5;
    context.fillRect(0, top, levelPixels(peak), CHANNEL_HEIGHT);
    context.globalAlpha = 1;
    context.fillRect(0, top, levelPixels(rms), CHANNEL_HEIGHT);
    if (peakHold > METER_FLOOR) {
      context.fillStyle = peakHold >= HOT_LEVEL ? tokenColor('--danger') : color;
      context.fillRect(Math.max(0, levelPixels(peakHold) - 1), top, 1, CHANNEL_HEIGHT);
    }
  }
}

/** Returns the x coordinate of a level on the meter in pixels. */
function levelPixels(level: number): number {
  return METER_WIDTH * (1 - level / METER_FLOOR);
}
