import { Check, CloudOff, LayoutTemplate, PencilLine, SquarePen } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { ActionButton, ActionIconButton, useActionEditor } from '#renderer/actions/use-actions.tsx';
import { useRecordOpened } from '#renderer/api/queries/use-projects.ts';
import { useTemplates } from '#renderer/api/queries/use-templates.ts';
import { EditorProvider, useEditor, useEditorValue } from '#renderer/editor/editor-context.tsx';
import { FillInForm } from '#renderer/features/fill-in/fill-in-form.tsx';
import { openingFrame } from '#renderer/features/fill-in/opening-frame.ts';
import { PreviewPanel } from '#renderer/features/preview/preview-panel.tsx';
import { RenderDialog } from '#renderer/features/render/dialog/render-dialog.tsx';
import { useSubmitRender } from '#renderer/features/render/dialog/use-submit-render.ts';
import { useRenderForm } from '#renderer/features/render/form/use-render-form.ts';
import { LastFilm } from '#renderer/features/render/last-film.tsx';
import { RenderNow } from '#renderer/features/render/render-now.tsx';
import { DataSetSelect } from '#renderer/features/variables/data-set-select.tsx';
import type { TextSizes } from '#renderer/playback/compose/text-sizes.ts';
import { useSourceLengths } from '#renderer/project/source-facts.ts';
import { TemplateFailure } from '#renderer/project/template-failure.tsx';
import { Area } from '#renderer/shell/frame/area.tsx';
import { PageFrame } from '#renderer/shell/frame/page-frame.tsx';
import { ScreenSkeleton } from '#renderer/shell/frame/screen-skeleton.tsx';
import { takePendingFrame } from '#renderer/shell/window/pending-frame.ts';
import { useNavigation } from '#renderer/shell/window/window-context.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Button } from '#renderer/ui/controls/button.tsx';
import { EmptyState } from '#renderer/ui/display/empty-state.tsx';
import { Icon } from '#renderer/ui/display/icon.tsx';
import { Splitter } from '#renderer/ui/layout/splitter.tsx';
import { useSplit } from '#renderer/ui/layout/use-split.ts';
import { timelineOf } from '#shared/editing/model/timeline.ts';
import { ProjectCrumb } from '../editor/project-crumb.tsx';
import { useDesktopClose, useOpenTemplate } from '../editor/use-open-template.ts';
import styles from './fill-in-workspace.module.css';

export interface FillInScreenProps {
  readonly project: string;
  /** The name of the template; null for the first template of the project. */
  readonly template: string | null;
}

/** The screen that shows a template as a form beside its preview. */
export function FillInScreen({ project, template }: FillInScreenProps) {
  const { fillIn: strings } = useStrings();
  const { replace } = useNavigation();
  const { data: templates } = useTemplates(project);
  useRecordOpened(project);
  const first = template === null ? (templates?.[0]?.name ?? null) : null;
  useEffect(() => {
    if (first !== null) replace({ screen: 'fill-in', project, template: first });
  }, [first, project, replace]);
  if (template !== null) return <OpenForm project={project} name={template} />;
  if (templates === undefined || first !== null) return <ScreenSkeleton />;
  return (
    <PageFrame heading={strings.title}>
      <EmptyState icon={LayoutTemplate} title={strings.noTemplate} hint={strings.noTemplateHint}>
        <ActionButton action="app/projects" />
      </EmptyState>
    </PageFrame>
  );
}

function OpenForm({ project, name }: { readonly project: string; readonly name: string }) {
  const opening = useOpenTemplate(project, name);
  switch (opening.kind) {
    case 'opening':
      return <ScreenSkeleton />;
    case 'failed':
      return (
        <PageFrame heading={name}>
          <TemplateFailure error={opening.error} onRetry={opening.retry}>
            <ActionButton action="app/projects" />
          </TemplateFailure>
        </PageFrame>
      );
    case 'open':
      return (
        <EditorProvider editor={opening.template.editor}>
          <FillInWorkspace />
        </EditorProvider>
      );
    default:
      return opening satisfies never;
  }
}

/** The form on the left, the preview on the right, and the renders below. */
function FillInWorkspace() {
  const { app, fillIn: strings } = useStrings();
  const { go } = useNavigation();
  const editor = useEditor();
  const { project, template } = editor.document.state;
  const [texts, setTexts] = useState<TextSizes | undefined>(undefined);
  const form = useRef<HTMLDivElement>(null);
  const rendering = useRenderForm();
  const submit = useSubmitRender(rendering, { isPreview: true });
  const split = useSplit('fill-in', { min: 300, max: 640 });
  useEffect(() => {
    const moment = takePendingFrame(project, template);
    if (moment === null) {
      // Open at a later frame, because the first frame of a movie is often empty.
      const opening = openingFrame(timelineOf(editor.document.state.movie));
      if (opening !== null) editor.playback.seek(opening);
      return;
    }
    editor.playback.seek(moment);
    // Focus the first field after a design is chosen, so that the user can type.
    form.current?.querySelector<HTMLInputElement>('input, textarea')?.select();
  }, [editor, project, template]);
  useActionEditor(editor);
  useDesktopClose();
  useSourceLengths();
  return (
    <PageFrame
      title={`${template} · ${strings.title}`}
      heading={`${strings.title}, ${template}`}
      start={
        <>
          <ProjectCrumb project={project} />
          <span aria-hidden={true} className={styles.slash}>
            /
          </span>
          <span className={styles.template}>{template}</span>
          <SavedState />
        </>
      }
      end={
        <>
          <ActionIconButton action="edit/undo" />
          <ActionIconButton action="edit/redo" />
          <DataSetSelect />
          <Button icon={SquarePen} onClick={() => go({ screen: 'project', project, template })}>
            {strings.openInEditor}
          </Button>
        </>
      }
    >
      <div className={styles.work}>
        <Area
          label={strings.values}
          className={styles.form}
          style={{ width: split.size ?? undefined }}
          edge={<Splitter split={split} edge="right" label={strings.resize} />}
        >
          <FillInForm texts={texts} form={form}>
            <RenderNow fields={form} form={rendering} submit={submit} />
          </FillInForm>
        </Area>
        <div className={styles.film}>
          <Area label={app.previewArea} className={styles.preview}>
            <PreviewPanel watched={true} onTexts={setTexts} />
          </Area>
          <LastFilm project={project} template={template} form={rendering} submit={submit} />
        </div>
      </div>
      <RenderDialog />
    </PageFrame>
  );
}

/** Shows whether the values of the form are saved. */
function SavedState() {
  const { app } = useStrings();
  const isSaved = useEditorValue(({ record }) => record.state.isSaved);
  const fault = useEditorValue(({ record }) => record.state.fault);
  const [icon, words] =
    fault !== null ? [CloudOff, app.notSaved] : isSaved ? [Check, app.saved] : [PencilLine, app.unsaved];
  return (
    <span className={styles.status} title={fault ?? undefined}>
      <Icon icon={icon} size={14} className={fault !== null ? styles.danger : isSaved ? styles.success : undefined} />
      {words}
    </span>
  );
}
