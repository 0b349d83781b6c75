import { Copy } from 'lucide-react';
import { useState } from 'react';
import { problemWords } from '#renderer/api/client/problem-words.ts';
import { useDesktop, useNavigation } from '#renderer/shell/window/window-context.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { readStored, writeStored } from '#renderer/ui/browser/stored.ts';
import { Button } from '#renderer/ui/controls/button.tsx';
import { Checkbox } from '#renderer/ui/controls/checkbox.tsx';
import { Field } from '#renderer/ui/controls/field.tsx';
import { Select } from '#renderer/ui/fields/select.tsx';
import { TextField } from '#renderer/ui/fields/text-field.tsx';
import { Dialog } from '#renderer/ui/overlays/dialog.tsx';
import { useToast } from '#renderer/ui/overlays/toast.tsx';
import { linkFormats } from '#shared/contract/film-link.ts';
import { type LinkChoices, lifetimes, readLinkChoices } from './link-choices.ts';
import styles from './link-dialog.module.css';
import { type LinkedFilm, useFilmLink } from './use-film-link.ts';

const STORED = 'film-link';

/** Makes a link to a film with these values, and puts it on the clipboard. */
export function LinkDialog({ film, onClose }: { readonly film: LinkedFilm; readonly onClose: () => void }) {
  const { render } = useStrings();
  const words = render.link;
  const toasts = useToast();
  const [choices, setChoices] = useState(() => readLinkChoices(readStored(STORED)));
  const link = useFilmLink(film, choices);
  const change = (changes: Partial<LinkChoices>) => setChoices({ ...choices, ...changes });
  const copy = async () => {
    if (link.data == null) return;
    try {
      await navigator.clipboard.writeText(link.data.address);
      writeStored(STORED, { format: choices.format, lifetime: choices.lifetime });
      toasts.show({ message: words.copied });
      onClose();
    } catch (error) {
      const { title, detail } = problemWords(error);
      toasts.show({ message: title, detail, tone: 'danger' });
    }
  };
  return (
    <Dialog
      open
      onClose={onClose}
      size="md"
      title={words.title}
      headEnd={<span className={styles.subject}>{film.movie}</span>}
      onSubmit={() => void copy()}
      footer={
        <>
          <Button onClick={onClose}>{render.cancel}</Button>
          <Button variant="primary" type="submit" icon={Copy} disabled={link.data == null} busy={link.isFetching}>
            {words.copy}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <div className={styles.pair}>
          <Field label={words.format}>
            <Select
              value={choices.format}
              onChange={(format) => change({ format })}
              options={linkFormats.map((value) => ({ value, label: words.formats[value] }))}
            />
          </Field>
          <Field label={words.lifetime}>
            <Select
              value={choices.lifetime}
              onChange={(lifetime) => change({ lifetime })}
              options={lifetimes.map((value) => ({ value, label: words.lifetimes[value] }))}
            />
          </Field>
        </div>
        <Values film={film} choices={choices} onChange={change} />
        <LinkText link={link} onSwitchOn={() => void link.refetch()} />
        {link.data != null && (
          <WhoCanOpen isPublic={link.data.isPublic} address={link.data.address} onClose={onClose} />
        )}
      </div>
    </Dialog>
  );
}

/** Who can open the link now, and the way to the setting that changes it. */
function WhoCanOpen({
  isPublic,
  address,
  onClose,
}: {
  readonly isPublic: boolean;
  readonly address: string;
  readonly onClose: () => void;
}) {
  const { render } = useStrings();
  const words = render.link;
  const { go } = useNavigation();
  if (isPublic) return <p className={styles.hint}>{words.everybody(new URL(address).host)}</p>;
  return (
    <div className={styles.off}>
      <span>{words.onlyHere}</span>
      <Button
        size="sm"
        onClick={() => {
          onClose();
          go({ screen: 'settings', section: 'api' });
        }}
      >
        {words.makePublic}
      </Button>
    </div>
  );
}

/** What the film will show, and what of it others may change. */
function Values({
  film,
  choices,
  onChange,
}: {
  readonly film: LinkedFilm;
  readonly choices: LinkChoices;
  readonly onChange: (change: Partial<LinkChoices>) => void;
}) {
  const { render } = useStrings();
  const words = render.link;
  const names = [...new Set([...Object.keys(film.values), ...Object.keys(film.defaults ?? {})])];
  const shownValue = (name: string) => film.values[name] ?? film.defaults?.[name];
  const labelOfName = (name: string) => film.labels.get(name) ?? name;
  if (names.length === 0) return <p className={styles.hint}>{words.noValues}</p>;
  const { free } = choices;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and keys have to be able to scroll it
    <section aria-label={words.values} className={styles.values} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{words.variable}</th>
            <th scope="col">{words.value}</th>
            <th scope="col">{words.free}</th>
          </tr>
        </thead>
        <tbody>
          {names.map((name) => (
            <tr key={name}>
              <th scope="row" className={labelOfName(name) === name ? 'mono' : undefined} title={name}>
                {labelOfName(name)}
              </th>
              <td title={shownValue(name)}>{shownValue(name)}</td>
              <td>
                <Checkbox
                  label={words.freeOf(labelOfName(name))}
                  labelHidden
                  checked={free.includes(name)}
                  onChange={(checked) =>
                    onChange({ free: checked ? [...free, name] : free.filter((each) => each !== name) })
                  }
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function LinkText({
  link,
  onSwitchOn,
}: {
  readonly link: ReturnType<typeof useFilmLink>;
  readonly onSwitchOn: () => void;
}) {
  const { render } = useStrings();
  const words = render.link;
  const desktop = useDesktop();
  if (link.error !== null) {
    const { title, detail } = problemWords(link.error);
    return (
      <div role="alert" className={styles.refused}>
        <strong>{title}</strong> {detail}
      </div>
    );
  }
  if (link.data === null && desktop !== null) {
    const switchOn = async () => {
      const { api } = await desktop.settings();
      await desktop.changeSettings({ api: { ...api, enabled: true } });
      onSwitchOn();
    };
    return (
      <div role="alert" className={styles.off}>
        <span>{words.off}</span>
        <Button size="sm" onClick={() => void switchOn()}>
          {words.switchOn}
        </Button>
      </div>
    );
  }
  return (
    <Field label={words.address}>
      <TextField mono readOnly value={link.data?.address ?? ''} onFocus={(event) => event.currentTarget.select()} />
    </Field>
  );
}
