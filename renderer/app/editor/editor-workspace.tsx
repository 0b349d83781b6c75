import { clsx } from 'clsx';
import { CodeXml, Columns2, Film, Images, LayoutTemplate, MonitorPlay } from 'lucide-react';
import { lazy, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { closeDialog, openDialog, useDialog, useIsOpen } from '#renderer/actions/dialogs.ts';
import { useActionEditor, usePaletteSource } from '#renderer/actions/use-actions.tsx';
import { useApi } from '#renderer/api/api-context.tsx';
import type { AssetEntry } from '#renderer/api/client/asset-list.ts';
import { queryKeys } from '#renderer/api/client/query-keys.ts';
import type { TemplateEntry } from '#renderer/api/queries/use-templates.ts';
import type { Editor } from '#renderer/editor/editor.ts';
import { Deferred, useEditor, useEditorValue, useShownView } from '#renderer/editor/editor-context.tsx';
import type { PreviewMode, ScreenView } from '#renderer/editor/editor-views.ts';
import { selectUsedAssets } from '#renderer/editor/selectors.ts';
import { useClipMatch } from '#renderer/features/assets/panel/use-clip-match.ts';
import { TemplateDialogs } from '#renderer/features/assets/template-dialogs.tsx';
import { CheckHost } from '#renderer/features/check/check-host.tsx';
import { SaveDesignHost } from '#renderer/features/designs/save-design-dialog.tsx';
import { InsertHost } from '#renderer/features/insert/insert-palette.tsx';
import { InspectorPanel } from '#renderer/features/inspector/inspector-panel.tsx';
import { MetersPanel } from '#renderer/features/meters/meters-panel.tsx';
import { PreviewPanel } from '#renderer/features/preview/preview-panel.tsx';
import { RenderDialog } from '#renderer/features/render/dialog/render-dialog.tsx';
import { TemplateLink } from '#renderer/features/render/dialog/template-link.tsx';
import { RevisionsHost } from '#renderer/features/revisions/revisions-host.tsx';
import { Timeline } from '#renderer/features/timeline/timeline.tsx';
import { TourHost } from '#renderer/features/tour/tour-host.tsx';
import { TourOffer } from '#renderer/features/tour/tour-offer.tsx';
import { AgentCallsDialog, useAgentNotice } from '#renderer/project/agents.tsx';
import { useSourceLengths } from '#renderer/project/source-facts.ts';
import areaStyles from '#renderer/shell/frame/area.module.css';
import { Area } from '#renderer/shell/frame/area.tsx';
import { HeadSlotProvider } from '#renderer/shell/frame/head-slot.tsx';
import { useArrivalFocus } from '#renderer/shell/frame/use-arrival-focus.ts';
import { useTitle } from '#renderer/shell/frame/use-title.ts';
import { useEditorLayout } from '#renderer/shell/window/use-editor-layout.ts';
import { useAppWindow } from '#renderer/shell/window/window-context.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Segmented } from '#renderer/ui/controls/segmented.tsx';
import { Splitter } from '#renderer/ui/layout/splitter.tsx';
import { useSplit } from '#renderer/ui/layout/use-split.ts';
import { formatTimecode } from '#shared/editing/model/timecode.ts';
import { timelineOf } from '#shared/editing/model/timeline.ts';
import { displayedSource } from '#shared/template/movie/used-sources.ts';
import { Banners } from '../frame/banners.tsx';
import { StatusBar } from '../frame/status-bar.tsx';
import { AfterFirstFrame } from './after-first-frame.tsx';
import { EditorTopBar } from './editor-top-bar.tsx';
import styles from './editor-workspace.module.css';
import { LibraryArea } from './library-area.tsx';
import { ProblemStatus } from './problem-status.tsx';
import { useProjectName } from './project-crumb.tsx';
import { ConflictBanner, DeletedBanner, RecoveryBanner } from './save-banners.tsx';
import { useDesktopClose } from './use-open-template.ts';
import { useWindowDrop, WindowDropHint } from './window-drop.tsx';

/** The editor with its areas: library, preview, XML, inspector, and timeline. */
export function EditorWorkspace() {
  const { app } = useStrings();
  const editor = useEditor();
  const layout = useEditorLayout();
  const queueShown = useIsOpen('queue');
  const { project, template } = editor.document.state;
  useInspectorOnSelection(queueShown);
  useActionEditor(editor);
  useShownView('screen', layout);
  useEditorPalette();
  useDesktopClose();
  useTitle(template, useProjectName(project));
  const inspector = useSplit('inspector', { min: 288, max: 480 });
  const isPortrait = useEditorValue(
    ({
      document: {
        state: { movie },
      },
    }) => movie !== null && movie.height > movie.width,
  );
  const timeline = useSplit('timeline', { min: 140, max: 640 });
  const drop = useWindowDrop();
  /** Whether the dialog that compares the conflicting versions is open. */
  const [comparing, setComparing] = useState(false);
  return (
    <div
      className={clsx(
        styles.editor,
        layout.inspectorReachesDown() && styles.reachesDown,
        queueShown && styles.queueOpen,
        isPortrait && styles.portrait,
      )}
      {...drop.handlers}
    >
      <FollowMovie />
      <AgentNotice />
      <EditorTopBar onCompare={() => setComparing(true)} />
      <div className={styles.work}>
        <Deferred>
          <LibraryArea layout={layout} />
        </Deferred>
        <PreviewArea layout={layout}>{drop.over !== null && <WindowDropHint content={drop.over} />}</PreviewArea>
      </div>
      <Area
        label={app.inspectorArea}
        className={styles.inspector}
        style={{ width: inspector.size ?? undefined }}
        edge={<Splitter split={inspector} edge="left" label={app.resizeInspector} />}
      >
        <Deferred>
          <AfterFirstFrame>
            <InspectorPanel />
          </AfterFirstFrame>
        </Deferred>
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
        <Deferred>
          <ProblemStatus />
        </Deferred>
        <TourOffer />
      </StatusBar>
      <Banners>
        <ConflictBanner comparing={comparing} onComparing={setComparing} />
        <DeletedBanner />
        <RecoveryBanner />
      </Banners>
      <AfterFirstFrame>
        <Deferred>
          <CheckHost />
        </Deferred>
        <InsertHost />
        <RenderDialog />
        <TemplateLink />
        <RevisionsHost />
        <AgentsHost />
        <SaveDesignHost />
        <TemplateDialogs project={project} current={template} />
        <TourHost />
      </AfterFirstFrame>
    </div>
  );
}

/** Shows a notice at the first edit of an assistant. Mounted outside `AfterFirstFrame`, so that no edit is missed. */
function AgentNotice() {
  useAgentNotice(useEditor().document.state.project, showCalls);
  return null;
}

/** The dialog that lists the calls of assistants. */
function AgentsHost() {
  const editor = useEditor();
  if (useDialog('agentCalls') === undefined) return null;
  return (
    <AgentCallsDialog
      editor={editor}
      onClose={() => closeDialog('agentCalls')}
      onCompare={(revision) => openDialog('revisions', revision)}
    />
  );
}

function showCalls(): void {
  openDialog('agentCalls', null);
}

/**
 * Matches the movie format to the first clip and loads the lengths of sources. It is a separate component, so that a
 * gesture does not render the whole screen.
 */
function FollowMovie() {
  useClipMatch();
  useSourceLengths();
  return null;
}

/** Closes the render queue when the selection changes, because the queue covers the inspector. */
function useInspectorOnSelection(queueShown: boolean): void {
  const selected = useEditorValue(({ document }) => document.state.selection.ids.join(' '));
  const before = useRef(selected);
  useEffect(() => {
    const isNew = before.current !== selected && selected !== '';
    before.current = selected;
    if (isNew && queueShown) closeDialog('queue');
  }, [selected, queueShown]);
}

/** Adds scenes, templates, and assets to the command palette. Loads them only while the palette is open. */
function useEditorPalette(): void {
  const { app } = useStrings();
  const editor = useEditor();
  const { queries } = useApi();
  const { navigation } = useAppWindow();
  usePaletteSource(
    'scenes',
    useMemo(
      () => ({
        heading: app.scenesHeading,
        order: 1,
        items: () => {
          const { movie } = editor.document.state;
          const { scenes, starts } = timelineOf(movie);
          return scenes.map(({ id, name }, index) => ({
            id,
            label: name ?? app.sceneName(index + 1),
            icon: Film,
            hint:
              movie === null
                ? undefined
                : app.sceneHint(index + 1, formatTimecode(starts[index] ?? 0, movie.frameRate)),
            run: () => {
              editor.selection.select([id]);
              editor.playback.seek(starts[index] ?? 0);
            },
          }));
        },
      }),
      [app, editor],
    ),
  );
  usePaletteSource(
    'files',
    useMemo(
      () => ({
        heading: app.filesHeading,
        order: 2,
        items: () => {
          const { project } = editor.document.state;
          const templates = queries.getQueryData<readonly TemplateEntry[]>(queryKeys.templates(project)) ?? [];
          const assets = queries.getQueryData<readonly AssetEntry[]>(queryKeys.assets(project)) ?? [];
          const used = selectUsedAssets(editor.document.state);
          const { go } = navigation.getState();
          return [
            ...templates.map(({ name }) => ({
              id: `template-${name}`,
              label: name,
              icon: LayoutTemplate,
              hint: app.templateHint,
              run: () => go({ screen: 'project', project, template: name }),
            })),
            ...assets
              .filter(({ name }) => used.has(name))
              .map(({ name }) => ({
                id: `asset-${name}`,
                label: name,
                icon: Images,
                hint: app.assetHint,
                run: () => goToFirstUse(editor, name),
              })),
          ];
        },
      }),
      [app, editor, queries, navigation],
    ),
  );
}

/** Moves the playhead to the first scene that uses an asset. */
function goToFirstUse(editor: Editor, name: string): void {
  const { scenes, starts } = timelineOf(editor.document.state.movie);
  const index = scenes.findIndex(({ layers }) =>
    layers.some((layer) => {
      const source = displayedSource(layer);
      return source?.kind === 'asset' && source.name === name;
    }),
  );
  const scene = scenes[index];
  if (scene === undefined) return;
  editor.selection.select([scene.id]);
  editor.playback.seek(starts[index] ?? 0);
}

/** The preview area with the picture, the XML, or both. `children` overlay the area. */
function PreviewArea({ layout, children }: { readonly layout: ScreenView; readonly children: ReactNode }) {
  const { app } = useStrings();
  const split = useSplit('xml', { min: 280, max: 1400 });
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  const mode = layout.mode();
  const template = useEditorValue(({ document }) => document.state.template);
  const main = useArrivalFocus();
  return (
    <main ref={main} tabIndex={-1} className={clsx(areaStyles.area, styles.centre)}>
      <h1 className="visually-hidden">{template}</h1>
      <div className={styles.head}>
        <Segmented<PreviewMode>
          label={app.view}
          size="sm"
          className={styles.modes}
          value={mode}
          onChange={layout.setMode}
          options={[
            { value: 'visual', label: app.viewVisual, icon: MonitorPlay },
            { value: 'split', label: app.viewSplit, icon: Columns2 },
            { value: 'xml', label: app.viewXml, icon: CodeXml },
          ]}
        />
        <div ref={setSlot} className={styles.headSlot} />
      </div>
      <HeadSlotProvider value={slot}>
        <div className={styles.centreBody}>
          {mode !== 'xml' && (
            <Area label={app.previewArea} className={styles.preview}>
              <PreviewPanel />
            </Area>
          )}
          {mode !== 'visual' && (
            <Area
              label={app.xmlArea}
              className={clsx(styles.xml, mode === 'xml' && styles.xmlAlone)}
              style={mode === 'split' ? { width: split.size ?? undefined } : undefined}
              edge={mode === 'split' && <Splitter split={split} edge="left" label={app.resizeXml} />}
            >
              <XmlPanel />
            </Area>
          )}
        </div>
      </HeadSlotProvider>
      {children}
    </main>
  );
}

/** The XML panel, loaded on demand. */
const XmlPanel = lazy(() =>
  import('#renderer/features/xml-view/xml-panel.tsx').then((module) => ({ default: module.XmlPanel })),
);

function TimelinePanel({ layout }: { readonly layout: ScreenView }) {
  return <Timeline beside={layout.metersShown() ? <MetersPanel /> : null} />;
}
