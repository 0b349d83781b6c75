import { useEditingRecordStore, useOpenRecord } from '#renderer/state/editing-record-context.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Button } from '#renderer/ui/controls/button.tsx';
import styles from './automatic-banner.module.css';
import { setTitle } from './set-title.ts';
import { showSet } from './shown-values.ts';
import { useSamples } from './use-samples.ts';

/** Says why nothing can be changed while the values make themselves. */
export function AutomaticBanner() {
  const { variables: words } = useStrings();
  const { automatic } = useSamples();
  const store = useEditingRecordStore();
  const chosen = useOpenRecord((record) => record.chosen);
  const set = useOpenRecord((record) => record.dataSets.find(({ id }) => id === record.chosen));
  if (automatic === null) return null;
  return (
    <div className={styles.banner}>
      <span className={styles.words}>{words.automaticReadOnly(words[automatic])}</span>
      <Button size="sm" onClick={() => store.update((record) => showSet(record, chosen))}>
        {set === undefined ? '' : setTitle(set, words)}
      </Button>
    </div>
  );
}
