import { lazy } from 'react';
import { MetersPanel } from '#renderer/features/meters/meters-panel.tsx';
import { Timeline } from '#renderer/features/timeline/timeline.tsx';
import type { EditorLayout } from '#renderer/shell/window/editor-layout.ts';

/** The parts of the editor, by area. */
export const XmlPanel = lazy(() =>
  import('#renderer/features/xml-view/xml-panel.tsx').then((module) => ({ default: module.XmlPanel })),
);

export function TimelinePanel({ layout }: { readonly layout: EditorLayout }) {
  return <Timeline beside={layout.metersShown() ? <MetersPanel /> : null} />;
}
