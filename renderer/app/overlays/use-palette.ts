import { type KeyboardEvent, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { rememberRecent } from '#renderer/actions/runtime/action-runtime.ts';
import { findCommands, type PaletteLine } from '#renderer/actions/runtime/find-commands.ts';
import { useActions } from '#renderer/actions/runtime/use-actions.tsx';
import { useAppWindow } from '#renderer/shell/window/window-context.tsx';

/** The state of the palette: the typed text, what was found, and the line that Enter runs. */
export function usePalette(onClose: () => void) {
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
  const move = (steps: number) => {
    const from = lines.findIndex(({ id }) => id === activeId);
    setChosen(lines.at((from + steps) % lines.length)?.id ?? null);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') move(1);
    else if (event.key === 'ArrowUp') move(-1);
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
