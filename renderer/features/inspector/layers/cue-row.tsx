import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { TextField } from '#renderer/ui/fields/text-field.tsx';
import { formatCount } from '#renderer/ui/format/number.ts';
import { captionLimits } from '#shared/captions/cue.ts';
import type { WrittenCue } from '#shared/captions/edit-captions.ts';
import { formatTimecode, parseTime } from '#shared/editing/timecode.ts';
import { type FrameRate, frames, framesToSeconds, millisecondsToFrames } from '#shared/template/values/frame-rate.ts';
import { Problem } from '../fields/field-row.tsx';
import own from './layer-form.module.css';

/** Where the moments of a file of captions lie in the film. */
export interface CueClock {
  readonly rate: FrameRate;
  /** The frame of the film in which the file begins; below 0 where its beginning is left out. */
  readonly begin: number;
}

export interface CueRowProps {
  readonly cue: WrittenCue;
  readonly clock: CueClock;
  /** Where the cursor begins in its words, or that all of them are selected; null at their end. */
  readonly caret: number | 'all' | null;
  readonly onTime: (time: { readonly start?: number; readonly end?: number }) => void;
  readonly onWords: (words: string) => void;
  /** Cuts it at a place of words that may not be stored yet. */
  readonly onSplit: (words: string, at: number) => void;
  readonly onNext: (words: string) => void;
  readonly onStep: (direction: 'undo' | 'redo') => void;
  /** `isByKey` where the focus goes back to what it was opened from. */
  readonly onLeave: (isByKey: boolean) => void;
}

/** The frame of the film that a moment of the file falls on. */
export function cueFrame(milliseconds: number, { rate, begin }: CueClock): number {
  return millisecondsToFrames(milliseconds, rate) + begin;
}

/** The number of captions that are seen, but begin before the layer or end behind it. */
export function cutCues(
  spans: readonly { readonly from: number; readonly to: number }[],
  starts: number,
  ends: number,
): number {
  return spans.filter(({ from, to }) => to > starts && from < ends && (from < starts || to > ends)).length;
}

/** A cue whose words and times are written. Enter splits it, with Ctrl it goes on to the next, with Shift it breaks the line. */
export function CueRow({ cue, clock, caret, onTime, onWords, onSplit, onNext, onStep, onLeave }: CueRowProps) {
  const { inspector } = useStrings();
  const [typed, setTyped] = useState<string | null>(null);
  const words = typed ?? cue.words;
  const area = useRef<HTMLTextAreaElement>(null);
  const isGivenUp = useRef(false);
  useEffect(() => {
    const end = area.current?.value.length ?? 0;
    const [from, to] = caret === 'all' ? [0, end] : [caret ?? end, caret ?? end];
    area.current?.focus();
    area.current?.setSelectionRange(from, to);
  }, [caret]);
  const commit = () => {
    if (!isGivenUp.current && words !== cue.words) onWords(words);
    setTyped(null);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing) return;
    const { key, shiftKey, currentTarget } = event;
    const mod = event.ctrlKey || event.metaKey;
    if (key === 'Enter' && !shiftKey) {
      event.preventDefault();
      if (mod || currentTarget.selectionStart === words.length) onNext(words);
      else onSplit(words, currentTarget.selectionStart);
    } else if (key === 'Escape') {
      event.stopPropagation();
      isGivenUp.current = true;
      onLeave(true);
    } else if (mod && key.toLowerCase() === 'z' && words === cue.words) {
      event.preventDefault();
      event.stopPropagation();
      onStep(shiftKey ? 'redo' : 'undo');
    }
  };
  return (
    <fieldset
      className={own.cueEdited}
      aria-label={inspector.cueEdited}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) onLeave(false);
      }}
    >
      <div className={own.cueTimes}>
        <Moment label={inspector.cueStart} value={cue.start} clock={clock} onCommit={(start) => onTime({ start })} />
        <Moment label={inspector.cueEnd} value={cue.end} clock={clock} onCommit={(end) => onTime({ end })} />
      </div>
      <textarea
        maxLength={captionLimits.cueLength}
        ref={area}
        className={own.cueWords}
        dir="auto"
        rows={2}
        value={words}
        aria-label={inspector.cueWords}
        title={inspector.cueKeys}
        onChange={({ target }) => setTyped(target.value)}
        onBlur={commit}
        onKeyDown={onKeyDown}
      />
      {words.length >= captionLimits.cueLength && (
        <div className={own.cueFull} role="status">
          <Problem text={inspector.cueFull(formatCount(captionLimits.cueLength))} tone="warning" />
        </div>
      )}
    </fieldset>
  );
}

interface MomentProps {
  readonly label: string;
  /** Milliseconds of the file. */
  readonly value: number;
  readonly clock: CueClock;
  readonly onCommit: (milliseconds: number) => void;
}

/** A moment of the file, as a time of the film. */
function Moment({ label, value, clock, onCommit }: MomentProps) {
  const { rate, begin } = clock;
  const from = frames(Math.max(0, cueFrame(value, clock)));
  return (
    <TextField
      size="sm"
      mono
      label={label}
      value={formatTimecode(from, rate)}
      onCommit={(text) => {
        const entered = parseTime(text, { rate, from });
        if (entered.ok) onCommit(framesToSeconds(frames(entered.value - begin), rate) * 1000);
      }}
    />
  );
}
