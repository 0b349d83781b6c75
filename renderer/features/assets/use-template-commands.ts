import { Undo2 } from 'lucide-react';
import { useApi } from '#renderer/api/api-context.tsx';
import { problemWords } from '#renderer/api/client/problem-words.ts';
import { servicePath } from '#renderer/api/client/service-path.ts';
import { type TemplateEntry, useCreateTemplate, useDeleteTemplate } from '#renderer/api/queries/use-templates.ts';
import { useEditorIfAny } from '#renderer/editor/editor-context.tsx';
import { readEditingRecord, readTemplateText, saveEditingRecord } from '#renderer/editor/saving/template-service.ts';
import { undoSeconds, useDeletions } from '#renderer/project/deletions.tsx';
import { copyName, freeName } from '#renderer/project/project-list.ts';
import { useNavigation } from '#renderer/shell/window/window-context.tsx';
import { pageLanguage } from '#renderer/strings/page-language.ts';
import { say } from '#renderer/strings/say.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { useToast } from '#renderer/ui/overlays/toast.tsx';
import { copyInShape, type DesignAccess } from '#shared/designs/design-in-shape.ts';
import { type FrameShape, shapeText } from '#shared/editing/model/frame-shapes.ts';

/**
 * The maximum number of characters that a copy's name takes from the original name, so that the name and the frame
 * shape after it fit into the length limit.
 */
const MAX_COPIED_NAME = 60;

/** Returns the commands for the templates of a project. Each command shows its errors. */
export function useTemplateCommands(project: string, templates: readonly TemplateEntry[]) {
  const { projects: strings } = useStrings();
  const panel = strings.templatesPanel;
  const api = useApi();
  const toast = useToast();
  const deletions = useDeletions();
  const navigation = useNavigation();
  const editor = useEditorIfAny();
  const create = useCreateTemplate(project);
  const remove = useDeleteTemplate(project);

  const designs: DesignAccess = {
    list: async () => (await api.client.call('listDesigns', { query: { language: pageLanguage() } })).designs,
    read: async (design, size) =>
      (await api.client.open('readDesignTemplate', { parameters: { design }, query: { size } })).text(),
  };
  const showFailure = (action: string, error: unknown) => {
    const { title, detail } = problemWords(error);
    toast.show({ message: `${strings.failed(action)}: ${title}`, detail, tone: 'danger' });
  };
  const open = (name: string) => navigation.go({ screen: 'project', project, template: name });

  /** Returns the saved text of a template. An open template is saved first. Null if saving or reading fails. */
  const savedText = async (name: string): Promise<string | null> => {
    const current = editor?.document.state;
    if (editor !== null && current?.project === project && current.template === name) {
      const { kind } = await editor.saving.save();
      if (kind !== 'saved') {
        toast.show({ message: panel.renameHeld, tone: 'warning' });
        return null;
      }
    }
    return (await readTemplateText(api, { project, name })).text;
  };
  /** Copies the text and the editing record under another name. Returns false if the text cannot be saved. */
  const copyTo = async (from: string, to: string): Promise<boolean> => {
    const text = await savedText(from);
    if (text === null) return false;
    await create.mutateAsync({ name: to, text });
    await copyRecord(from, to);
    return true;
  };
  const copyRecord = async (from: string, to: string): Promise<void> => {
    const { record } = await readEditingRecord(api, project, from);
    await saveEditingRecord(api, { project, name: to, record, etag: null });
  };

  return {
    open,
    fillIn: (name: string) => navigation.go({ screen: 'fill-in', project, template: name }),
    duplicate: async (name: string) => {
      const copy = copyName(
        name,
        templates.map((template) => template.name),
        strings,
      );
      try {
        if (await copyTo(name, copy)) toast.show(strings.duplicated(name));
      } catch (error) {
        showFailure(strings.duplicate, error);
      }
    },
    /** Copies the template with another frame shape and opens the copy, so that the user can check the layout. */
    duplicateAs: async (name: string, shape: FrameShape) => {
      try {
        const text = await savedText(name);
        if (text === null) return;
        const shaped = await copyInShape(text, shape, designs);
        if (!shaped.ok) {
          toast.show({ message: strings.failed(strings.duplicate), detail: say(shaped.error), tone: 'danger' });
          return;
        }
        const requested = `${name.slice(0, MAX_COPIED_NAME)} ${shapeText(shape, 'x')}`;
        const copy = freeName(
          requested,
          templates.map((template) => template.name),
        );
        await create.mutateAsync({ name: copy, text: shaped.value.text });
        await copyRecord(name, copy);
        open(copy);
        const { design } = shaped.value;
        const detail = design === null ? undefined : strings.layoutOfDesign(design, shapeText(shape));
        toast.show({ message: strings.duplicatedAs(name, shapeText(shape)), detail });
      } catch (error) {
        showFailure(strings.duplicate, error);
      }
    },
    /**
     * Renames a template. The copy is saved under the new name before the old template is deleted, so that a failure
     * loses nothing.
     */
    rename: async (name: string, to: string, isCurrent: boolean) => {
      try {
        if (!(await copyTo(name, to))) return;
        if (isCurrent) open(to);
        await remove.mutateAsync(name);
      } catch (error) {
        showFailure(strings.renameAction, error);
      }
    },
    remove: (name: string, isCurrent: boolean) => {
      const key = templateKey(project, name);
      deletions.add({
        key,
        carryOut: (leaving) => {
          if (leaving) {
            void api.region().then((region) => {
              const address = servicePath('/v1/xml/:region/:project/:name', { region, project, name });
              return fetch(address, { method: 'DELETE', keepalive: true });
            });
          } else remove.mutate(name, { onError: (error) => showFailure(strings.remove, error) });
        },
      });
      const next = templates.find((template) => template.name !== name);
      if (isCurrent && next !== undefined) open(next.name);
      toast.show({
        id: `deleted-${key}`,
        message: panel.removed(name),
        seconds: undoSeconds,
        countdown: true,
        action: { label: strings.undo, icon: Undo2, run: () => deletions.undo(key) },
      });
    },
  };
}

/** Returns the key of a template's pending deletion. */
export function templateKey(project: string, name: string): string {
  return `template ${project} ${name}`;
}
