import { lazy } from 'react';
import { Timeline } from '../../features/timeline/timeline.tsx';

/** The parts of the editor, by area. */
export const XmlPanel = lazy(() =>
  import('../../features/xml-view/xml-panel.tsx').then((module) => ({ default: module.XmlPanel })),
);

export function TimelinePanel() {
  return <Timeline />;
}
