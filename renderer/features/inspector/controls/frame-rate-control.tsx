import { Radio } from '@base-ui/react/radio';
import { RadioGroup } from '@base-ui/react/radio-group';
import { useRef, useState } from 'react';
import { useEditorValue } from '#renderer/editor/editor-context.tsx';
import { useInspectorDispatch } from '#renderer/editor/field-edit.ts';
import { selectTotal } from '#renderer/editor/selectors.ts';
import { specWords } from '#renderer/strings/registry-strings.ts';
import { say } from '#renderer/strings/say.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Button } from '#renderer/ui/controls/button.tsx';
import { Field } from '#renderer/ui/controls/field.tsx';
import { Select } from '#renderer/ui/fields/select.tsx';
import { TextField } from '#renderer/ui/fields/text-field.tsx';
import { formatLength } from '#renderer/ui/format/duration.ts';
import { formatCount } from '#renderer/ui/format/number.ts';
import { Dialog } from '#renderer/ui/overlays/dialog.tsx';
import { formatTimecode } from '#shared/editing/model/timecode.ts';
import {
  COMMON_RATES,
  type FrameRate,
  formatFrameRate,
  parseFrameRate,
  sameFrameRate,
} from '#shared/template/values/frame-rate.ts';
import { rateText } from '../model/facts-text.ts';
import type { ControlProps } from './control-props.ts';
import styles from './fields.module.css';
import frameRateDialogStyles from './frame-rate-dialog.module.css';

const OTHER = 'other';

/** A control for a frame rate: a common rate, or any fraction. Before a change, a dialog explains its effect. */
export function FrameRateControl({ field, edit, text, invalid }: ControlProps) {
  const { inspector } = useStrings();
  const [requestedRate, setRequestedRate] = useState<FrameRate | 'other' | null>(null);
  const current = readRate(text);
  const rates = offeredRates(current);
  return (
    <>
      <Select
        value={current === null ? null : formatFrameRate(current)}
        label={specWords(field.spec).label}
        size="sm"
        invalid={invalid}
        className={styles.grow}
        options={[
          ...rates.map((rate) => ({
            value: formatFrameRate(rate),
            label: inspector.fps(rateText(rate)),
            ...(rate.denominator !== 1 && { hint: formatFrameRate(rate) }),
          })),
          { value: OTHER, label: inspector.ownRate },
        ]}
        onChange={(value) => {
          const rate = readRate(value);
          if (value === OTHER) setRequestedRate('other');
          else if (rate !== null && current === null) edit.commit(formatFrameRate(rate));
          else if (rate !== null && current !== null && !sameFrameRate(rate, current)) setRequestedRate(rate);
        }}
      />
      {requestedRate !== null && (
        <FrameRateDialog
          requested={requestedRate === 'other' ? null : requestedRate}
          current={current}
          onClose={() => setRequestedRate(null)}
        />
      )}
    </>
  );
}

/** Returns the frame rates to offer: the common rates, and the current rate if it is uncommon. */
export function offeredRates(current: FrameRate | null): readonly FrameRate[] {
  const rates = COMMON_RATES.flatMap((each) => readRate(each) ?? []);
  return current === null || rates.some((each) => sameFrameRate(each, current)) ? rates : [...rates, current];
}

/** Parses a frame rate; null if it is missing or invalid. */
export function readRate(text: string | null): FrameRate | null {
  const rate = text === null ? null : parseFrameRate(text);
  return rate?.ok ? rate.value : null;
}

export interface FrameRateDialogProps {
  /** The requested frame rate; null if the user types it in the dialog. */
  readonly requested: FrameRate | null;
  readonly current: FrameRate | null;
  readonly onClose: () => void;
}

/**
 * A dialog that asks whether frames or seconds stay the same with a new frame rate, and shows the effect on the movie.
 */
function FrameRateDialog({ requested, current, onClose }: FrameRateDialogProps) {
  const { inspector, kit } = useStrings();
  const dispatch = useInspectorDispatch();
  const total = useEditorValue(({ document }) => selectTotal(document.state));
  const [keep, setKeep] = useState<'frames' | 'seconds'>('frames');
  const [text, setText] = useState(current === null ? '' : formatFrameRate(current));
  const input = useRef<HTMLInputElement>(null);
  const typed = parseFrameRate(text);
  const rate = requested ?? (typed.ok ? typed.value : null);
  const problem = requested !== null || typed.ok ? undefined : `${inspector.rateField} ${say(typed.error)}.`;
  const submit = () => {
    if (rate === null) return;
    onClose();
    dispatch({ type: 'movie/set', frameRate: rate, keep });
  };
  const displayedRate = rate ?? current;
  return (
    <Dialog
      open
      onClose={onClose}
      title={requested === null ? inspector.rateOwnTitle : inspector.rateTitle(rateText(requested))}
      size="sm"
      initialFocus={requested === null ? input : undefined}
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
      {requested === null && (
        <Field label={inspector.rateField} hint={inspector.rateHint} problem={problem}>
          <TextField ref={input} value={text} onChange={setText} mono onFocus={(event) => event.target.select()} />
        </Field>
      )}
      {current !== null && displayedRate !== null && total > 0 && (
        <RadioGroup<'frames' | 'seconds'>
          aria-label={inspector.keepLabel}
          value={keep}
          onValueChange={setKeep}
          className={frameRateDialogStyles.choices}
        >
          <p className={frameRateDialogStyles.heading}>{inspector.keepLabel}</p>
          <Choice
            value="frames"
            label={inspector.keepFrames}
            hint={inspector.keepFramesHint(
              formatCount(total),
              formatTimecode(total, current),
              formatTimecode(total, displayedRate),
            )}
          />
          <Choice
            value="seconds"
            label={inspector.keepSeconds}
            hint={inspector.keepSecondsHint(formatLength((total * current.denominator) / current.numerator))}
          />
        </RadioGroup>
      )}
    </Dialog>
  );
}

function Choice({ value, label, hint }: { readonly value: string; readonly label: string; readonly hint: string }) {
  return (
    <Radio.Root value={value} aria-label={label} className={frameRateDialogStyles.choice}>
      <span className={frameRateDialogStyles.dot} />
      <span className={frameRateDialogStyles.name}>{label}</span>
      <span className={frameRateDialogStyles.hint}>{hint}</span>
    </Radio.Root>
  );
}
