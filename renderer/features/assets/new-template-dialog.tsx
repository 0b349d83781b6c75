import { useState } from 'react';
import { problemWords } from '#renderer/api/client/problem-words.ts';
import { useCreateTemplate } from '#renderer/api/queries/use-templates.ts';
import { markSizeUndecided } from '#renderer/project/clip-match.ts';
import { NameDialog } from '#renderer/project/name-dialog.tsx';
import { chosenShape, FIRST_CHOICE, FilmSizeFields } from '#renderer/project/new-project-dialog.tsx';
import { FIRST_TEMPLATE, newTemplateText } from '#renderer/project/new-template.ts';
import { useNavigation } from '#renderer/shell/window/window-context.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { useToast } from '#renderer/ui/overlays/toast.tsx';
import { nameKey } from '#shared/names/asset-name.ts';

export interface NewTemplateDialogProps {
  readonly project: string;
  /** The names of existing templates. */
  readonly taken: readonly string[];
  readonly onClose: () => void;
}

/**
 * A dialog for the name, size, and frame rate of a new template. It creates and opens the template. Mount it while it
 * is open.
 */
export function NewTemplateDialog({ project, taken, onClose }: NewTemplateDialogProps) {
  const { projects: strings } = useStrings();
  const panel = strings.templatesPanel;
  const { go } = useNavigation();
  const toast = useToast();
  const create = useCreateTemplate(project);
  const [size, setSize] = useState(FIRST_CHOICE);
  const keys = new Set(taken.map(nameKey));

  const createNamed = async (name: string) => {
    const shape = chosenShape(size);
    const text = newTemplateText(shape ?? FIRST_TEMPLATE);
    try {
      await create.mutateAsync({ name, text });
    } catch (error) {
      const { title, detail } = problemWords(error);
      toast.show({ message: title, detail, tone: 'danger' });
      throw error;
    }
    if (shape === null) markSizeUndecided(project, name);
    go({ screen: 'project', project, template: name });
  };
  return (
    <NameDialog
      title={panel.createTitle}
      action={panel.createAction}
      initial={freeName(panel.defaultName, keys)}
      taken={{ has: (name) => keys.has(nameKey(name)), problem: panel.taken }}
      onDone={createNamed}
      onClose={onClose}
    >
      <FilmSizeFields value={size} onChange={setSize} />
    </NameDialog>
  );
}

function freeName(name: string, takenNames: ReadonlySet<string>): string {
  if (!takenNames.has(nameKey(name))) return name;
  for (let number = 2; ; number += 1) {
    if (!takenNames.has(nameKey(`${name} ${number}`))) return `${name} ${number}`;
  }
}
