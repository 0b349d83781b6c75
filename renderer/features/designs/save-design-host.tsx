import { closeDialog, useDialog } from '#renderer/actions/dialogs.ts';
import { useEditor } from '#renderer/editor/editor-context.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { useToast } from '#renderer/ui/overlays/toast.tsx';
import { SaveDesignDialog } from './save-design-dialog.tsx';

/** The dialog that saves a template as a design: the open template, or one from the list. */
export function SaveDesignHost() {
  const editor = useEditor();
  const toast = useToast();
  const { projects: strings } = useStrings();
  const { project, template: open } = editor.document.state;
  const opened = useDialog('saveDesign');
  const template = opened === undefined ? null : (opened.template ?? open);
  if (template === null) return null;
  const isOpen = template === open;
  return (
    <SaveDesignDialog
      key={template}
      project={project}
      template={template}
      frame={isOpen ? editor.document.state.playhead : null}
      onSave={async () => {
        if (!isOpen) return true;
        const { kind } = await editor.saving.save();
        if (kind !== 'saved') toast.show({ message: strings.templatesPanel.renameHeld, tone: 'warning' });
        return kind === 'saved';
      }}
      onClose={() => closeDialog('saveDesign')}
    />
  );
}
