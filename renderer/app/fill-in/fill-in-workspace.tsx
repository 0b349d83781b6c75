import { Check, CloudOff, PencilLine, SquarePen } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { timelineOf } from '../../../shared/editing/timeline.ts';
import { useActionEditor } from '../../actions/runtime/use-actions.tsx';
import { useSourceLengths } from '../../common/sources/use-source-lengths.ts';
import { FillInForm } from '../../features/fill-in/fill-in-form.tsx';
import { openingMoment } from '../../features/fill-in/model/shown-moment.ts';
import { PreviewPanel } from '../../features/preview/preview-panel.tsx';
import { RenderDialog } from '../../features/render/dialog/render-dialog.tsx';
import { useSubmitRender } from '../../features/render/dialog/use-submit-render.ts';
import { useRenderForm } from '../../features/render/form/use-render-form.ts';
import { LastFilm } from '../../features/render/now/last-film.tsx';
import { RenderNow } from '../../features/render/now/render-now.tsx';
import { DataSetSelect } from '../../features/variables/data-set-select.tsx';
import type { TextSizes } from '../../film/compose/text-sizes.ts';
import { Area } from '../../shell/frame/area.tsx';
import { PageFrame } from '../../shell/frame/page-frame.tsx';
import { takeLeftMoment } from '../../shell/window/left-moment.ts';
import { useNavigation } from '../../shell/window/window-context.tsx';
import { useEditingRecordStore } from '../../state/editing-record-context.tsx';
import { useEditorStore } from '../../state/editor-context.tsx';
import { useStrings } from '../../strings/use-strings.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Icon } from '../../ui/display/icon.tsx';
import { Splitter } from '../../ui/layout/splitter.tsx';
import { useSplit } from '../../ui/layout/use-split.ts';
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
