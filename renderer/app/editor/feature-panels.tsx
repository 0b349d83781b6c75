import { lazy } from 'react';
import { MetersPanel } from '../../features/meters/meters-panel.tsx';
import { Timeline } from '../../features/timeline/timeline.tsx';
import type { EditorLayout } from '../../shell/window/editor-layout.ts';

/** The parts of the editor, by area. */
export const XmlPanel = lazy(() =>
  import('../../features/xml-view/xml-panel.tsx').then((module) => ({ default: module.XmlPanel })),
);

export function TimelinePanel({ layout }: { readonly layout: EditorLayout }) {
  return <Timeline beside={layout.metersShown() ? <MetersPanel /> : null} />;
}
