import { Radio } from '@base-ui/react/radio';
import { RadioGroup } from '@base-ui/react/radio-group';
import { useRef, useState } from 'react';
import { useInspectorDispatch } from '#renderer/common/edits/use-field-edit.ts';
import { useEditor } from '#renderer/state/editor-context.tsx';
import { selectTotal } from '#renderer/state/selectors.ts';
import { say } from '#renderer/strings/say.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Button } from '#renderer/ui/controls/button.tsx';
import { Field } from '#renderer/ui/controls/field.tsx';
import { TextField } from '#renderer/ui/fields/text-field.tsx';
import { formatDuration } from '#renderer/ui/format/duration.ts';
import { formatCount } from '#renderer/ui/format/number.ts';
import { Dialog } from '#renderer/ui/overlays/dialog.tsx';
import { formatTimecode } from '#shared/editing/timecode.ts';
import { type FrameRate, formatFrameRate, parseFrameRate } from '#shared/template/values/frame-rate.ts';
import { rateText } from '../model/source-facts.ts';
import styles from './frame-rate-dialog.module.css';

export interface FrameRateDialogProps {
  /** Null: it is asked for here. */
  readonly wanted: FrameRate | null;
  readonly now: FrameRate | null;
  readonly onClose: () => void;
}

/** Asks what a new frame rate keeps, and says what becomes of the film. */
export function FrameRateDialog({ wanted, now, onClose }: FrameRateDialogProps) {
  const { inspector, kit } = useStrings();
  const dispatch = useInspectorDispatch();
  const total = useEditor(selectTotal);
  const [keep, setKeep] = useState<'frames' | 'seconds'>('frames');
  const [text, setText] = useState(now === null ? '' : formatFrameRate(now));
  const input = useRef<HTMLInputElement>(null);
  const typed = parseFrameRate(text);
  const rate = wanted ?? (typed.ok ? typed.value : null);
  const problem = wanted !== null || typed.ok ? undefined : `${inspector.rateField} ${say(typed.error)}.`;
  const submit = () => {
    if (rate === null) return;
    onClose();
    dispatch({ type: 'movie/set', frameRate: rate, keep });
  };
  const shown = rate ?? now;
  return (
    <Dialog
      open
      onClose={onClose}
      title={wanted === null ? inspector.rateOwnTitle : inspector.rateTitle(rateText(wanted))}
      size="sm"
      initialFocus={wanted === null ? input : undefined}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose}>{kit.cancel}</Button>
          <Button type="submit" variant="primary" disabled={rate === null} tooltip={problem}>
            {inspector.change}
          </Button>
        </>
      }
    >
      {wanted === null && (
        <Field label={inspector.rateField} hint={inspector.rateHint} problem={problem}>
          <TextField ref={input} value={text} onChange={setText} mono onFocus={(event) => event.target.select()} />
        </Field>
      )}
      {now !== null && shown !== null && total > 0 && (
        <RadioGroup<'frames' | 'seconds'>
          aria-label={inspector.keepLabel}
          value={keep}
          onValueChange={setKeep}
          className={styles.choices}
        >
          <p className={styles.heading}>{inspector.keepLabel}</p>
          <Choice
            value="frames"
            label={inspector.keepFrames}
            hint={inspector.keepFramesHint(
              formatCount(total),
              formatTimecode(total, now),
              formatTimecode(total, shown),
            )}
          />
          <Choice
            value="seconds"
            label={inspector.keepSeconds}
            hint={inspector.keepSecondsHint(formatDuration((total * now.denominator) / now.numerator))}
          />
        </RadioGroup>
      )}
    </Dialog>
  );
}

function Choice({ value, label, hint }: { readonly value: string; readonly label: string; readonly hint: string }) {
  return (
    <Radio.Root value={value} aria-label={label} className={styles.choice}>
      <span className={styles.dot} />
      <span className={styles.name}>{label}</span>
      <span className={styles.hint}>{hint}</span>
    </Radio.Root>
  );
}
