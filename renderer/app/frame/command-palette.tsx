import { Dialog } from '@base-ui/react/dialog';
import { clsx } from 'clsx';
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { rememberRecent } from '#renderer/actions/action-runtime.ts';
import { findCommands, type PaletteLine, type PaletteSection } from '#renderer/actions/palette-search.ts';
import { useActions } from '#renderer/actions/use-actions.tsx';
import { nextInList } from '#renderer/interaction/focus.ts';
import { useAppWindow } from '#renderer/shell/window/window-context.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Icon } from '#renderer/ui/display/icon.tsx';
import { Kbd } from '#renderer/ui/display/kbd.tsx';
import { focusFirst } from '#renderer/ui/overlays/first-focus.ts';
import frame from '#renderer/ui/overlays/palette.module.css';
import { PaletteField } from '#renderer/ui/overlays/palette-field.tsx';
import { PaletteKey } from '#renderer/ui/overlays/palette-key.tsx';
import { lowerToasts } from '#renderer/ui/overlays/toast-inset.ts';
import styles from './command-palette.module.css';

/** The command palette, which finds actions and named items. */
export function CommandPalette({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  const { app } = useStrings();
  const input = useRef<HTMLInputElement>(null);
  const opening = useRef({ open: false, count: 0 });
  if (open !== opening.current.open) opening.current = { open, count: opening.current.count + (open ? 1 : 0) };
  // Set the focus here, because a dialog that reopens during its closing animation does not set it.
  const isMounted = useRef(false);
  useEffect(() => {
    if (!open) return;
    if (isMounted.current) input.current?.focus();
    isMounted.current = true;
  }, [open]);
  return (
    <Dialog.Root
      open={open}
      onOpenChange={(next) => !next && onClose()}
      onOpenChangeComplete={(isOpen) => {
        if (!isOpen) isMounted.current = false;
      }}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className={styles.scrim} />
        <Dialog.Popup
          ref={lowerToasts}
          data-modal-dialog=""
          aria-label={app.commands}
          className={clsx(frame.palette, styles.palette)}
          initialFocus={() => focusFirst(null, input.current)}
        >
          <PaletteBody key={opening.current.count} inputRef={input} onClose={onClose} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

const listId = 'palette-list';

interface PaletteBodyProps {
  readonly inputRef: React.RefObject<HTMLInputElement | null>;
  readonly onClose: () => void;
}

/**
 * The content of the palette. Each opening mounts a new instance. Thus the palette starts empty, even if it reopens
 * during its closing animation.
 */
function PaletteBody({ inputRef, onClose }: PaletteBodyProps) {
  const { app } = useStrings();
  const palette = usePalette(onClose);
  const { query, sections, activeId } = palette;
  return (
    <>
      <PaletteField
        inputRef={inputRef}
        label={app.findCommand}
        listId={listId}
        activeId={activeId === null ? null : optionId(activeId)}
        value={query}
        onChange={palette.setQuery}
        onKeyDown={palette.onKeyDown}
        className={styles.head}
      />
      <div id={listId} role="listbox" aria-label={app.commands} className={styles.list}>
        <PaletteLines sections={sections} activeId={activeId} optionId={optionId} onRun={palette.run} />
      </div>
      {sections.length === 0 && (
        <p role="status" className={styles.heading} style={{ position: 'absolute', top: 60, left: 8 }}>
          {app.nothingFound(query)}
        </p>
      )}
      <footer className={frame.foot}>
        <PaletteKey keys={['ArrowUp', 'ArrowDown']} does={app.choose} />
        <PaletteKey keys={['Enter']} does={app.run} />
        <button type="button" className={clsx(frame.key, styles.allKeys)} onClick={palette.showKeys}>
          <Kbd keys="?" />
          {app.allKeys}
        </button>
      </footer>
    </>
  );
}

function optionId(id: string): string {
  return `palette-${id}`;
}

/** The number of results that the Page Up and Page Down keys skip: as many as fit in the palette without scrolling. */
const PAGE_LINES = 10;

/** The state of the palette: the query, the results, and the result that Enter runs. */
function usePalette(onClose: () => void) {
  const actions = useActions();
  const { shell } = useAppWindow();
  const palette = useStore(actions.parts, (parts) => parts.palette);
  const [query, setQuery] = useState('');
  const [chosen, setChosen] = useState<string | null>(null);
  const sections = useMemo(
    () =>
      findCommands({
        query,
        actions: actions.actions,
        bindings: actions.bindings.getState(),
        recent: actions.recent.getState(),
        context: actions.context(),
        sources: Object.values(palette),
      }),
    [query, actions, palette],
  );
  const lines = sections.flatMap((section) => section.lines);
  const activeId = lines.some(({ id }) => id === chosen) ? chosen : (lines[0]?.id ?? null);

  const run = (line: PaletteLine) => {
    if (!line.enabled) return;
    onClose();
    if (line.target.kind === 'item') {
      line.target.run();
      return;
    }
    rememberRecent(actions, line.target.id);
    actions.run(line.target.id);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const from = lines.findIndex(({ id }) => id === activeId);
    const next = nextInList(event.key, from, lines.length, { page: PAGE_LINES, isLooping: true, isTyping: true });
    if (next !== null) setChosen(lines[next]?.id ?? null);
    else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      const line = lines.find(({ id }) => id === activeId);
      if (line !== undefined) run(line);
    } else if (event.key === '?' && query === '') showKeys();
    else return;
    event.preventDefault();
  };
  const showKeys = () => shell.store.setState({ overlay: 'keys' });

  return {
    query,
    setQuery: (next: string) => {
      setQuery(next);
      setChosen(null);
    },
    sections,
    activeId,
    run,
    onKeyDown,
    showKeys,
  };
}

export interface PaletteLinesProps {
  readonly sections: readonly PaletteSection[];
  readonly activeId: string | null;
  readonly optionId: (id: string) => string;
  readonly onRun: (line: PaletteLine) => void;
}

/** The results, grouped under headings. The focus stays in the text field. */
function PaletteLines({ sections, activeId, optionId, onRun }: PaletteLinesProps) {
  const active = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (activeId !== null) active.current?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);
  return sections.map(({ heading, lines }) => (
    // biome-ignore lint/a11y/useSemanticElements: no element represents a group of options in a list box
    <div key={heading} role="group" aria-label={heading}>
      <div aria-hidden={true} className={styles.heading}>
        {heading}
      </div>
      {lines.map((line) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the focused text field handles the keys
        <div
          key={line.id}
          ref={line.id === activeId ? active : undefined}
          id={optionId(line.id)}
          role="option"
          tabIndex={-1}
          aria-selected={line.id === activeId}
          aria-disabled={!line.enabled || undefined}
          className={styles.line}
          onClick={() => onRun(line)}
        >
          {line.icon === undefined ? <span /> : <Icon icon={line.icon} />}
          <span className={styles.label}>
            <Marked text={line.label} positions={line.positions} />
            {!line.enabled && line.hint !== undefined && (
              <span className={`${styles.hint} ${styles.reason}`}>{line.hint}</span>
            )}
          </span>
          {line.keys !== undefined ? (
            <Kbd keys={line.keys} />
          ) : (
            <span className={`${styles.hint} tabular`}>{line.enabled && line.hint}</span>
          )}
        </div>
      ))}
    </div>
  ));
}

/** A text with the matched letters highlighted. */
function Marked({ text, positions }: { readonly text: string; readonly positions: readonly number[] }) {
  const runs = markedRuns(text, positions);
  return runs.map((run) => (run.isMarked ? <mark key={run.start}>{run.text}</mark> : run.text));
}

/** A run of letters that are all matched or all unmatched. */
export interface MarkedRun {
  /** The index in the text of the run's first letter. */
  readonly start: number;
  readonly isMarked: boolean;
  readonly text: string;
}

/**
 * Splits a text into the fewest runs of matched and unmatched letters.
 * @param positions The positions of the matched letters.
 */
export function markedRuns(text: string, positions: readonly number[]): readonly MarkedRun[] {
  const matched = new Set(positions);
  const letters = Array.from({ length: text.length }, (_, at) => at);
  const starts = letters.filter((at) => at === 0 || matched.has(at) !== matched.has(at - 1));
  return starts.map((start, index) => ({
    start,
    isMarked: matched.has(start),
    text: text.slice(start, starts[index + 1] ?? text.length),
  }));
}
