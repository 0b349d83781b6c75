import { clsx } from 'clsx';
import { useEffect, useRef, useState } from 'react';
import { useActionEditor, useActionPort } from '#renderer/actions/runtime/use-actions.tsx';
import { useRenderSession, useRenderSessionStore } from '#renderer/common/renders/render-session-context.tsx';
import { useSourceLengths } from '#renderer/common/sources/use-source-lengths.ts';
import { useClipMatch } from '#renderer/features/assets/panel/use-clip-match.ts';
import { SaveDesignHost } from '#renderer/features/designs/save-design-host.tsx';
import { InsertHost } from '#renderer/features/insert/palette/insert-host.tsx';
import { InspectorPanel } from '#renderer/features/inspector/inspector-panel.tsx';
import { RenderDialog } from '#renderer/features/render/dialog/render-dialog.tsx';
import { TemplateLink } from '#renderer/features/render/dialog/template-link.tsx';
import { RevisionsHost } from '#renderer/features/revisions/revisions-host.tsx';
import { TourHost } from '#renderer/features/tour/tour-host.tsx';
import { TourOffer } from '#renderer/features/tour/tour-offer.tsx';
import { Area } from '#renderer/shell/frame/area.tsx';
import { useTitle } from '#renderer/shell/frame/use-title.ts';
import { useEditorLayout } from '#renderer/shell/window/use-editor-layout.ts';
import { AtLeisure, useEditor, useEditorStore } from '#renderer/state/editor-context.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { idleTurns } from '#renderer/ui/browser/idle-turns.ts';
import { Splitter } from '#renderer/ui/layout/splitter.tsx';
import { useSplit } from '#renderer/ui/layout/use-split.ts';
import { Banners } from '../frame/banners.tsx';
import { StatusBar } from '../frame/status-bar.tsx';
import { ConflictBanner } from './bar/conflict-banner.tsx';
import { DeletedBanner } from './bar/deleted-banner.tsx';
import { EditorTopBar } from './bar/editor-top-bar.tsx';
import { ProblemStatus } from './bar/problem-status.tsx';
import { useProjectName } from './bar/project-crumb.tsx';
import { RecoveryBanner } from './bar/recovery-banner.tsx';
import styles from './editor-workspace.module.css';
import { TimelinePanel } from './feature-panels.tsx';
import { LibraryArea } from './library-area.tsx';
import { PreviewArea } from './preview-area.tsx';
import { useDesktopClose } from './use-desktop-close.ts';
import { useEditorPalette } from './use-editor-palette.ts';
import { useWindowDrop, WindowDropHint } from './window-drop.tsx';

/** The editor: library, preview and XML, inspector, timeline, between its bars. */
export function EditorWorkspace() {
  const { app } = useStrings();
  const store = useEditorStore();
  const layout = useEditorLayout();
  const queueShown = useRenderSession((state) => state.queueShown);
  const { project, template } = store.getState();
  useInspectorOnSelection(queueShown);
  useActionEditor(store);
  useActionPort('layout', layout);
  useEditorPalette();
  useDesktopClose();
  useClipMatch();
  useSourceLengths();
  useTitle(template, useProjectName(project));
  const inspector = useSplit('inspector', { min: 288, max: 480 });
  const isPortrait = useEditor(({ movie }) => movie !== null && movie.height > movie.width);
  const timeline = useSplit('timeline', { min: 140, max: 640 });
  const drop = useWindowDrop();
  /** Whether the two versions of a conflict are compared. */
  const [comparing, setComparing] = useState(false);
  return (
    <div
      className={clsx(
        styles.editor,
        layout.inspectorReachesDown() && styles.reachesDown,
        queueShown && styles.besideQueue,
        isPortrait && styles.portrait,
      )}
      {...drop.handlers}
    >
      <EditorTopBar onCompare={() => setComparing(true)} />
      <div className={styles.work}>
        <AtLeisure turns={idleTurns}>
          <LibraryArea layout={layout} />
        </AtLeisure>
        <PreviewArea layout={layout}>{drop.over !== null && <WindowDropHint held={drop.over} />}</PreviewArea>
      </div>
      <Area
        label={app.inspectorArea}
        className={styles.inspector}
        style={{ width: inspector.size ?? undefined }}
        edge={<Splitter split={inspector} edge="left" label={app.resizeInspector} />}
      >
        <AtLeisure turns={idleTurns}>
          <InspectorPanel />
        </AtLeisure>
      </Area>
      <Area
        label={app.timelineArea}
        name="timeline"
        className={styles.timeline}
        style={{ height: timeline.size ?? undefined }}
        edge={<Splitter split={timeline} edge="top" label={app.resizeTimeline} />}
      >
        <TimelinePanel layout={layout} />
      </Area>
      <StatusBar>
        <AtLeisure turns={idleTurns}>
          <ProblemStatus />
        </AtLeisure>
        <TourOffer />
      </StatusBar>
      <Banners>
        <ConflictBanner comparing={comparing} onComparing={setComparing} />
        <DeletedBanner />
        <RecoveryBanner />
      </Banners>
      <InsertHost />
      <RenderDialog />
      <TemplateLink />
      <RevisionsHost />
      <SaveDesignHost />
      <TourHost />
    </div>
  );
}

/** The queue lies over the inspector: who selects something while the queue is open wants to see the inspector. */
function useInspectorOnSelection(queueShown: boolean): void {
  const session = useRenderSessionStore();
  const selected = useEditor((state) => state.selection.ids.join(' '));
  const before = useRef(selected);
  useEffect(() => {
    const isNew = before.current !== selected && selected !== '';
    before.current = selected;
    if (isNew && queueShown) session.setState({ queueShown: false });
  }, [selected, queueShown, session]);
}
