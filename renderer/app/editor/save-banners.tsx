import { ArchiveRestore, FileX2, GitCompareArrows, Save } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import type { Api } from '#renderer/api/api.ts';
import { useApi } from '#renderer/api/api-context.tsx';
import { problemText } from '#renderer/api/client/problem-words.ts';
import { useTemplates } from '#renderer/api/queries/use-templates.ts';
import type { Editor } from '#renderer/editor/editor.ts';
import { useEditor, useEditorValue } from '#renderer/editor/editor-context.tsx';
import type { RecordStore } from '#renderer/editor/record-store.ts';
import type { RecoveryRecord } from '#renderer/editor/saving/recovery.ts';
import type { ConflictChoice, ConflictCopy, DeletedItem } from '#renderer/editor/saving/saver.ts';
import { createTemplateSaver, saveEditingRecord } from '#renderer/editor/saving/template-service.ts';
import { ComparisonPanel } from '#renderer/features/revisions/comparison-panel.tsx';
import { useOpenVersion, useOtherVersion } from '#renderer/features/revisions/use-open-version.ts';
import { copyName } from '#renderer/project/project-list.ts';
import { useNavigation } from '#renderer/shell/window/window-context.tsx';
import { say } from '#renderer/strings/say.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Button } from '#renderer/ui/controls/button.tsx';
import { Icon } from '#renderer/ui/display/icon.tsx';
import { formatAge } from '#renderer/ui/format/age.ts';
import { Dialog } from '#renderer/ui/overlays/dialog.tsx';
import { useToast } from '#renderer/ui/overlays/toast.tsx';
import { editingRecordJson } from '#shared/editing/model/editing-record.ts';
import styles from '../frame/banners.module.css';
import comparingDialogStyles from './comparing-dialog.module.css';
import { useProjectName } from './project-crumb.tsx';

/**
 * Opens the comparison after a conflict. Waits until the user neither types nor drags, because the dialog receives all
 * keys.
 */
function useOpenedAtRest(isConflict: boolean, open: (open: boolean) => void): void {
  const editor = useEditor();
  useEffect(() => {
    if (!isConflict) return open(false);
    const isBusy = () =>
      editor.document.state.gesture !== null ||
      document.activeElement?.matches(
        'input, textarea, [contenteditable]:not([contenteditable=false]), .cm-content',
      ) === true;
    const stopped = new AbortController();
    const openIfIdle = () => {
      if (isBusy() || stopped.signal.aborted) return;
      stopped.abort();
      open(true);
    };
    const stop = editor.document.subscribe(openIfIdle);
    stopped.signal.addEventListener('abort', stop);
    // `document.activeElement` changes only after the `focusout` event.
    document.addEventListener('focusout', () => queueMicrotask(openIfIdle), { signal: stopped.signal });
    openIfIdle();
    return () => stopped.abort();
  }, [isConflict, open, editor]);
}

/** Shows a message if the conflict copy could not be deleted. */
function useCopyLeft(): void {
  const { app } = useStrings();
  const undeletedCopy = useEditorValue(({ document }) => document.state.undeletedCopy);
  const toasts = useToast();
  const showMessage = useEffectEvent((name: string) =>
    toasts.show({ id: 'conflict-copy', message: app.conflictCopyLeft(name), detail: app.conflictCopyLeftHint }),
  );
  useEffect(() => {
    if (undeletedCopy !== null) showMessage(undeletedCopy);
  }, [undeletedCopy]);
}

export interface ConflictBannerProps {
  readonly comparing: boolean;
  readonly onComparing: (comparing: boolean) => void;
}

/** The banner that reports a conflict, names the copy that receives the edits, and opens the comparison. */
export function ConflictBanner({ comparing, onComparing }: ConflictBannerProps) {
  const { app } = useStrings();
  const template = useEditorValue(({ document }) => document.state.template);
  const isConflict = useEditorValue(({ document }) => document.state.saving.kind === 'conflict');
  const copy = useEditorValue(({ document }) => document.state.conflictCopy);
  useOpenedAtRest(isConflict, onComparing);
  useCopyLeft();
  if (!isConflict) return null;
  return (
    <div role="alert" className={styles.banner}>
      <Icon icon={GitCompareArrows} />
      <strong style={{ fontWeight: 500 }}>{app.conflictTitle(template)}.</strong>
      <span className={styles.hint}>{copyStatus(copy, app)}</span>
      <Button size="sm" variant="primary" onClick={() => onComparing(true)}>
        {app.conflictCompare}
      </Button>
      {comparing && <ConflictDialog onClose={() => onComparing(false)} />}
    </div>
  );
}

function copyStatus(copy: ConflictCopy | null, app: ReturnType<typeof useStrings>['app']): string {
  const kind = copy?.saving.kind;
  if (kind === 'failed' || kind === 'held' || kind === 'conflict' || kind === 'deleted') return app.conflictUnsafe;
  return copy === null || copy.name === null ? app.conflictSaving : app.conflictSafe(copy.name);
}

/** The dialog that resolves a conflict with another saved version. Closing the dialog keeps both versions. */
function ConflictDialog({ onClose }: { readonly onClose: () => void }) {
  const { app, kit, projects: strings, revisions } = useStrings();
  const { resolveConflict } = useEditor().saving;
  const project = useEditorValue(({ document }) => document.state.project);
  const name = useEditorValue(({ document }) => document.state.template);
  const theirs = useEditorValue(({ document }) =>
    document.state.saving.kind === 'conflict' ? document.state.saving.theirs : null,
  );
  const mine = useOpenVersion(revisions.mine);
  const other = useOtherVersion(revisions.theirs, theirs?.text ?? null);
  const { data: templates = [] } = useTemplates(project);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState<ConflictChoice['kind'] | null>(null);
  const conflictCopyName = useEditorValue(({ document }) => document.state.conflictCopy?.name ?? null);
  const unused = copyName(
    name,
    templates.map((template) => template.name),
    strings,
  );
  const copy = conflictCopyName ?? unused;
  const choose = (choice: ConflictChoice) => {
    setBusy(choice.kind);
    resolveConflict(choice).then((result) => {
      setBusy(null);
      if (result.ok) onClose();
      else setProblem(say(result.error));
    }, onClose);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={app.conflictTitle(name)}
      size="xl"
      flush
      className={other === null ? undefined : comparingDialogStyles.dialog}
      footer={
        <>
          <Button className={comparingDialogStyles.first} onClick={onClose}>
            {kit.cancel}
          </Button>
          <Button variant="danger" busy={busy === 'overwrite'} onClick={() => choose({ kind: 'overwrite' })}>
            {app.conflictMine}
          </Button>
          <Button disabled={other === null} busy={busy === 'theirs'} onClick={() => choose({ kind: 'theirs' })}>
            {app.conflictTheirs}
          </Button>
          <Button
            variant="primary"
            className={comparingDialogStyles.copy}
            busy={busy === 'copy'}
            onClick={() => choose({ kind: 'copy', name: copy })}
          >
            {app.conflictCopy(copy)}
          </Button>
        </>
      }
    >
      <div className={comparingDialogStyles.body}>
        <p className={comparingDialogStyles.text}>
          {other === null
            ? revisions.theirsGone
            : conflictCopyName === null
              ? app.conflictText
              : app.conflictTextCopy(conflictCopyName)}
        </p>
        {problem !== null && (
          <p role="alert" className={comparingDialogStyles.problem}>
            {problem}
          </p>
        )}
        {other !== null && <ComparisonPanel before={other} after={mine} />}
      </div>
    </Dialog>
  );
}

/**
 * Reports that the open template was deleted elsewhere, and offers to save it again. The text stays open until the user
 * leaves.
 */
export function DeletedBanner() {
  const { app } = useStrings();
  const api = useApi();
  const editor = useEditor();
  const { record } = useEditor();
  const { go } = useNavigation();
  const template = useEditorValue(({ document }) => document.state.template);
  const project = useEditorValue(({ document }) => document.state.project);
  const saving = useEditorValue(({ document }) => document.state.saving);
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

interface Open {
  readonly editor: Editor;
  readonly record: RecordStore;
}

export type SavedAgain =
  | { readonly kind: 'here' }
  /** The template was saved in a new project, because its project was deleted. */
  | { readonly kind: 'elsewhere'; readonly project: string }
  /** The template was not saved. `reason` is a sentence for the user. */
  | { readonly kind: 'refused'; readonly reason: string };

/**
 * Saves a deleted template again with its text, data sets, and markers. Creates a new project if the project was
 * deleted.
 */
async function saveAgain(
  api: Api,
  { editor, record }: Open,
  { what, projectName }: { readonly what: DeletedItem; readonly projectName: string },
): Promise<SavedAgain> {
  const { project, template, text } = editor.document.state;
  const json = editingRecordJson(record.current);
  if (what === 'template') {
    const done = await editor.saving.resolveConflict({ kind: 'overwrite' });
    if (!done.ok) return { kind: 'refused', reason: say(done.error) };
    const { saving } = editor.document.state;
    if (saving.kind === 'held' || saving.kind === 'failed') return { kind: 'refused', reason: saving.reason };
    if (saving.kind !== 'saved') return { kind: 'here' };
    await record.handleRemoteChange(
      await saveEditingRecord(api, { project, name: template, record: json, etag: null }),
    );
    return { kind: 'here' };
  }
  const { uid } = await api.client.call('createProject', { parameters: { name: projectName } });
  const place = { project: uid, name: template };
  const outcome = await createTemplateSaver(api, place)({ text, etag: null, keepalive: false });
  if (outcome.kind !== 'saved') {
    // Delete the new project, which is empty because the template could not be saved.
    await api.client.call('deleteProject', { parameters: { project: uid } }).catch(() => undefined);
    return { kind: 'refused', reason: 'reason' in outcome ? outcome.reason : 'It is there already.' };
  }
  await saveEditingRecord(api, { ...place, record: json, etag: null });
  return { kind: 'elsewhere', project: uid };
}

/** Offers unsaved work from an earlier session, which only the user can delete. */
export function RecoveryBanner() {
  const { app, projects: strings, revisions } = useStrings();
  const newest = useEditorValue(({ document }) => document.state.recovered[0]);
  const { restoreRecovered, discardRecovered } = useEditor().saving;
  const [comparing, setComparing] = useState(false);
  if (newest === undefined) return null;
  return (
    <div role="status" className={styles.banner}>
      <Icon icon={ArchiveRestore} />
      <span className={styles.hint}>{app.recovered(formatAge(new Date(newest.at), new Date(), strings.justNow))}</span>
      <Button size="sm" onClick={() => setComparing(true)}>
        {revisions.compareMore}
      </Button>
      <Button size="sm" variant="primary" onClick={() => restoreRecovered(newest.key)}>
        {app.recoverRestore}
      </Button>
      <Button size="sm" onClick={() => void discardRecovered(newest.key)}>
        {app.recoverDiscard}
      </Button>
      {comparing && <RecoveryDialog record={newest} onClose={() => setComparing(false)} />}
    </div>
  );
}

interface RecoveryDialogProps {
  readonly record: RecoveryRecord;
  readonly onClose: () => void;
}

/** The dialog that compares recovered work with the open template. */
function RecoveryDialog({ record, onClose }: RecoveryDialogProps) {
  const { app, kit, projects, revisions: strings } = useStrings();
  const { restoreRecovered, discardRecovered } = useEditor().saving;
  const isSaved = useEditorValue(({ document }) => document.state.saving.kind === 'saved');
  const before = useOpenVersion(isSaved ? strings.savedVersion : strings.now);
  const after = useOtherVersion(strings.unsavedWork, record.text);
  const age = formatAge(new Date(record.at), new Date(), projects.justNow);
  return (
    <Dialog
      open
      onClose={onClose}
      title={strings.recoveryTitle}
      size="xl"
      flush
      className={comparingDialogStyles.dialog}
      footer={
        <>
          <Button
            variant="danger"
            className={comparingDialogStyles.first}
            onClick={() => {
              void discardRecovered(record.key);
              onClose();
            }}
          >
            {app.recoverDiscard}
          </Button>
          <Button onClick={onClose}>{kit.close}</Button>
          <Button
            variant="primary"
            onClick={() => {
              restoreRecovered(record.key);
              onClose();
            }}
          >
            {app.recoverRestore}
          </Button>
        </>
      }
    >
      <div className={comparingDialogStyles.body}>
        <p className={comparingDialogStyles.text}>{strings.recoveryText(age)}</p>
        {after !== null && <ComparisonPanel before={before} after={after} />}
      </div>
    </Dialog>
  );
}
