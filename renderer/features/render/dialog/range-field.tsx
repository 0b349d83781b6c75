import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Segmented } from '#renderer/ui/controls/segmented.tsx';
import { formatTimecode } from '#shared/editing/timecode.ts';
import type { RenderForm, WantedRange } from '../form/use-render-form.ts';
import styles from './render-dialog.module.css';

/** The whole film, or what lies between its in and out points. */
export function RangeField({ form }: { readonly form: RenderForm }) {
  const { render: words } = useStrings();
  const { marked, range, chooseRange, check } = form;
  const rate = check.picture?.frameRate;
  return (
    <div className={styles.row}>
      <span className={styles.label}>{words.range}</span>
      <div className={styles.stack}>
        <Segmented<WantedRange>
          label={words.range}
          className={styles.wide}
          value={range}
          onChange={chooseRange}
          options={[
            { value: 'whole', label: words.ranges.whole },
            { value: 'marked', label: words.ranges.marked, disabled: marked === null },
          ]}
        />
        {marked === null || rate === undefined ? (
          <p className={styles.hint}>{words.rangeHint}</p>
        ) : (
          <p className={`${styles.hint} tabular`}>
            {words.rangeFromTo(formatTimecode(marked.from, rate), formatTimecode(marked.to, rate))}
          </p>
        )}
      </div>
    </div>
  );
}
