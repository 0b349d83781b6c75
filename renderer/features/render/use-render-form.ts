import { useMemo, useState } from 'react';
import { assertNever } from '../../../shared/lib/assert.ts';
import { nameKey } from '../../../shared/names/asset-name.ts';
import type { AssetEntry } from '../../api/asset-list.ts';
import { useAssets } from '../../api/use-assets.ts';
import { type FormatEntry, useFormats } from '../../api/use-renders.ts';
import { type EncoderEntry, useEncoders } from '../../api/use-storage.ts';
import { useOpenRecord } from '../../state/editing-record-context.tsx';
import { useEditor } from '../../state/editor-context.tsx';
import type { Catalogue } from '../../strings/catalogue.ts';
import { said } from '../../strings/said.ts';
import { useStrings } from '../../strings/use-strings.tsx';
import { readStored, writeStored } from '../../ui/stored.ts';
import { useDesk } from './desk-context.tsx';
import type { EnteredKeys } from './desk-store.ts';
import { patternOf } from './film-name.ts';
import { filmName, type WantedFilm } from './render-body.ts';
import { type Blocker, checkRender, type RenderCheck, valuesFor } from './render-check.ts';
import { type RenderChoices, readChoices, SOFTWARE, usualChoices } from './render-choices.ts';
import { SHOWN_SET } from './variable-fields.tsx';

/** The Render dialog's form: what is chosen, what comes of it, and what is in the way. */
export interface RenderForm {
  readonly choices: RenderChoices;
  readonly change: (change: Partial<RenderChoices>) => void;
  readonly set: string;
  readonly chooseSet: (set: string) => void;
  readonly changeValue: (name: string, value: string | null) => void;
  readonly formats: readonly FormatEntry[] | undefined;
  /** Hardware that can make the chosen format, here or elsewhere; empty until it is known. */
  readonly encoders: readonly EncoderEntry[];
  readonly check: RenderCheck;
  readonly film: WantedFilm;
  /** The name that the film will have; null while its pattern can't be read. */
  readonly name: string | null;
  /** Why it can't be rendered, in words; null when it can. */
  readonly blocker: string | null;
  /** Remembers the choices for this template. */
  readonly remember: () => void;
}

export function useRenderForm(): RenderForm {
  const { render: words } = useStrings();
  const project = useEditor((state) => state.project);
  const template = useEditor((state) => state.template);
  const document = useEditor((state) => state.source.document);
  const isTextBroken = useEditor((state) => state.isTextBroken);
  const shownValues = useEditor((state) => state.values);
  const dataSets = useOpenRecord((record) => record.dataSets);
  const keys = useDesk((state) => state.keys);
  const { data: formats } = useFormats();
  const { data: hardware } = useEncoders();
  const { data: assets } = useAssets(project, assetKeys);
  const key = `render/${project}/${template}`;
  const [choices, setChoices] = useState(() => readChoices(readStored(key), usualChoices(patternOf(template))));
  const [set, setSet] = useState(SHOWN_SET);
  const [changes, setChanges] = useState<Readonly<Record<string, string | null>>>({});

  const samples = set === SHOWN_SET ? shownValues : (dataSets.find(({ id }) => id === set)?.values ?? {});
  const values = useMemo(() => valuesFor(document, samples, changes), [document, samples, changes]);
  const check = useMemo(() => checkRender(document, values, assets ?? null), [document, values, assets]);
  const format = formats?.find(({ name }) => name === choices.format);
  const film: WantedFilm = useMemo(() => {
    const defaults = check.rows.flatMap(({ variable }): readonly (readonly [string, string])[] =>
      variable.default === null ? [] : [[variable.name, variable.default]],
    );
    // What was chosen for another format is kept, and not asked for here.
    const takesHardware = hardware?.encoders.some(
      (each) => each.name === choices.encoder && each.formats.includes(choices.format),
    );
    return {
      choices: takesHardware === false ? { ...choices, encoder: SOFTWARE } : choices,
      values,
      template,
      extension: format?.extension ?? choices.format,
      defaults: Object.fromEntries(defaults),
    };
  }, [choices, values, template, format, check, hardware]);
  const name = filmName(film);
  const encoders = (hardware?.encoders ?? []).filter((each) => each.formats.includes(choices.format));
  return {
    choices,
    change: (change) => setChoices((before) => ({ ...before, ...change })),
    set,
    chooseSet: (next) => {
      setSet(next);
      setChanges({});
    },
    changeValue: (variable, value) => setChanges((before) => ({ ...before, [variable]: value })),
    formats,
    encoders,
    check,
    film,
    name: name.ok ? name.value : null,
    blocker: blockerOf(
      { isTextBroken, format, formats, encoders, check, choices, keys, nameFault: name.ok ? null : name.error },
      words,
    ),
    remember: () => writeStored(key, choices),
  };
}

interface Standing {
  readonly isTextBroken: boolean;
  readonly formats: readonly FormatEntry[] | undefined;
  readonly format: FormatEntry | undefined;
  readonly encoders: readonly EncoderEntry[];
  readonly check: RenderCheck;
  readonly choices: RenderChoices;
  readonly keys: EnteredKeys;
  readonly nameFault: string | null;
}

/** The first thing in the way, in the order in which a form is filled. */
function blockerOf(standing: Standing, words: Catalogue['render']): string | null {
  const { isTextBroken, formats, format, check, choices, nameFault } = standing;
  if (isTextBroken) return words.blockers.textBroken;
  if (formats === undefined) return words.blockers.checking;
  if (format?.available !== true) return words.blockers.noFormat(choices.format);
  const encoder = standing.encoders.find(({ name }) => name === choices.encoder);
  if (encoder?.available === false) return words.blockers.noEncoder(encoder.label);
  const [blocker] = check.blockers;
  if (blocker !== undefined) return wordsOf(blocker, words);
  return (
    (nameFault === null ? null : said(nameFault)) ??
    destinationBlocker(standing, words) ??
    addressBlocker(choices, words)
  );
}

function wordsOf(blocker: Blocker, words: Catalogue['render']): string {
  switch (blocker.kind) {
    case 'unset':
      return words.blockers.unset(blocker.names);
    case 'problem':
      return said(blocker.message);
    case 'missing-assets':
      return words.blockers.missingAssets(blocker.names);
    default:
      return assertNever(blocker);
  }
}

function destinationBlocker({ choices, keys }: Standing, words: Catalogue['render']): string | null {
  if (choices.destination === 'file') return null;
  const { store } = choices;
  if (store.credentials === '') {
    if (keys.accessKeyId.trim() === '') return words.blockers.needs(words.accessKeyId);
    if (keys.secretAccessKey === '') return words.blockers.needs(words.secretAccessKey);
  }
  return store.bucket.trim() === '' ? words.blockers.needs(words.bucket) : null;
}

function addressBlocker({ onsuccess, onerror }: RenderChoices, words: Catalogue['render']): string | null {
  if (!isAddress(onsuccess)) return `${words.onsuccess}: ${words.notAnAddress}`;
  return isAddress(onerror) ? null : `${words.onerror}: ${words.notAnAddress}`;
}

/** Whether it is empty, or an address that can be sent to. */
export function isAddress(text: string): boolean {
  const address = text.trim();
  return address === '' || (URL.canParse(address) && /^https?:$/.test(new URL(address).protocol));
}

function assetKeys(assets: readonly AssetEntry[]): ReadonlySet<string> {
  return new Set(assets.map(({ name }) => nameKey(name)));
}
