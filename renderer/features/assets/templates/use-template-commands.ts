import { Undo2 } from 'lucide-react';
import { useApi } from '../../../api/api-context.tsx';
import { ownAddress } from '../../../api/client/own-address.ts';
import { problemWords } from '../../../api/client/problem-words.ts';
import { type TemplateEntry, useCreateTemplate, useDeleteTemplate } from '../../../api/queries/use-templates.ts';
import { readTemplateText } from '../../../api/templates/template-text.ts';
import { readEditingRecord, saveEditingRecord } from '../../../api/templates/use-editing-record.ts';
import { undoSeconds } from '../../../common/projects/deletions.ts';
import { useDeletions } from '../../../common/projects/deletions-context.tsx';
import { copyName } from '../../../common/projects/project-list.ts';
import { useNavigation } from '../../../shell/window/window-context.tsx';
import { useEditorStoreIfAny } from '../../../state/editor-context.tsx';
import { useStrings } from '../../../strings/use-strings.tsx';
import { useToast } from '../../../ui/overlays/toast.tsx';

/** What can be done with the templates of a project; each says by itself if it did not work. */
export function useTemplateCommands(project: string, templates: readonly TemplateEntry[]) {
  const { projects: words } = useStrings();
  const panel = words.templatesPanel;
  const api = useApi();
  const toast = useToast();
  const deletions = useDeletions();
  const navigation = useNavigation();
  const editor = useEditorStoreIfAny();
  const create = useCreateTemplate(project);
  const remove = useDeleteTemplate(project);

  const failed = (what: string, error: unknown) => {
    const { title, detail } = problemWords(error);
    toast.show({ message: `${words.failed(what)}: ${title}`, detail, tone: 'danger' });
  };
  const open = (name: string) => navigation.go({ screen: 'project', project, template: name });

  /** Text and record under another name. What is open is saved before; false where that can't be. */
  const copyTo = async (from: string, to: string): Promise<boolean> => {
    const current = editor?.getState();
    if (editor !== null && current?.project === project && current.template === from) {
      const { kind } = await editor.actions.save();
      if (kind !== 'saved') {
        toast.show({ message: panel.renameHeld, tone: 'warning' });
        return false;
      }
    }
    const { text } = await readTemplateText(api, { project, name: from });
    await create.mutateAsync({ name: to, text });
    const { record } = await readEditingRecord(api, project, from);
    await saveEditingRecord(api, { project, name: to, record, etag: null });
    return true;
  };

  return {
    open,
    duplicate: async (name: string) => {
      const copy = copyName(
        name,
        templates.map((template) => template.name),
        words,
      );
      try {
        if (await copyTo(name, copy)) toast.show(words.duplicated(name));
      } catch (error) {
        failed(words.duplicate, error);
      }
    },
    /** Saves it under the new name and then deletes the old one; nothing is lost in between. */
    rename: async (name: string, to: string, isCurrent: boolean) => {
      try {
        if (!(await copyTo(name, to))) return;
        if (isCurrent) open(to);
        await remove.mutateAsync(name);
      } catch (error) {
        failed(words.renameAction, error);
      }
    },
    remove: (name: string, isCurrent: boolean) => {
      const key = templateKey(project, name);
      deletions.add({
        key,
        carryOut: (leaving) => {
          if (leaving) {
            void api.region().then((region) => {
              const address = ownAddress('/v1/xml/:region/:project/:name', { region, project, name });
              return fetch(address, { method: 'DELETE', keepalive: true });
            });
          } else remove.mutate(name, { onError: (error) => failed(words.remove, error) });
        },
      });
      const next = templates.find((template) => template.name !== name);
      if (isCurrent && next !== undefined) open(next.name);
      toast.show({
        id: `deleted-${key}`,
        message: panel.removed(name),
        seconds: undoSeconds,
        countdown: true,
        action: { label: words.undo, icon: Undo2, run: () => deletions.undo(key) },
      });
    },
  };
}

/** Names a template among all things that can be deleted. */
export function templateKey(project: string, name: string): string {
  return `template ${project} ${name}`;
}
