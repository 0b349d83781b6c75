import { useMemo } from 'react';
import type { AssetEntry } from '#renderer/api/client/asset-list.ts';
import { addableOf, endOfMovie, positionAtPlayhead, sceneLength } from '#renderer/editor/added-scenes.ts';
import { useEditor, useEditorValue } from '#renderer/editor/editor-context.tsx';
import { canBeSound } from '#renderer/editor/file-kinds.ts';
import { selectRate } from '#renderer/editor/selectors.ts';
import { say } from '#renderer/strings/say.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { useToast } from '#renderer/ui/overlays/toast.tsx';
import { timelineOf } from '#shared/editing/model/timeline.ts';
import { resolveTemplate } from '#shared/resolve/resolve.ts';
import type { Movie } from '#shared/template/movie/movie.ts';
import { type FrameRate, formatFrameRate } from '#shared/template/values/frame-rate.ts';
import { escapeAttributeValue } from '#shared/template-xml/ranges/markup.ts';
import { readTemplate } from '#shared/template-xml/read/read.ts';
import { type FrameRange, insertRangeCommand, insertSoundRangeCommand } from './source-range.ts';
import { SourceViewer } from './source-viewer.tsx';

export interface AssetViewerProps {
  readonly project: string;
  readonly entry: AssetEntry;
  readonly onClose: () => void;
}

/**
 * The viewer for a video or sound of the project. It counts frames at the frame rate of the open movie. Shows nothing
 * while the movie is invalid.
 */
export function AssetViewer({ project, entry, onClose }: AssetViewerProps) {
  const { assets: strings } = useStrings();
  const editor = useEditor();
  const toasts = useToast();
  const rate = useEditorValue(({ document }) => selectRate(document.state));
  const movie = useMemo(() => (rate === null ? null : sourceMovie(entry, rate)), [entry, rate]);
  if (movie === null) return null;
  const insertSpan = (span: FrameRange, where: 'playhead' | 'end') => {
    const state = editor.document.state;
    const command = canBeSound(entry)
      ? insertSoundRangeCommand(entry.name, span, timelineOf(movie).total, where === 'end' ? 0 : state.playhead)
      : insertRangeCommand(entry.name, span, where === 'end' ? endOfMovie(state) : positionAtPlayhead(state));
    const result = editor.document.dispatch(command);
    if (result.ok) toasts.show(strings.added(entry.name));
    else toasts.show({ tone: 'warning', message: strings.cannotAdd, detail: say(result.error) });
    onClose();
  };
  return <SourceViewer {...{ project, entry, movie }} onTake={insertSpan} onClose={onClose} />;
}

/** The minimum and maximum side of the picture in pixels. A larger picture would not look better in this dialog. */
const [MIN_SIDE, MAX_SIDE] = [16, 4096];
const DEFAULT_SIZE = { width: 1280, height: 720 };

/**
 * Returns a movie with one scene that plays a whole video in its original size, or a whole sound. It has the frame rate
 * of the open movie. Null if the movie cannot be created.
 */
export function sourceMovie(entry: AssetEntry, rate: FrameRate): Movie | null {
  const { width, height } = sizeOf(entry);
  const duration = sceneLength(addableOf(entry).seconds, rate);
  const name = escapeAttributeValue(entry.name, '"');
  const content = canBeSound(entry)
    ? `<scene duration="${duration}"><solid/></scene><audio src="${name}"/>`
    : `<scene duration="${duration}"><video src="${name}" audio="true"/></scene>`;
  const { source } = readTemplate(
    `<movie width="${width}" height="${height}" framerate="${formatFrameRate(rate)}">${content}</movie>`,
  );
  return source && resolveTemplate(source.document, { values: new Map(), missing: 'ignore' }).partial;
}

/** Returns the size of the video in pixels, with even sides, and scaled down to the limit. */
function sizeOf({ media }: AssetEntry): { readonly width: number; readonly height: number } {
  const { width, height } = { width: media?.width ?? DEFAULT_SIZE.width, height: media?.height ?? DEFAULT_SIZE.height };
  const factor = Math.min(1, MAX_SIDE / Math.max(width, height));
  const even = (side: number) => Math.max(MIN_SIDE, 2 * Math.round((side * factor) / 2));
  return { width: even(width), height: even(height) };
}
