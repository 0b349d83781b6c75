import { closeDialog, useDialog, useOpened } from '#renderer/actions/dialogs.ts';
import { useTemplates } from '#renderer/api/queries/use-templates.ts';
import { NameDialog } from '#renderer/project/name-dialog.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { nameKey } from '#shared/names/asset-name.ts';
import { NewTemplateDialog } from './new-template-dialog.tsx';
import type { TemplatePanelProps } from './template-panel.tsx';
import { useTemplateCommands } from './use-template-commands.ts';

/**
 * The host of the dialogs and commands that create, rename, and duplicate templates. It is separate from the Templates
 * panel, which is unmounted while the library is collapsed.
 */
export function TemplateDialogs({ project, current }: TemplatePanelProps) {
  const { projects: strings } = useStrings();
  const { data: templates = [] } = useTemplates(project);
  const creating = useDialog('newTemplate') !== undefined;
  const renamed = useDialog('renameTemplate')?.template ?? null;
  const commands = useTemplateCommands(project, templates);
  useOpened('duplicateTemplate', ({ shape }) => {
    if (current === null) return;
    void (shape === null ? commands.duplicate(current) : commands.duplicateAs(current, shape));
  });
  const names = templates.map(({ name }) => name);
  if (creating) return <NewTemplateDialog project={project} taken={names} onClose={() => closeDialog('newTemplate')} />;
  if (renamed === null) return null;
  return (
    <NameDialog
      title={strings.templatesPanel.renameTitle}
      action={strings.renameAction}
      initial={renamed}
      taken={{
        has: (name) => names.some((each) => nameKey(each) === nameKey(name)),
        problem: strings.templatesPanel.taken,
      }}
      onDone={async (name) => {
        if (name !== renamed) await commands.rename(renamed, name, renamed === current);
      }}
      onClose={() => closeDialog('renameTemplate')}
    />
  );
}
