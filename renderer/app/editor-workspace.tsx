import { clsx } from 'clsx';
import { useActionEditor, useActionPort } from '../actions/use-actions.tsx';
import { useClipMatch } from '../features/assets/use-clip-match.ts';
import { InspectorPanel } from '../features/inspector/inspector-panel.tsx';
import { useDesk } from '../features/render/desk-context.tsx';
import { RenderDialog } from '../features/render/render-dialog.tsx';
import { RevisionsHost } from '../features/revisions/revisions-host.tsx';
import { useEditorStore } from '../state/editor-context.tsx';
import { useStrings } from '../strings/use-strings.tsx';
import { Splitter } from '../ui/splitter.tsx';
import { useSplit } from '../ui/use-split.ts';
import { Area } from './area.tsx';
import { Banners } from './banners.tsx';
import { DeletedBanner } from './deleted-banner.tsx';
import { EditorTopBar } from './editor-top-bar.tsx';
import styles from './editor-workspace.module.css';
import { TimelinePanel } from './feature-panels.tsx';
import { LibraryArea } from './library-area.tsx';
import { PreviewArea } from './preview-area.tsx';
import { ProblemStatus } from './problem-status.tsx';
import { useProjectName } from './project-crumb.tsx';
import { RecoveryBanner } from './recovery-banner.tsx';
import { StatusBar } from './status-bar.tsx';
import { useDesktopClose } from './use-desktop-close.ts';
import { useEditorLayout } from './use-editor-layout.ts';
import { useEditorPalette } from './use-editor-palette.ts';
import { useTitle } from './use-title.ts';
import { useWindowDrop, WindowDropHint } from './window-drop.tsx';

/** The editor: library, preview and XML, inspector, timeline, between its bars. */
export function EditorWorkspace() {
  const { app } = useStrings();
  const store = useEditorStore();
  const layout = useEditorLayout();
  const queueShown = useDesk((state) => state.queueShown);
  const { project, template } = store.getState();
  useActionEditor(store);
  useActionPort('layout', layout);
  useEditorPalette();
  useDesktopClose();
  useClipMatch();
  useTitle(template, useProjectName(project));
  const inspector = useSplit('inspector', { min: 240, max: 480 });
  const timeline = useSplit('timeline', { min: 140, max: 640 });
  const drop = useWindowDrop();
  return (
    <div className={clsx(styles.editor, queueShown && styles.besideQueue)} {...drop.handlers}>
      <EditorTopBar />
      <div className={styles.work}>
        <LibraryArea layout={layout} />
        <PreviewArea layout={layout} />
        <Area
          label={app.inspectorArea}
          className={styles.inspector}
          style={{ width: inspector.size ?? undefined }}
          edge={<Splitter split={inspector} edge="left" label={app.resizeInspector} />}
        >
          <InspectorPanel />
        </Area>
        {drop.isOver && <WindowDropHint />}
      </div>
      <Area
        label={app.timelineArea}
        className={styles.timeline}
        style={{ height: timeline.size ?? undefined }}
        edge={<Splitter split={timeline} edge="top" label={app.resizeTimeline} />}
      >
        <TimelinePanel />
      </Area>
      <StatusBar>
        <ProblemStatus />
      </StatusBar>
      <Banners>
        <DeletedBanner />
        <RecoveryBanner />
      </Banners>
      <RenderDialog />
      <RevisionsHost />
    </div>
  );
}
