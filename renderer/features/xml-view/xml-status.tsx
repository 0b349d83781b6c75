import { useStore } from 'zustand';
import { useEditor } from '#renderer/state/editor-context.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import type { Movie } from '#shared/template/movie/movie.ts';
import type { XmlEditor } from './editor/xml-editor.ts';
import { GoToLine } from './go-to-line.tsx';
import styles from './xml-panel.module.css';

interface XmlStatusProps {
  readonly editor: XmlEditor;
  readonly goingTo: boolean;
  readonly onGoingTo: (open: boolean) => void;
  readonly readOnly: boolean;
}

/** Where the cursor is, and what the text holds. */
export function XmlStatus({ editor, goingTo, onGoingTo, readOnly }: XmlStatusProps) {
  const { xmlView: words } = useStrings();
  const { selected, lines } = useStore(editor.sight);
  const movie = useEditor((state) => state.movie);
  const broken = useEditor((state) => state.isTextBroken);
  return (
    <div className={styles.status}>
      {readOnly ? (
        <span style={{ paddingLeft: 8 }}>{words.readOnly}</span>
      ) : (
        <GoToLine editor={editor} open={goingTo} onOpen={onGoingTo} />
      )}
      {selected > 0 && <span>{words.selected(selected)}</span>}
      <span className={styles.space} />
      {!broken && movie !== null && <span>{words.counts(...countsOf(movie))}</span>}
      <span>{words.lines(lines)}</span>
    </div>
  );
}

function countsOf({ scenes }: Movie): [scenes: number, layers: number, effects: number] {
  let layers = 0;
  let effects = 0;
  for (const scene of scenes) {
    layers += scene.layers.length;
    for (const layer of scene.layers) effects += layer.effects.length;
  }
  return [scenes.length, layers, effects];
}
