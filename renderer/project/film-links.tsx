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
import { type LinkFormat, linkFormats, pageLanguages } from '#shared/contract/shapes/film-link.ts';
import { itemCount } from '#shared/template/variables/item-texts.ts';
import { LoudnessFields } from './film-fields.tsx';
import styles from './link-dialog.module.css';
import { type LoudnessChoice, readLoudness } from './render-form.ts';

const STORED = 'film-link';

/**
 * A dialog that creates a link and copies it to the clipboard. The link leads to a film with these values, or to a form
 * for them.
 */
export function LinkDialog({ film, onClose }: { readonly film: LinkedFilm; readonly onClose: () => void }) {
  const { render } = useStrings();
  const words = render.link;
  const toasts = useToast();
  const [choices, setChoices] = useState((): LinkChoices => {
    const stored = readLinkChoices(readStored(STORED));
    return film.form === undefined ? stored : { ...stored, free: film.form.variables };
  });
  const isForm = film.form !== undefined;
  const lacksFields = isForm && choices.free.length === 0;
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
      title={isForm ? words.formTitle : words.title}
      headEnd={<span className={styles.subject}>{film.movie}</span>}
      onSubmit={() => void copy()}
      footer={
        <>
          <Button onClick={onClose}>{render.cancel}</Button>
          <Button
            variant="primary"
            type="submit"
            icon={Copy}
            disabled={link.data == null || lacksFields}
            busy={link.isFetching}
          >
            {words.copy}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        {film.form !== undefined && (
          <FormFields photos={film.form.photos} film={film} choices={choices} onChange={change} />
        )}
        <div className={styles.pair}>
          {isForm ? (
            <Field label={words.language}>
              <Select
                value={choices.language}
                onChange={(language) => change({ language })}
                options={formLanguages.map((value) => ({ value, label: words.languages[value] }))}
              />
            </Field>
          ) : (
            <Field label={words.format}>
              <Select
                value={choices.format}
                onChange={(format) => change({ format })}
                options={linkFormats.map((value) => ({ value, label: words.formats[value] }))}
              />
            </Field>
          )}
          <Field label={words.lifetime}>
            <Select
              value={choices.lifetime}
              onChange={(lifetime) => change({ lifetime })}
              options={lifetimes.map((value) => ({ value, label: words.lifetimes[value] }))}
            />
          </Field>
        </div>
        {!isForm && HAS_SOUND.has(choices.format) && (
          <div className={styles.pair}>
            <LoudnessFields value={choices} onChange={change} />
          </div>
        )}
        {!isForm && choices.format === 'm3u8' && <p className={styles.hint}>{words.playing}</p>}
        <Values film={film} choices={choices} onChange={change} />
        {lacksFields && (
          <p role="status" className={styles.hint}>
            {words.noFields}
          </p>
        )}
        <LinkText link={link} onSwitchOn={() => void link.refetch()} />
        {link.data != null && (
          <WhoCanOpen isForm={isForm} isPublic={link.data.isPublic} address={link.data.address} onClose={onClose} />
        )}
      </div>
    </Dialog>
  );
}

/** A note on who can open the link, with a button that opens the setting. */
function WhoCanOpen({
  isForm,
  isPublic,
  address,
  onClose,
}: {
  readonly isForm: boolean;
  readonly isPublic: boolean;
  readonly address: string;
  readonly onClose: () => void;
}) {
  const { render } = useStrings();
  const words = render.link;
  const { go } = useNavigation();
  const everybody = isForm ? words.everybodyForm : words.everybody;
  if (isPublic) return <p className={styles.hint}>{everybody(new URL(address).host)}</p>;
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

/** The form fields: the title, the variable for a visitor's photo, and whether visitors can download the film. */
function FormFields({
  photos,
  film,
  choices,
  onChange,
}: {
  readonly photos: readonly string[];
  readonly film: LinkedFilm;
  readonly choices: LinkChoices;
  readonly onChange: (change: Partial<LinkChoices>) => void;
}) {
  const { render } = useStrings();
  const words = render.link;
  const options = [
    { value: '', label: words.noPhoto },
    ...photos.map((name) => ({ value: name, label: film.labels.get(name) ?? name })),
  ];
  return (
    <>
      <Field label={words.pageTitle}>
        <TextField
          value={choices.title}
          placeholder={film.movie}
          maxLength={200}
          onChange={(title) => onChange({ title })}
        />
      </Field>
      {photos.length > 0 && (
        <Field label={words.photo} hint={words.photoHint}>
          <Select value={choices.upload} onChange={(upload) => onChange({ upload })} options={options} />
        </Field>
      )}
      <Checkbox label={words.download} checked={choices.download} onChange={(download) => onChange({ download })} />
      <Checkbox label={words.streams} checked={choices.streams} onChange={(streams) => onChange({ streams })} />
    </>
  );
}

/** The values of the film. Values that recipients can change are marked. */
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
  const names = film.form?.variables ?? [
    ...new Set([...Object.keys(film.values), ...Object.keys(film.defaults ?? {})]),
  ];
  const isForm = film.form !== undefined;
  const shownValue = (name: string) => {
    const value = film.values[name] ?? film.defaults?.[name];
    const count = value === undefined ? null : itemCount(value);
    return count === null ? value : variables.items(count);
  };
  const labelOfName = (name: string) => film.labels.get(name) ?? name;
  if (names.length === 0) return <p className={styles.hint}>{words.noValues}</p>;
  const { free } = choices;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the region must be scrollable by keyboard
    <section aria-label={isForm ? words.formValues : words.values} className={styles.values} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{words.variable}</th>
            <th scope="col">{words.value}</th>
            <th scope="col">{isForm ? words.shown : words.free}</th>
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
                  label={(isForm ? words.shownOf : words.freeOf)(labelOfName(name))}
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
  /** The defaults of the variables without a value. The user can allow recipients to change these values. */
  readonly defaults?: Readonly<Record<string, string>>;
  /** The display labels of variables, by name. Other variables are shown by name. */
  readonly labels: ReadonlyMap<string, string>;
  /** The variables that a form can show, and the variables for photos; absent for a link to the film. */
  readonly form?: { readonly variables: readonly string[]; readonly photos: readonly string[] };
  /** Runs before the link is created, for example to save the template. */
  readonly prepare?: () => Promise<unknown>;
}

/** A link, and whether other machines can reach it. */
export interface MadeLink {
  readonly address: string;
  readonly isPublic: boolean;
}

/** Queries the link; null if the service accepts no requests from other programs. */
function useFilmLink({ project, movie, values, form, prepare }: LinkedFilm, choices: LinkChoices) {
  const { client } = useApi();
  const desktop = useDesktop();
  const { format, lifetime, free, loudness: target, truepeak } = choices;
  const sound = { loudness: target, truepeak };
  const loudness = HAS_SOUND.has(format)
    ? Object.fromEntries(Object.entries(sound).filter(([, value]) => value !== ''))
    : {};
  const settings = form === undefined ? { format, ...loudness } : formSettings(choices);
  // All choices use the same time, so that equal choices give the same link.
  const [now] = useState(() => Date.now());
  return useQuery({
    queryKey: queryKeys.filmLink(project, movie, { values, now, lifetime, free, ...settings }),
    queryFn: async ({ signal }): Promise<MadeLink | null> => {
      const origin = desktop === null ? location.origin : ((await desktop.apiAccess())?.url ?? null);
      if (origin === null) return null;
      await prepare?.();
      const expires = expiryOf(lifetime, now);
      // A form keeps the order of its variables.
      const vary = form === undefined ? [...free] : form.variables.filter((name) => free.includes(name));
      const body = { project, movie, values, vary, ...settings, ...(expires !== null && { expires }) };
      const { path, public: shared } = await client.call('createLink', { body, signal });
      if (shared !== null) return { address: shared, isPublic: true };
      return { address: `${origin}${path}`, isPublic: !isOfThisMachine(origin) };
    },
    retry: false,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Returns the settings of a link to a form. A photo is allowed only if its variable is in the form. */
function formSettings({ title, language, upload, download, streams, free }: LinkChoices) {
  return {
    target: 'form' as const,
    ...(title.trim() !== '' && { title: title.trim() }),
    ...(language !== 'browser' && { lang: language }),
    ...(free.includes(upload) && { upload }),
    ...(!download && { download }),
    ...(streams && { format: 'm3u8' as const }),
  };
}

function isOfThisMachine(origin: string): boolean {
  const { hostname } = new URL(origin);
  return hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '[::1]' || /^127\./.test(hostname);
}

const lifetimes = ['never', 'day', 'week', 'month', 'year'] as const;
export type Lifetime = (typeof lifetimes)[number];

const formLanguages = ['browser', ...pageLanguages] as const;

/** The formats of links whose films have sound. */
const HAS_SOUND: ReadonlySet<LinkFormat> = new Set(['mp4', 'm3u8', 'webm']);

export interface LinkChoices extends LoudnessChoice {
  readonly format: LinkFormat;
  readonly lifetime: Lifetime;
  /** The variables that recipients of the link can change. */
  readonly free: readonly string[];
  /** The title of a form; empty for the name of the template. */
  readonly title: string;
  /** The language of a form. */
  readonly language: (typeof formLanguages)[number];
  /** The variable for which visitors of a form can add a photo; empty if there is none. */
  readonly upload: string;
  /** Whether visitors of a form can download the film. */
  readonly download: boolean;
  /** Whether the page after a form plays the film while it is rendered. */
  readonly streams: boolean;
}

const DAYS: Readonly<Record<Exclude<Lifetime, 'never'>, number>> = { day: 1, week: 7, month: 30, year: 365 };
const DAY_SECONDS = 24 * 3600;

/** Returns the expiry time of a link in seconds since 1970; null if it never expires. */
export function expiryOf(lifetime: Lifetime, nowMilliseconds: number): number | null {
  return lifetime === 'never' ? null : Math.floor(nowMilliseconds / 1000) + DAYS[lifetime] * DAY_SECONDS;
}

/**
 * Parses stored choices. An invalid choice becomes its default. `free` is not stored, because it is specific to a link.
 */
export function readLinkChoices(stored: unknown): LinkChoices {
  const storedFields: Partial<Record<'format' | 'lifetime' | keyof LoudnessChoice, unknown>> =
    typeof stored === 'object' && stored !== null ? stored : {};
  return {
    format: linkFormats.find((name) => name === storedFields.format) ?? 'mp4',
    lifetime: lifetimes.find((name) => name === storedFields.lifetime) ?? 'never',
    ...{ free: [], title: '', language: 'browser', upload: '', download: true, streams: false },
    ...readLoudness(storedFields),
  };
}
