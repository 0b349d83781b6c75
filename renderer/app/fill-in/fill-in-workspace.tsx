import { Check, CloudOff, PencilLine, SquarePen } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { useActionEditor } from '#renderer/actions/runtime/use-actions.tsx';
import { useSourceLengths } from '#renderer/common/sources/use-source-lengths.ts';
import { FillInForm } from '#renderer/features/fill-in/fill-in-form.tsx';
import { openingMoment } from '#renderer/features/fill-in/model/shown-moment.ts';
import { PreviewPanel } from '#renderer/features/preview/preview-panel.tsx';
import { RenderDialog } from '#renderer/features/render/dialog/render-dialog.tsx';
import { useSubmitRender } from '#renderer/features/render/dialog/use-submit-render.ts';
import { useRenderForm } from '#renderer/features/render/form/use-render-form.ts';
import { LastFilm } from '#renderer/features/render/now/last-film.tsx';
import { RenderNow } from '#renderer/features/render/now/render-now.tsx';
import { DataSetSelect } from '#renderer/features/variables/data-set-select.tsx';
import type { TextSizes } from '#renderer/film/compose/text-sizes.ts';
import { Area } from '#renderer/shell/frame/area.tsx';
import { PageFrame } from '#renderer/shell/frame/page-frame.tsx';
import { takeLeftMoment } from '#renderer/shell/window/left-moment.ts';
import { useNavigation } from '#renderer/shell/window/window-context.tsx';
import { useEditingRecordStore } from '#renderer/state/editing-record-context.tsx';
import { useEditorStore } from '#renderer/state/editor-context.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Button } from '#renderer/ui/controls/button.tsx';
import { Icon } from '#renderer/ui/display/icon.tsx';
import { Splitter } from '#renderer/ui/layout/splitter.tsx';
import { useSplit } from '#renderer/ui/layout/use-split.ts';
import { timelineOf } from '#shared/editing/timeline.ts';
import { ProjectCrumb } from '../editor/bar/project-crumb.tsx';
import { useDesktopClose } from '../editor/use-desktop-close.ts';
import styles from './fill-in-workspace.module.css';

/** The form at the left, the film at the right, and below that what was rendered of it. */
export function FillInWorkspace() {
  const { app, fillIn: words } = useStrings();
  const { go } = useNavigation();
  const store = useEditorStore();
  const { project, template } = store.getState();
  const [texts, setTexts] = useState<TextSizes | undefined>(undefined);
  const form = useRef<HTMLDivElement>(null);
  const rendering = useRenderForm({ namesByValues: true });
  const submit = useSubmitRender(rendering, { kept: true });
  const split = useSplit('fill-in', { min: 300, max: 640 });
  useEffect(() => {
    const moment = takeLeftMoment(project, template);
    if (moment === null) {
      // A film's first frame shows nothing yet, more often than not.
      const opening = openingMoment(timelineOf(store.getState().movie));
      if (opening !== null) store.actions.seek(opening);
      return;
    }
    store.actions.seek(moment);
    // Who has just chosen a design wants to write.
    form.current?.querySelector<HTMLInputElement>('input, textarea')?.select();
  }, [store, project, template]);
  useActionEditor(store);
  useDesktopClose();
  useSourceLengths();
  return (
    <PageFrame
      title={`${template} · ${words.title}`}
      heading={`${words.title}, ${template}`}
      start={
        <>
          <ProjectCrumb project={project} />
          <span aria-hidden={true} className={styles.slash}>
            /
          </span>
          <span className={styles.template}>{template}</span>
          <KeptState />
        </>
      }
      end={
        <>
          <DataSetSelect />
          <Button icon={SquarePen} onClick={() => go({ screen: 'project', project, template })}>
            {words.openInEditor}
          </Button>
        </>
      }
    >
      <div className={styles.work}>
        <Area
          label={words.values}
          className={styles.form}
          style={{ width: split.size ?? undefined }}
          edge={<Splitter split={split} edge="right" label={words.resize} />}
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

/** Whether the values are safe. */
function KeptState() {
  const { app } = useStrings();
  const record = useEditingRecordStore();
  const isSaved = useStore(record, (state) => state.isSaved);
  const fault = useStore(record, (state) => state.fault);
  const [icon, words] =
    fault !== null ? [CloudOff, app.notSaved] : isSaved ? [Check, app.saved] : [PencilLine, app.unsaved];
  return (
    <span className={styles.kept} title={fault ?? undefined}>
      <Icon icon={icon} size={14} className={fault !== null ? styles.danger : isSaved ? styles.success : undefined} />
      {words}
    </span>
  );
}
