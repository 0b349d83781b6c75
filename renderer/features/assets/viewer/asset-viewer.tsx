import { useMemo } from 'react';
import type { AssetEntry } from '#renderer/api/client/asset-list.ts';
import { endOf, positionAtPlayhead } from '#renderer/common/sources/add-at-playhead.ts';
import { canBeSound } from '#renderer/common/sources/add-scenes.ts';
import { useEditor, useEditorStore } from '#renderer/state/editor-context.tsx';
import { selectRate } from '#renderer/state/selectors.ts';
import { say } from '#renderer/strings/say.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { useToast } from '#renderer/ui/overlays/toast.tsx';
import { timelineOf } from '#shared/editing/timeline.ts';
import { sourceFilm } from './source-film.ts';
import { type FrameRange, takeCommand, takeSoundCommand } from './source-marks.ts';
import { SourceViewer } from './source-viewer.tsx';

export interface AssetViewerProps {
  readonly project: string;
  readonly entry: AssetEntry;
  readonly onClose: () => void;
}

/** The viewer of a video or sound of the project, at the rate of the open film; nothing while that cannot be read. */
export function AssetViewer({ project, entry, onClose }: AssetViewerProps) {
  const { assets: words } = useStrings();
  const store = useEditorStore();
  const toasts = useToast();
  const rate = useEditor(selectRate);
  const movie = useMemo(() => (rate === null ? null : sourceFilm(entry, rate)), [entry, rate]);
  if (movie === null) return null;
  const take = (span: FrameRange, where: 'playhead' | 'end') => {
    const state = store.getState();
    const command = canBeSound(entry)
      ? takeSoundCommand(entry.name, span, timelineOf(movie).total, where === 'end' ? 0 : state.playhead)
      : takeCommand(entry.name, span, where === 'end' ? endOf(state) : positionAtPlayhead(state));
    const done = store.actions.dispatch(command);
    if (done.ok) toasts.show(words.added(entry.name));
    else toasts.show({ tone: 'warning', message: words.cannotAdd, detail: say(done.error) });
    onClose();
  };
  return <SourceViewer {...{ project, entry, movie }} onTake={take} onClose={onClose} />;
}
