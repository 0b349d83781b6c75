import { useMemo, useState } from 'react';
import { dialogArgument } from '#renderer/actions/dialogs.ts';
import type { AssetEntry } from '#renderer/api/client/asset-list.ts';
import { useAssets } from '#renderer/api/queries/use-assets.ts';
import { type EncoderEntry, useEncoders } from '#renderer/api/queries/use-encoders.ts';
import { useFormats } from '#renderer/api/queries/use-renders.ts';
import { useEditorValue } from '#renderer/editor/editor-context.tsx';
import { isUseless } from '#renderer/project/asset-notes.ts';
import { maxBytesOf } from '#renderer/project/at-most-field.tsx';
import { usePlatforms, useProjectChecks } from '#renderer/project/check-platforms.ts';
import {
  automaticPattern,
  defaultChoices,
  filmName,
  lackingParts,
  type PackageTick,
  patternOf,
  type RenderChoices,
  type RequestedFilm,
  readChoices,
  readParts,
  SOFTWARE,
} from '#renderer/project/render-form.ts';
import { useRenderSession } from '#renderer/shell/window/window-context.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { readStored, writeStored } from '#renderer/ui/browser/stored.ts';
import { spanBetween } from '#shared/editing/model/editing-record.ts';
import type { Message } from '#shared/messages/message.ts';
import { nameKey } from '#shared/names/asset-name.ts';
import type { FrameSpan } from '#shared/timeline/build-timeline.ts';
import { endsByKey } from '#shared/timeline/content-length.ts';
import { type BlockerEntry, blockersOf } from './blockers.ts';
import { rememberFormat } from './recent-formats.ts';
import { checkRender, damageNotes, type KnownAssets, type RenderCheck, valuesFor } from './render-check.ts';
import { SHOWN_SET } from './variable-fields.tsx';

export type RequestedRange = 'whole' | 'marked';

/** The state of the render form: the choices, their effects, and the blockers. */
export interface RenderForm {
  readonly choices: RenderChoices;
  readonly change: (change: Partial<RenderChoices>) => void;
  readonly set: string;
  readonly chooseSet: (set: string) => void;
  readonly changeValue: (name: string, value: string | null) => void;
  /** The in-out range; null if there is none, or if it is the whole film. */
  readonly marked: FrameSpan | null;
  readonly range: RequestedRange;
  readonly chooseRange: (range: RequestedRange) => void;
  readonly formats: ReturnType<typeof useFormats>;
  /** The hardware encoders for the chosen format, including unavailable ones; empty while loading. */
  readonly encoders: readonly EncoderEntry[];
  readonly check: RenderCheck;
  /** The parts of the package for which the film has no content. They are omitted from the request. */
  readonly lacking: readonly PackageTick[];
  /** The messages about problems that do not prevent the render. */
  readonly notes: readonly Message[];
  readonly film: RequestedFilm;
  /** The name of the film; null if the name pattern is invalid. */
  readonly name: string | null;
  /** All blockers, empty if the film can be rendered; null while the formats are loading. */
  readonly blockers: readonly BlockerEntry[] | null;
  /** Stores the choices for this template, and the parts of the package for this project. */
  readonly remember: () => void;
}

export function useRenderForm(): RenderForm {
  const { render: strings } = useStrings();
  const project = useEditorValue(({ document }) => document.state.project);
  const template = useEditorValue(({ document }) => document.state.template);
  const document = useEditorValue(({ document }) => document.state.source.document);
  const isTextBroken = useEditorValue(({ document }) => document.state.isTextBroken);
  const shownValues = useEditorValue(({ document }) => document.state.given);
  const brand = useEditorValue(({ document }) => document.state.brand);
  const dataSets = useEditorValue(({ record }) => record.current.dataSets);
  const keys = useRenderSession((state) => state.keys);
  const formatList = useFormats();
  const { data: formats } = formatList;
  const { data: hardware } = useEncoders();
  const { data: assets } = useAssets(project, knownAssets);
  const [platforms] = usePlatforms(project);
  const { all } = useProjectChecks(project);
  const key = `render/${project}/${template}`;
  const [choices, setChoices] = useState(() => {
    const parts = readParts(readStored(partsKey(project)));
    const last = { ...readChoices(readStored(key), defaultChoices(patternOf(template))), parts };
    const requestedFormat = dialogArgument('render')?.format ?? null;
    return requestedFormat === null ? last : { ...last, format: requestedFormat };
  });
  const [set, setSet] = useState(SHOWN_SET);
  const [changes, setChanges] = useState<Readonly<Record<string, string | null>>>({});

  const samples = set === SHOWN_SET ? shownValues : (dataSets.find(({ id }) => id === set)?.values ?? {});
  const values = useMemo(() => valuesFor(document, samples, changes), [document, samples, changes]);
  const sourceEnds = useEditorValue(({ document }) => document.state.sourceEnds);
  const check = useMemo(
    () => checkRender(document, values, assets ?? null, { sourceEnds: endsByKey(sourceEnds), brand }),
    [document, values, assets, sourceEnds, brand],
  );
  const points = useEditorValue(({ record }) => record.current);
  const marked = useMemo(() => spanBetween(points, check.frames ?? 0), [points, check.frames]);
  const [chosenRange, chooseRange] = useState<RequestedRange>('whole');
  // If the in and out points were removed in the meantime, render the whole film.
  const range = marked === null ? 'whole' : chosenRange;
  const { picture } = check;
  const notes = useMemo(
    () =>
      picture === null || assets === undefined ? [] : damageNotes(picture, assets, range === 'whole' ? null : marked),
    [picture, assets, range, marked],
  );
  const lacking = useMemo(() => (picture === null ? [] : lackingParts(picture)), [picture]);
  const format = formats?.find(({ name }) => name === choices.format);
  const automaticName = useMemo(() => automaticPattern(template, check.rows), [template, check.rows]);
  const film: RequestedFilm = useMemo(() => {
    const defaults = check.rows.flatMap(({ variable }): readonly (readonly [string, string])[] =>
      variable.default === null ? [] : [[variable.name, variable.default]],
    );
    // Keep the choice of an encoder, but request the encoder only for formats that it supports.
    const takesHardware = hardware?.encoders.some(
      (encoder) => encoder.name === choices.encoder && encoder.formats.includes(choices.format),
    );
    const sized = takesHardware === false ? { ...choices, encoder: SOFTWARE } : choices;
    return {
      choices: {
        ...choices,
        parts: choices.parts.filter((part) => !lacking.includes(part)),
        ...(takesHardware === false && { encoder: SOFTWARE }),
        // Keep the size that the user typed, but request it only if the format and the encoder support it.
        ...(maxBytesOf(sized, format ?? null) === null && { atMost: '' }),
        ...(choices.fileName.trim() === '' && { fileName: automaticName }),
      },
      values,
      range: range === 'whole' ? null : marked,
      platforms: platforms.filter((each) => all.some(({ name: known }) => known === each)),
      template,
      extension: format?.extension ?? choices.format,
      defaults: { ...Object.fromEntries(defaults), ...brand },
    };
  }, [
    choices,
    values,
    range,
    marked,
    template,
    format,
    check,
    hardware,
    brand,
    automaticName,
    lacking,
    platforms,
    all,
  ]);
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
    marked,
    range,
    chooseRange,
    formats: formatList,
    encoders,
    check,
    lacking,
    notes,
    film,
    name: name.ok ? name.value : null,
    blockers:
      formats === undefined
        ? null
        : blockersOf(
            { isTextBroken, format, encoders, check, choices, keys, nameFault: name.ok ? null : name.error },
            strings,
          ),
    remember: () => {
      const { parts, ...rest } = choices;
      writeStored(key, rest);
      writeStored(partsKey(project), parts);
      rememberFormat(choices.format);
    },
  };
}

function partsKey(project: string): string {
  return `render-parts/${project}`;
}

function knownAssets(assets: readonly AssetEntry[]): KnownAssets {
  return new Map(
    assets.map(({ name, media }) => {
      const useless = media !== null && isUseless(media) ? media : null;
      return [nameKey(name), { damage: media?.damage ?? null, faults: media?.faults, useless }];
    }),
  );
}
