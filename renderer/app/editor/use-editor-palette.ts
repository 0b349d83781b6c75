import { Film, Images, LayoutTemplate } from 'lucide-react';
import { useMemo } from 'react';
import { usePaletteSource } from '#renderer/actions/runtime/use-actions.tsx';
import { useApi } from '#renderer/api/api-context.tsx';
import type { AssetEntry } from '#renderer/api/client/asset-list.ts';
import { queryKeys } from '#renderer/api/client/query-keys.ts';
import type { TemplateEntry } from '#renderer/api/queries/use-templates.ts';
import { useAppWindow } from '#renderer/shell/window/window-context.tsx';
import { useEditorStore } from '#renderer/state/editor-context.tsx';
import type { EditorStore } from '#renderer/state/editor-store.ts';
import { selectUsedAssets } from '#renderer/state/selectors.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { selectNodes } from '#shared/editing/selection.ts';
import { formatTimecode } from '#shared/editing/timecode.ts';
import { timelineOf } from '#shared/editing/timeline.ts';
import { shownSource } from '#shared/template/movie/layer-sources.ts';

/** Puts the film's scenes and the project's templates and assets into the palette. Asked only while it is open. */
export function useEditorPalette(): void {
  const { app } = useStrings();
  const store = useEditorStore();
  const { queries } = useApi();
  const { navigation } = useAppWindow();
  usePaletteSource(
    'scenes',
    useMemo(
      () => ({
        heading: app.scenesHeading,
        order: 1,
        items: () => {
          const { movie } = store.getState();
          const { scenes, starts } = timelineOf(movie);
          return scenes.map(({ id, name }, index) => ({
            id,
            label: name ?? app.sceneName(index + 1),
            icon: Film,
            hint:
              movie === null
                ? undefined
                : app.sceneHint(index + 1, formatTimecode(starts[index] ?? 0, movie.frameRate)),
            run: () => {
              store.actions.select(selectNodes([id]));
              store.actions.seek(starts[index] ?? 0);
            },
          }));
        },
      }),
      [app, store],
    ),
  );
  usePaletteSource(
    'files',
    useMemo(
      () => ({
        heading: app.filesHeading,
        order: 2,
        items: () => {
          const { project } = store.getState();
          const templates = queries.getQueryData<readonly TemplateEntry[]>(queryKeys.templates(project)) ?? [];
          const assets = queries.getQueryData<readonly AssetEntry[]>(queryKeys.assets(project)) ?? [];
          const used = selectUsedAssets(store.getState());
          const { go } = navigation.getState();
          return [
            ...templates.map(({ name }) => ({
              id: `template-${name}`,
              label: name,
              icon: LayoutTemplate,
              hint: app.templateHint,
              run: () => go({ screen: 'project', project, template: name }),
            })),
            ...assets
              .filter(({ name }) => used.has(name))
              .map(({ name }) => ({
                id: `asset-${name}`,
                label: name,
                icon: Images,
                hint: app.assetHint,
                run: () => goToFirstUse(store, name),
              })),
          ];
        },
      }),
      [app, store, queries, navigation],
    ),
  );
}

/** Goes to the first scene that shows an asset. */
function goToFirstUse(store: EditorStore, name: string): void {
  const { scenes, starts } = timelineOf(store.getState().movie);
  const index = scenes.findIndex(({ layers }) =>
    layers.some((layer) => {
      const source = shownSource(layer);
      return source?.kind === 'asset' && source.name === name;
    }),
  );
  const scene = scenes[index];
  if (scene === undefined) return;
  store.actions.select(selectNodes([scene.id]));
  store.actions.seek(starts[index] ?? 0);
}
