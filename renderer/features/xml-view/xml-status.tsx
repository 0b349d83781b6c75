import { useState } from 'react';
import { useStore } from 'zustand';
import { useEditorValue } from '#renderer/editor/editor-context.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { TextField } from '#renderer/ui/fields/text-field.tsx';
import { Popover } from '#renderer/ui/overlays/popover.tsx';
import type { Movie } from '#shared/template/movie/movie.ts';
import type { XmlEditor } from './editor/xml-editor.ts';
import styles from './xml-panel.module.css';

interface XmlStatusProps {
  readonly editor: XmlEditor;
  readonly goingTo: boolean;
  readonly onGoingTo: (open: boolean) => void;
  readonly readOnly: boolean;
}

/** The cursor position, the number of lines, and the numbers of scenes, layers, and effects. */
export function XmlStatus({ editor, goingTo, onGoingTo, readOnly }: XmlStatusProps) {
  const { xmlView: strings } = useStrings();
  const { selected, lines } = useStore(editor.snapshot);
  const movie = useEditorValue(({ document }) => document.state.movie);
  const broken = useEditorValue(({ document }) => document.state.isTextBroken);
  return (
    <div className={styles.status}>
      {readOnly ? (
        <span style={{ paddingLeft: 8 }}>{strings.readOnly}</span>
      ) : (
        <GoToLine editor={editor} open={goingTo} onOpen={onGoingTo} />
      )}
      {selected > 0 && <span>{strings.selected(selected)}</span>}
      <span className={styles.space} />
      {!broken && movie !== null && <span>{strings.counts(...countsOf(movie))}</span>}
      <span>{strings.lines(lines)}</span>
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

interface GoToLineProps {
  readonly editor: XmlEditor;
  readonly open: boolean;
  readonly onOpen: (open: boolean) => void;
}

/** The line and column of the cursor. A click opens a field for the line to go to. */
function GoToLine({ editor, open, onOpen }: GoToLineProps) {
  const { xmlView: strings } = useStrings();
  const { line, column, lines } = useStore(editor.snapshot);
  const [requested, setRequested] = useState('');
  const go = () => {
    onOpen(false);
    setRequested('');
    const lineNumber = Number.parseInt(requested, 10);
    // Use a timeout, because the popover first returns the focus to its button.
    if (Number.isFinite(lineNumber)) setTimeout(() => editor.goToLine(lineNumber));
  };
  return (
    <Popover
      label={strings.goToLine}
      side="top"
      open={open}
      onOpenChange={onOpen}
      trigger={
        <button type="button" className={styles.place}>
          {strings.place(line, column)}
        </button>
      }
    >
      <form
        className={styles.lineForm}
        onSubmit={(event) => {
          event.preventDefault();
          go();
        }}
      >
        <TextField
          label={strings.lineOf(lines)}
          placeholder={strings.lineOf(lines)}
          value={requested}
          onChange={setRequested}
          inputMode="numeric"
          autoFocus
        />
      </form>
    </Popover>
  );
}
