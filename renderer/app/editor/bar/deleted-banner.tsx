import { FileX2, Save } from 'lucide-react';
import { useState } from 'react';
import { useApi } from '#renderer/api/api-context.tsx';
import { problemText } from '#renderer/api/client/problem-words.ts';
import { useNavigation } from '#renderer/shell/window/window-context.tsx';
import { useEditingRecordStore } from '#renderer/state/editing-record-context.tsx';
import { useEditor, useEditorStore } from '#renderer/state/editor-context.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Button } from '#renderer/ui/controls/button.tsx';
import { Icon } from '#renderer/ui/display/icon.tsx';
import styles from '../../frame/banners.module.css';
import { useProjectName } from './project-crumb.tsx';
import { saveAgain } from './save-again.ts';

/** Says that what is open was deleted elsewhere, and saves it again: nothing of it is lost before somebody leaves. */
export function DeletedBanner() {
  const { app } = useStrings();
  const api = useApi();
  const editor = useEditorStore();
  const record = useEditingRecordStore();
  const { go } = useNavigation();
  const template = useEditor((state) => state.template);
  const project = useEditor((state) => state.project);
  const saving = useEditor((state) => state.saving);
  const projectName = useProjectName(project);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  if (saving.kind !== 'deleted') return null;
  const { what } = saving;
  const save = () => {
    setBusy(true);
    setProblem(null);
    saveAgain(api, { editor, record }, { what, projectName: projectName === '' ? template : projectName })
      .then(
        (outcome) => {
          if (outcome.kind === 'refused') setProblem(outcome.reason);
          if (outcome.kind === 'elsewhere') go({ screen: 'project', project: outcome.project, template });
        },
        (error: unknown) => setProblem(problemText(error)),
      )
      .finally(() => setBusy(false));
  };
  return (
    <div role="alert" className={styles.banner}>
      <Icon icon={FileX2} />
      <strong style={{ fontWeight: 500 }}>{app.deletedTitle(what === 'project' ? projectName : template)}</strong>
      <span className={styles.hint}>{problem ?? app.deletedHint}</span>
      <Button size="sm" variant="primary" icon={Save} busy={busy} onClick={save}>
        {what === 'project' ? app.saveInNewProject : app.saveAgain}
      </Button>
      <Button size="sm" onClick={() => go({ screen: 'projects' })}>
        {app.leave}
      </Button>
    </div>
  );
}
