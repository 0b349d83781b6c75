import { useEffect, useRef, useState } from 'react';
import { useEditor, useEditorActions, useEditorStore } from '#renderer/state/editor-context.tsx';
import { selectRate, selectTotal } from '#renderer/state/selectors.ts';
import { say } from '#renderer/strings/say.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Tooltip } from '#renderer/ui/display/tooltip.tsx';
import { formatTimecode, parseTime } from '#shared/editing/timecode.ts';
import { frameRate } from '#shared/template/values/frame-rate.ts';
import styles from './transport-bar.module.css';

const ANY_RATE = frameRate(25);

export interface TimeReadoutProps {
  readonly typing: boolean;
  readonly onTyping: (typing: boolean) => void;
}

/** Where the playhead is, as time and as a frame, and how long the film is. */
export function TimeReadout({ typing, onTyping }: TimeReadoutProps) {
  const { preview } = useStrings();
  const playhead = useEditor((state) => state.playhead);
  const rate = useEditor(selectRate) ?? ANY_RATE;
  const total = useEditor(selectTotal);
  const time = formatTimecode(playhead, rate);
  /** What had the focus before it was typed; null where that is left to where it is. */
  const returnTo = useRef<Element | null>(null);
  useEffect(() => {
    if (typing) return;
    const before = returnTo.current;
    returnTo.current = null;
    if (before === null) return;
    // A palette that it was chosen in is gone by now.
    if (before.isConnected && before instanceof HTMLElement && before !== document.body) before.focus();
    // A click on the time had taken the focus; from the picture, Space plays.
    else document.querySelector<HTMLElement>('[data-stage]')?.focus({ preventScroll: true });
  }, [typing]);
  return (
    <div className={styles.time}>
      {typing ? (
        <TimeEntryField
          time={time}
          onDone={(before) => {
            // The field is taken away with the focus on it, which may be told as a loss of it.
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
  /** Given what had the focus before, where keys ended it; null where the focus went elsewhere by itself. */
  readonly onDone: (before: Element | null) => void;
}

function TimeEntryField({ time, onDone }: TimeEntryFieldProps) {
  const { preview } = useStrings();
  const store = useEditorStore();
  const { seek } = useEditorActions();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(time);
  const [problem, setProblem] = useState<string | null>(null);
  const before = useRef<Element | null>(null);
  useEffect(() => {
    before.current = document.activeElement;
    input.current?.select();
  }, []);

  const go = () => {
    const { movie, playhead } = store.getState();
    const parsed = parseTime(text, { rate: movie?.frameRate ?? ANY_RATE, from: playhead });
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
          // The button that takes the place of the field would be pressed by the same key.
          event.preventDefault();
          go();
        }
        if (event.key === 'Escape') {
          event.stopPropagation();
          onDone(before.current);
        }
      }}
    />
  );
}
