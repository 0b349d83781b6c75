import { useState } from 'react';
import { specWords } from '#renderer/strings/registry-words.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Select } from '#renderer/ui/fields/select.tsx';
import { type FrameRate, formatFrameRate, sameFrameRate } from '#shared/template/values/frame-rate.ts';
import { rateText } from '../model/source-facts.ts';
import type { ControlProps } from './control-props.ts';
import styles from './fields.module.css';
import { FrameRateDialog } from './frame-rate-dialog.tsx';
import { offeredRates, readRate } from './offered-rates.ts';

const OTHER = 'other';

/** A frame rate: one of the usual ones, or any fraction. What a change does to the film is said before it is made. */
export function FrameRateControl({ field, edit, text, invalid }: ControlProps) {
  const { inspector } = useStrings();
  const [asked, setAsked] = useState<FrameRate | 'other' | null>(null);
  const now = readRate(text);
  const rates = offeredRates(now);
  return (
    <>
      <Select
        value={now === null ? null : formatFrameRate(now)}
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
          if (value === OTHER) setAsked('other');
          else if (rate !== null && now === null) edit.commit(formatFrameRate(rate));
          else if (rate !== null && now !== null && !sameFrameRate(rate, now)) setAsked(rate);
        }}
      />
      {asked !== null && (
        <FrameRateDialog wanted={asked === 'other' ? null : asked} now={now} onClose={() => setAsked(null)} />
      )}
    </>
  );
}
