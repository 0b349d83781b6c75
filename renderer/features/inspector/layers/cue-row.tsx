import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { startDrag } from '#renderer/interaction/drag.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { isMac } from '#renderer/ui/browser/platform.ts';
import { Button } from '#renderer/ui/controls/button.tsx';
import { TextField } from '#renderer/ui/fields/text-field.tsx';
import { keysLabel } from '#renderer/ui/format/keys.ts';
import { formatCount, formatSigned } from '#renderer/ui/format/number.ts';
import { type CaptionsForm, captionLimits } from '#shared/captions/cue.ts';
import { type WrittenCue, type WrittenWord, wordsOfWrittenCue } from '#shared/captions/edit-captions.ts';
import { formatTimecode, parseTime } from '#shared/editing/model/timecode.ts';
import { type FrameRate, frames, framesToSeconds, millisecondsToFrames } from '#shared/template/values/frame-rate.ts';
import { Problem } from '../fields/field-row.tsx';
import own from './layer-form.module.css';

/** The conversion between times of a captions file and frames of the timeline. */
export interface CueClock {
  readonly rate: FrameRate;
  /** The frame of the timeline at time 0 of the file. It is negative if the layer skips the start of the file. */
  readonly begin: number;
}

export interface CueRowProps {
  readonly cue: WrittenCue;
  readonly clock: CueClock;
  /** The initial caret position. `all` selects all words; null places the caret at the end. */
  readonly caret: number | 'all' | null;
  readonly onTime: (time: { readonly start?: number; readonly end?: number }) => void;
  readonly onWords: (words: string) => void;
  /** Splits the cue at a caret position in the typed words. The typed words may not be saved yet. */
  readonly onSplit: (words: string, at: number) => void;
  readonly onNext: (words: string) => void;
  readonly onStep: (direction: 'undo' | 'redo') => void;
  /** Called when editing ends. If a key ended it (`isByKey`), the focus returns to the list. */
  readonly onLeave: (isByKey: boolean) => void;
  /** The words with their times, below the text. */
  readonly children?: ReactNode;
}

/** Converts a time of the file to a frame of the timeline. */
export function cueFrame(milliseconds: number, { rate, begin }: CueClock): number {
  return millisecondsToFrames(milliseconds, rate) + begin;
}

/** Returns the number of visible cues that the start or the end of the layer cuts off. */
export function cutCues(
  spans: readonly { readonly from: number; readonly to: number }[],
  layerStart: number,
  layerEnd: number,
): number {
  return spans.filter(({ from, to }) => to > layerStart && from < layerEnd && (from < layerStart || to > layerEnd))
    .length;
}

/**
 * A row that edits the words and times of a cue. Enter splits the cue, Ctrl+Enter goes to the next cue, and Shift+Enter
 * inserts a line break.
 */
export function CueRow({
  cue,
  clock,
  caret,
  onTime,
  onWords,
  onSplit,
  onNext,
  onStep,
  onLeave,
  children,
}: CueRowProps) {
  const { inspector } = useStrings();
  const [typed, setTyped] = useState<string | null>(null);
  const words = typed ?? cue.words;
  const area = useRef<HTMLTextAreaElement>(null);
  const isCanceled = useRef(false);
  useEffect(() => {
    const end = area.current?.value.length ?? 0;
    const [from, to] = caret === 'all' ? [0, end] : [caret ?? end, caret ?? end];
    area.current?.focus();
    area.current?.setSelectionRange(from, to);
  }, [caret]);
  const commit = () => {
    if (!isCanceled.current && words !== cue.words) onWords(words);
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
      isCanceled.current = true;
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
        <TimeField label={inspector.cueStart} value={cue.start} clock={clock} onCommit={(start) => onTime({ start })} />
        <TimeField label={inspector.cueEnd} value={cue.end} clock={clock} onCommit={(end) => onTime({ end })} />
      </div>
      <textarea
        maxLength={captionLimits.cueLength}
        ref={area}
        className={own.cueWords}
        dir="auto"
        rows={2}
        value={words}
        aria-label={inspector.cueWords}
        title={inspector.cueKeys({
          lineBreak: keysLabel('Shift+Enter', isMac),
          next: keysLabel('Mod+Enter', isMac),
        })}
        onChange={({ target }) => setTyped(target.value)}
        onBlur={commit}
        onKeyDown={onKeyDown}
      />
      {words.length >= captionLimits.cueLength && (
        <div className={own.cueFull} role="status">
          <Problem text={inspector.cueFull(formatCount(captionLimits.cueLength))} tone="warning" />
        </div>
      )}
      {children}
    </fieldset>
  );
}

interface TimeFieldProps {
  readonly label: string;
  /** The time in milliseconds from the start of the file. */
  readonly value: number;
  readonly clock: CueClock;
  readonly onCommit: (milliseconds: number) => void;
}

/** A field for a time in the file, shown and edited as a timecode of the timeline. */
function TimeField({ label, value, clock, onCommit }: TimeFieldProps) {
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

interface WordStripProps {
  readonly cue: WrittenCue;
  readonly form: CaptionsForm;
  /** Saves the times of the words. */
  readonly onTimes: (words: readonly WrittenWord[]) => void;
  /** Removes the times of the words, so that they are spread over the cue. */
  readonly onSpread: () => void;
}

/** The minimum duration of a word, and the step of the arrow keys, in milliseconds. */
const MIN_WORD = 20;
const STEP = 50;

/** The words of a cue along its time. The user moves the edges between words by dragging or with the arrow keys. */
export function WordStrip({ cue, form, onTimes, onSpread }: WordStripProps) {
  const { inspector } = useStrings();
  const strip = useRef<HTMLDivElement>(null);
  const [dragged, setDragged] = useState<readonly WrittenWord[] | null>(null);
  const written = wordsOfWrittenCue(cue, form);
  if (written === null || written.length < 2) return null;
  const words = dragged ?? written;
  const length = cue.end - cue.start;
  const onPointerDown = (index: number) => (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    event.preventDefault();
    event.currentTarget.focus();
    const width = strip.current?.getBoundingClientRect().width ?? 1;
    const at = (dx: number) => withEdge(written, index, (written[index]?.from ?? 0) + (dx / width) * length);
    startDrag(
      event,
      {
        move: ({ dx }) => setDragged(at(dx)),
        end: ({ dx }) => {
          setDragged(null);
          onTimes(at(dx));
        },
        cancel: () => setDragged(null),
      },
      { axis: 'x', cursor: 'ew-resize' },
    );
  };
  const onKeyDown = (index: number) => (event: KeyboardEvent) => {
    const step = event.key === 'ArrowLeft' ? -STEP : event.key === 'ArrowRight' ? STEP : 0;
    if (step === 0) return;
    event.preventDefault();
    onTimes(withEdge(written, index, (written[index]?.from ?? 0) + step));
  };
  return (
    <div className={own.stripWords}>
      <div ref={strip} className={own.strip} dir="ltr">
        {words.map((word, index) => (
          <span
            key={word.at}
            className={own.stripWord}
            style={{ flexGrow: Math.max(1, word.to - word.from) }}
            title={`${word.text} ${secondsOf(word.from)}–${secondsOf(word.to)}`}
          >
            {index > 0 && (
              <span
                role="slider"
                tabIndex={0}
                className={own.edge}
                aria-label={inspector.wordStart(word.text)}
                aria-valuemin={cue.start}
                aria-valuemax={cue.end}
                aria-valuenow={Math.round(word.from)}
                aria-valuetext={secondsOf(word.from)}
                onPointerDown={onPointerDown(index)}
                onKeyDown={onKeyDown(index)}
              />
            )}
            <span className={own.stripText} dir="auto">
              {word.text}
            </span>
          </span>
        ))}
      </div>
      {/<[\d:.,]+>/.test(cue.words) && (
        <Button size="sm" onClick={onSpread}>
          {inspector.spreadWords}
        </Button>
      )}
    </div>
  );
}

function secondsOf(milliseconds: number): string {
  return `${formatSigned(milliseconds / 1000, 2)} s`;
}

/**
 * Returns the words with a changed start time of one word. The time is clamped between the starts of the neighboring
 * words.
 */
function withEdge(words: readonly WrittenWord[], index: number, time: number): readonly WrittenWord[] {
  const [before, word] = [words[index - 1], words[index]];
  if (before === undefined || word === undefined) return words;
  const from = Math.round(Math.min(word.to - MIN_WORD, Math.max(before.from + MIN_WORD, time)));
  return words.map((each, at) => {
    if (at === index - 1) return { ...each, to: from };
    return at === index ? { ...each, from } : each;
  });
}
