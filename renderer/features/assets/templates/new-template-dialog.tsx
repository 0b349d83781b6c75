import { useState } from 'react';
import { nameKey } from '../../../../shared/names/asset-name.ts';
import { problemWords } from '../../../api/client/problem-words.ts';
import { useCreateTemplate } from '../../../api/queries/use-templates.ts';
import { NameDialog } from '../../../common/projects/name-dialog.tsx';
import { newTemplateText } from '../../../common/projects/new-template-text.ts';
import { useNavigation } from '../../../shell/window/window-context.tsx';
import { useStrings } from '../../../strings/use-strings.tsx';
import { Field } from '../../../ui/controls/field.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { useToast } from '../../../ui/overlays/toast.tsx';

const pictures = {
  landscape: { width: 1920, height: 1080 },
  small: { width: 1280, height: 720 },
  portrait: { width: 1080, height: 1920 },
  square: { width: 1080, height: 1080 },
} as const;

const rates = { '24': '24', '25': '25', '30': '30', '29.97': '30000/1001', '50': '50', '60': '60' } as const;

type Picture = keyof typeof pictures;
type Rate = keyof typeof rates;

export interface NewTemplateDialogProps {
  readonly project: string;
  /** Names that there are. */
  readonly taken: readonly string[];
  readonly onClose: () => void;
}

/** Asks for name, picture and rate of a new template, and opens it. Mounted while it is open. */
export function NewTemplateDialog({ project, taken, onClose }: NewTemplateDialogProps) {
  const { projects: words } = useStrings();
  const panel = words.templatesPanel;
  const { go } = useNavigation();
  const toast = useToast();
  const create = useCreateTemplate(project);
  const [picture, setPicture] = useState<Picture>('landscape');
  const [rate, setRate] = useState<Rate>('30');
  const keys = new Set(taken.map(nameKey));

  const createNamed = async (name: string) => {
    const text = newTemplateText({ ...pictures[picture], frameRate: rates[rate] });
    try {
      await create.mutateAsync({ name, text });
    } catch (error) {
      const { title, detail } = problemWords(error);
      toast.show({ message: title, detail, tone: 'danger' });
      throw error;
    }
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
      <Field label={panel.size}>
        <Select<Picture>
          value={picture}
          onChange={setPicture}
          options={[
            { value: 'landscape', label: panel.landscape },
            { value: 'small', label: panel.small },
            { value: 'portrait', label: panel.portrait },
            { value: 'square', label: panel.square },
          ]}
        />
      </Field>
      <Field label={panel.rate}>
        <Select<Rate>
          value={rate}
          onChange={setRate}
          options={(['24', '25', '29.97', '30', '50', '60'] as const).map((each) => ({
            value: each,
            label: panel.fps(each),
          }))}
        />
      </Field>
    </NameDialog>
  );
}

function freeName(name: string, taken: ReadonlySet<string>): string {
  if (!taken.has(nameKey(name))) return name;
  for (let number = 2; ; number += 1) {
    if (!taken.has(nameKey(`${name} ${number}`))) return `${name} ${number}`;
  }
}
