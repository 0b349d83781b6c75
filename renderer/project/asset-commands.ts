import { useMemo } from 'react';
import type { Api } from '#renderer/api/api.ts';
import { useApi } from '#renderer/api/api-context.tsx';
import type { AssetEntry } from '#renderer/api/client/asset-list.ts';
import { assetUrl } from '#renderer/api/client/media-urls.ts';
import { problemWords } from '#renderer/api/client/problem-words.ts';
import { pickFiles } from '#renderer/api/uploads/collect-files.ts';
import type { OfferedFile } from '#renderer/api/uploads/upload-table.ts';
import { endOfMovie, positionAtPlayhead } from '#renderer/editor/added-scenes.ts';
import type { Editor } from '#renderer/editor/editor.ts';
import { useEditor } from '#renderer/editor/editor-context.tsx';
import { assetInsertable, canBeSound } from '#renderer/editor/file-kinds.ts';
import { whereAtPlayhead } from '#renderer/editor/inserting.ts';
import type { Catalogue } from '#renderer/strings/catalogue.ts';
import { say } from '#renderer/strings/say.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { useToast } from '#renderer/ui/overlays/toast.tsx';
import type { Toasts } from '#renderer/ui/overlays/toast-store.ts';
import { applyCommand } from '#shared/editing/apply-command.ts';
import type { PlannableCommand } from '#shared/editing/model/commands.ts';
import { err, ok, type Result } from '#shared/lib/result.ts';
import { type Message, message } from '#shared/messages/message.ts';
import { messageOf } from '#shared/messages/read-message.ts';
import { nameKey } from '#shared/names/asset-name.ts';
import { elementsOf, type TemplateDocument } from '#shared/template/document/document.ts';
import { LANGUAGE } from '#shared/template/tables/language.ts';
import { literalSource, sourcesOf } from '#shared/template/variables/written-values.ts';
import { readTemplate } from '#shared/template-xml/read/read.ts';
import { addAssets, offerLayers } from './add-assets.ts';
import { whyNoScene } from './asset-notes.ts';

/** Commands on assets that work without a dialog. */
export interface AssetCommands {
  readonly importFiles: () => Promise<void>;
  readonly addFiles: (files: Promise<readonly OfferedFile[]>) => Promise<void>;
  readonly addToTimeline: (assets: readonly AssetEntry[], where: 'playhead' | 'end') => void;
  /**
   * Opens a file chooser and uploads the chosen file under this name. The file replaces the asset, or provides a
   * missing asset.
   */
  readonly provideContent: (name: string) => Promise<void>;
  /** Replaces an asset with another one in the open template. */
  readonly relinkTo: (from: string, to: string) => void;
  readonly download: (name: string) => void;
  readonly showError: (error: unknown) => void;
}

interface Parts {
  readonly api: Api;
  readonly store: Editor;
  readonly toasts: Toasts;
  readonly strings: Catalogue['assets'];
}

export function useAssetCommands(): AssetCommands {
  const api = useApi();
  const editor = useEditor();
  const toasts = useToast();
  const { assets: strings } = useStrings();
  return useMemo(() => createAssetCommands({ api, store: editor, toasts, strings }), [api, editor, toasts, strings]);
}

function createAssetCommands({ api, store, toasts, strings }: Parts): AssetCommands {
  const { project } = store.document.state;
  const showError = (error: unknown) => {
    const { title, detail, next } = problemWords(error);
    toasts.show({ tone: 'danger', message: title, detail: `${detail} ${next}`.trim() });
  };
  const refuse = (reason: string) => toasts.show({ tone: 'warning', message: strings.cannotAdd, detail: reason });

  const addFiles: AssetCommands['addFiles'] = async (files) => {
    try {
      await api.uploads.add(project, await files);
    } catch (error) {
      showError(error);
    }
  };

  return {
    showError,
    addFiles,
    importFiles: () => addFiles(pickFiles({ multiple: true })),
    addToTimeline: (assets, where) => {
      const state = store.document.state;
      if (state.movie === null) return;
      const isEmpty = state.movie.scenes.length === 0;
      const added = addAssets(store, assets, {
        place: isEmpty ? 'empty' : where === 'end' ? 'cut' : 'playhead',
        at: where === 'end' ? endOfMovie(state) : positionAtPlayhead(state),
        // Layers are added to the scene at the playhead, even if new scenes are added at the end.
        layersAt: () => whereAtPlayhead(state),
      });
      if (added === null) return void toasts.show(whyNoScene(assets, strings));
      if (!added.ok) return refuse(say(added.error));
      offerLayers(store, toasts, strings, added.value, (reason) => refuse(say(reason)));
      if (assets.some(canBeSound))
        toasts.show({ id: 'sound', message: strings.soundAdded, detail: strings.soundAddedHint });
      const unplaced = assets.filter((asset) => assetInsertable(asset) === null);
      if (unplaced.length > 0) toasts.show(whyNoScene(unplaced, strings));
    },
    provideContent: async (name) => {
      try {
        const [offered] = await pickFiles({ multiple: false });
        if (offered !== undefined) api.uploads.replace(project, name, offered);
      } catch (error) {
        showError(error);
      }
    },
    relinkTo: (from, to) => {
      const command = relinkCommand(store.document.state.document, from, to);
      if (command === null) return;
      const done = store.document.dispatch(command);
      if (!done.ok) refuse(say(done.error));
    },
    download: (name) => {
      const link = document.createElement('a');
      link.href = assetUrl(project, name);
      link.download = name;
      link.click();
    },
  };
}

/**
 * Returns the spellings with which a template refers to its assets, by name key. Defaults of source variables are
 * included.
 */
export function assetSpellings(
  document: TemplateDocument,
  language = LANGUAGE,
): ReadonlyMap<string, ReadonlySet<string>> {
  const spellingsByKey = new Map<string, Set<string>>();
  for (const element of elementsOf(document.root))
    for (const source of sourcesOf(element, language)) {
      const name = source.form === 'asset' ? literalSource(source) : null;
      if (name === null) continue;
      const spellings = spellingsByKey.get(nameKey(name)) ?? new Set<string>();
      spellingsByKey.set(nameKey(name), spellings.add(name));
    }
  return spellingsByKey;
}

/**
 * Returns the command that replaces an asset with another one, in every spelling; null if the template does not use the
 * asset.
 */
function relinkCommand(document: TemplateDocument, from: string, to: string): PlannableCommand | null {
  const spellings = [...(assetSpellings(document).get(nameKey(from)) ?? [])].filter((name) => name !== to);
  const commands = spellings.map(
    (name): PlannableCommand => ({
      type: 'layer/relink',
      from: { kind: 'asset', name },
      to: { kind: 'asset', name: to },
    }),
  );
  const [only] = commands;
  if (only === undefined || commands.length === 1) return only ?? null;
  return { type: 'batch', label: message('step/relink-spellings', { source: from }), commands };
}

/** Replaces an asset in the text of a template. All other bytes stay unchanged. The error is a message for the user. */
export function relinkText(text: string, from: string, to: string): Result<string, Message> {
  const { source, problems } = readTemplate(text);
  if (source === null) return err(messageOf(problems[0]) ?? message('edit/unreadable-template'));
  const command = relinkCommand(source.document, from, to);
  if (command === null) return ok(text);
  const applied = applyCommand({ source, values: new Map() }, command);
  return applied.ok ? ok(applied.value.source.text) : applied;
}
