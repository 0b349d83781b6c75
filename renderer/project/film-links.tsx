import { useQuery } from '@tanstack/react-query';
import { Copy } from 'lucide-react';
import { useState } from 'react';
import { useApi } from '#renderer/api/api-context.tsx';
import { problemWords } from '#renderer/api/client/problem-words.ts';
import { queryKeys } from '#renderer/api/client/query-keys.ts';
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
import { type LinkFormat, linkFormats } from '#shared/contract/shapes/film-link.ts';
import { itemCount } from '#shared/template/variables/item-texts.ts';
import { LoudnessFields } from './film-fields.tsx';
import styles from './link-dialog.module.css';
import { type LoudnessChoice, readLoudness } from './render-form.ts';

const STORED = 'film-link';

/** A dialog that creates a link to a film with these values and copies it to the clipboard. */
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
      const { format, lifetime, loudness, truepeak } = choices;
      writeStored(STORED, { format, lifetime, loudness, truepeak });
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
        {HAS_SOUND.has(choices.format) && (
          <div className={styles.pair}>
            <LoudnessFields value={choices} onChange={change} />
          </div>
        )}
        {choices.format === 'm3u8' && <p className={styles.hint}>{words.playing}</p>}
        <Values film={film} choices={choices} onChange={change} />
        <LinkText link={link} onSwitchOn={() => void link.refetch()} />
        {link.data != null && (
          <WhoCanOpen isPublic={link.data.isPublic} address={link.data.address} onClose={onClose} />
        )}
      </div>
    </Dialog>
  );
}

/** A note on who can open the link, with a button that opens the setting. */
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

/** The values of the film, with a mark on values that recipients can change. */
function Values({
  film,
  choices,
  onChange,
}: {
  readonly film: LinkedFilm;
  readonly choices: LinkChoices;
  readonly onChange: (change: Partial<LinkChoices>) => void;
}) {
  const { render, variables } = useStrings();
  const words = render.link;
  const names = [...new Set([...Object.keys(film.values), ...Object.keys(film.defaults ?? {})])];
  const shownValue = (name: string) => {
    const value = film.values[name] ?? film.defaults?.[name];
    const count = value === undefined ? null : itemCount(value);
    return count === null ? value : variables.items(count);
  };
  const labelOfName = (name: string) => film.labels.get(name) ?? name;
  if (names.length === 0) return <p className={styles.hint}>{words.noValues}</p>;
  const { free } = choices;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the region scrolls and must be scrollable by keyboard
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

export interface LinkedFilm {
  readonly project: string;
  readonly movie: string;
  readonly values: Readonly<Record<string, string>>;
  /** The defaults of the variables that have no value. The user can allow recipients to change these values, too. */
  readonly defaults?: Readonly<Record<string, string>>;
  /** The display labels of variables, by name. Other variables are shown by name. */
  readonly labels: ReadonlyMap<string, string>;
  /** Runs before the link is created, for example to save the template. */
  readonly prepare?: () => Promise<unknown>;
}

/** A link, and whether other machines can reach it. */
export interface MadeLink {
  readonly address: string;
  readonly isPublic: boolean;
}

/** Queries the link; null if the service does not accept requests from other programs. */
function useFilmLink({ project, movie, values, prepare }: LinkedFilm, choices: LinkChoices) {
  const { client } = useApi();
  const desktop = useDesktop();
  const { format, lifetime, free, ...sound } = choices;
  const loudness = HAS_SOUND.has(format)
    ? Object.fromEntries(Object.entries(sound).filter(([, value]) => value !== ''))
    : {};
  // All choices use the same time, so that equal choices give the same link.
  const [now] = useState(() => Date.now());
  return useQuery({
    queryKey: queryKeys.filmLink(project, movie, { values, now, format, lifetime, free, ...loudness }),
    queryFn: async ({ signal }): Promise<MadeLink | null> => {
      const origin = desktop === null ? location.origin : ((await desktop.apiAccess())?.url ?? null);
      if (origin === null) return null;
      await prepare?.();
      const expires = expiryOf(lifetime, now);
      const settings = { ...loudness, ...(expires !== null && { expires }) };
      const body = { project, movie, format, values, vary: [...free], ...settings };
      const { path, public: shared } = await client.call('createLink', { body, signal });
      if (shared !== null) return { address: shared, isPublic: true };
      return { address: `${origin}${path}`, isPublic: !isOfThisMachine(origin) };
    },
    retry: false,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

function isOfThisMachine(origin: string): boolean {
  const { hostname } = new URL(origin);
  return hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '[::1]' || /^127\./.test(hostname);
}

const lifetimes = ['never', 'day', 'week', 'month', 'year'] as const;
export type Lifetime = (typeof lifetimes)[number];

/** The formats of links whose films have sound. */
const HAS_SOUND: ReadonlySet<LinkFormat> = new Set(['mp4', 'm3u8', 'webm']);

export interface LinkChoices extends LoudnessChoice {
  readonly format: LinkFormat;
  readonly lifetime: Lifetime;
  /** The variables that recipients of the link can change. */
  readonly free: readonly string[];
}

const DAYS: Readonly<Record<Exclude<Lifetime, 'never'>, number>> = { day: 1, week: 7, month: 30, year: 365 };
const DAY_SECONDS = 24 * 3600;

/** Returns the expiry time of a link in seconds since 1970; null if it never expires. */
export function expiryOf(lifetime: Lifetime, nowMilliseconds: number): number | null {
  return lifetime === 'never' ? null : Math.floor(nowMilliseconds / 1000) + DAYS[lifetime] * DAY_SECONDS;
}

/**
 * Parses stored choices, with the default for each invalid one. `free` is not stored, because it is specific to a link.
 */
export function readLinkChoices(stored: unknown): LinkChoices {
  const storedFields: Partial<Record<'format' | 'lifetime' | keyof LoudnessChoice, unknown>> =
    typeof stored === 'object' && stored !== null ? stored : {};
  return {
    format: linkFormats.find((name) => name === storedFields.format) ?? 'mp4',
    lifetime: lifetimes.find((name) => name === storedFields.lifetime) ?? 'never',
    free: [],
    ...readLoudness(storedFields),
  };
}
