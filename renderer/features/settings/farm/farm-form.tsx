import { useState } from 'react';
import { problemText } from '#renderer/api/client/problem-words.ts';
import { type FarmSettings, useChangeFarm, useCheckFarm } from '#renderer/api/queries/use-farm.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Button } from '#renderer/ui/controls/button.tsx';
import { Field } from '#renderer/ui/controls/field.tsx';
import { TextField } from '#renderer/ui/fields/text-field.tsx';
import { useToast } from '#renderer/ui/overlays/toast.tsx';
import shared from '../page/settings.module.css';
import { CheckResult } from './check-result.tsx';
import { entryOf, type FarmEntry, isBucket, isComplete, wishOf } from './farm-entry.ts';
import styles from './farm-section.module.css';
import { RemoveFarm } from './remove-farm.tsx';

/** Queue and store, with what opens them; saved when somebody says so, since half of it would be no farm. */
export function FarmForm({ settings: { farm: set } }: { readonly settings: FarmSettings }) {
  const { farm } = useStrings();
  const { form: words } = farm;
  const toasts = useToast();
  const change = useChangeFarm();
  const check = useCheckFarm();
  const [entry, setEntry] = useState<FarmEntry>(() => entryOf(set));
  const complete = isComplete(entry);
  const save = () => {
    if (!complete) return;
    change.mutate(wishOf(entry), {
      onSuccess: (saved) => {
        setEntry(entryOf(saved.farm));
        toasts.show({ message: words.saved, detail: words.pending, tone: 'success' });
      },
      onError: (error) => toasts.show({ message: words.notSaved, detail: problemText(error), tone: 'danger' }),
    });
  };
  const type = (key: keyof FarmEntry, value: string) => {
    setEntry({ ...entry, [key]: value });
    // What was found out is of other addresses.
    check.reset();
  };
  const field = (
    key: keyof FarmEntry,
    options: { readonly placeholder?: string; readonly isSecret?: boolean } = {},
  ) => (
    <Field layout="row" label={words[key]}>
      <TextField
        size="sm"
        mono={key !== 'region'}
        type={options.isSecret === true ? 'password' : 'text'}
        value={entry[key]}
        placeholder={options.placeholder}
        onChange={(value) => type(key, value)}
      />
    </Field>
  );
  const stays = (isThere: boolean | undefined) => (isThere === true ? { placeholder: words.stays } : {});
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      {set === null && <p className={shared.hint}>{words.none}</p>}
      {field('queue', { placeholder: words.queueHint })}
      {field('username')}
      {field('password', { isSecret: true, ...stays(set?.hasPassword) })}
      {field('store', { placeholder: words.storeHint })}
      {isBucket(entry) && (
        <>
          {field('endpoint', { placeholder: words.endpointHint })}
          {field('region')}
          {field('accessKeyId', stays(set?.hasKeys))}
          {field('secretAccessKey', { isSecret: true, ...stays(set?.hasKeys) })}
        </>
      )}
      <p className={shared.hint}>{words.secretsHint}</p>
      <CheckResult check={check} />
      <div className={styles.buttons}>
        {set !== null && <RemoveFarm onRemoved={() => setEntry(entryOf(null))} />}
        <span className={shared.space} />
        <Button size="sm" busy={check.isPending} disabled={!complete} onClick={() => check.mutate(wishOf(entry))}>
          {words.test}
        </Button>
        <Button size="sm" variant="primary" type="submit" busy={change.isPending} disabled={!complete}>
          {words.save}
        </Button>
      </div>
    </form>
  );
}
