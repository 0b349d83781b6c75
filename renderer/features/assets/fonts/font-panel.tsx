import { Plus, SearchX } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { AssetEntry } from '#renderer/api/client/asset-list.ts';
import { useAddedFamilies } from '#renderer/api/queries/use-fonts.ts';
import { useEditor, useEditorValue } from '#renderer/editor/editor-context.tsx';
import type { EditorState } from '#renderer/editor/editor-state.ts';
import { moveTileFocus } from '#renderer/interaction/focus.ts';
import { useAssetCommands } from '#renderer/project/asset-commands.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Button } from '#renderer/ui/controls/button.tsx';
import { IconButton } from '#renderer/ui/controls/icon-button.tsx';
import { EmptyState } from '#renderer/ui/display/empty-state.tsx';
import { SearchField } from '#renderer/ui/fields/search-field.tsx';
import type { Movie } from '#shared/template/movie/movie.ts';
import { withNestedLayers } from '#shared/template/movie/used-sources.ts';
import { FontItem } from './font-item.tsx';
import styles from './font-list.module.css';
import { type FontRow, fontRows, foundFonts } from './font-rows.ts';
import { useFontCommands } from './use-font-commands.ts';

/** The maximum number of files in the menu of a missing family. */
const MAX_FILES = 12;

/** A list of all fonts that texts can use, with samples. A click applies a font to the selected text. */
export function FontPanel({ assets }: { readonly assets: readonly AssetEntry[] }) {
  const { assets: strings } = useStrings();
  const { project } = useEditor().document.state;
  const movie = useEditorValue(({ document }) => document.state.movie);
  const text = useEditorValue(({ document }) => selectedText(document.state));
  const used = useEditorValue(({ document }) => selectedFamily(document.state));
  const [search, setSearch] = useState('');
  const { importFiles } = useAssetCommands();
  const commands = useFontCommands();
  const added = useAddedFamilies();
  const rows = useMemo(() => fontRows(movie, assets, added), [movie, assets, added]);
  const matching = useMemo(() => foundFonts(rows, search), [rows, search]);
  const files = useMemo(
    () => assets.flatMap(({ name, media }) => (media?.kind === 'font' ? [name] : [])).slice(0, MAX_FILES),
    [assets],
  );
  const isUsed = ({ reference: ask }: FontRow) => used !== null && ask.toLowerCase() === used.toLowerCase();
  const current = Math.max(0, matching.findIndex(isUsed));
  return (
    <>
      <div className={styles.tools}>
        <SearchField
          value={search}
          onChange={setSearch}
          label={strings.fonts.search}
          size="sm"
          className={styles.search}
        />
        <IconButton icon={Plus} size="sm" label={strings.fonts.add} onClick={() => void importFiles()} />
      </div>
      {matching.length === 0 ? (
        <EmptyState icon={SearchX} title={strings.nothingFound} hint={strings.fonts.nothingFoundHint}>
          <Button onClick={() => setSearch('')}>{strings.showAll}</Button>
        </EmptyState>
      ) : (
        <ul
          className={styles.list}
          aria-label={strings.fonts.list}
          onKeyDown={(event) => {
            if (moveTileFocus(event, '[data-font]')) event.preventDefault();
          }}
        >
          {matching.map((row, at) => (
            <FontItem
              key={`${row.kind} ${row.reference}`}
              project={project}
              row={row}
              text={text}
              isUsed={isUsed(row)}
              files={files}
              tabIndex={at === current ? 0 : -1}
              commands={commands}
            />
          ))}
        </ul>
      )}
    </>
  );
}

function selectedText({ movie, selection }: EditorState): string | null {
  const layer = textLayer(movie, selection.primary);
  return layer === null ? null : layer.content;
}

function selectedFamily({ movie, selection }: EditorState): string | null {
  return textLayer(movie, selection.primary)?.style.families[0] ?? null;
}

function textLayer(movie: Movie | null, id: EditorState['selection']['primary']) {
  if (movie === null || id === null) return null;
  for (const { layers } of [...movie.scenes, ...movie.overlays])
    for (const layer of withNestedLayers(layers)) if (layer.id === id && layer.kind === 'text') return layer;
  return null;
}
