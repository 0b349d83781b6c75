import { useState } from 'react';
import { rememberLibraryTab } from '#renderer/shell/window/use-editor-layout.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Field } from '#renderer/ui/controls/field.tsx';
import { Select } from '#renderer/ui/fields/select.tsx';
import { NameDialog } from './name-dialog.tsx';
import { type NewTemplate, useNewTemplate } from './new-template.ts';
import { presetNames, type SizePreset, sizePresets } from './size-presets.ts';

/**
 * A dialog for the name of a new project and the size of its first movie. It creates and opens the project. Mount it
 * while it is open.
 */
export function NewProjectDialog({ onClose }: { readonly onClose: () => void }) {
  const { projects: strings } = useStrings();
  const begin = useNewTemplate();
  const [size, setSize] = useState(FIRST_CHOICE);
  return (
    <NameDialog
      title={strings.createTitle}
      action={strings.createAction}
      initial={strings.defaultName}
      hint={strings.nameHint}
      onDone={(name) => {
        // In an empty project, open the tab for adding files, because there is nothing to choose from.
        rememberLibraryTab('assets');
        return begin.inNewProject(name, [], chosenShape(size));
      }}
      onClose={onClose}
    >
      <FilmSizeFields value={size} onChange={setSize} />
    </NameDialog>
  );
}

const rates = { '24': '24', '25': '25', '29.97': '30000/1001', '30': '30', '50': '50', '60': '60' } as const;
type Rate = keyof typeof rates;
const rateNames: readonly Rate[] = ['24', '25', '29.97', '30', '50', '60'];

/** The size of a new movie: the size of its first clip, or a preset with a frame rate. */
export interface FilmSizeChoice {
  readonly size: SizePreset | 'first';
  readonly rate: Rate;
}

export const FIRST_CHOICE: FilmSizeChoice = { size: 'first', rate: '30' };

/** Returns the chosen size and frame rate; null if the first clip determines them. */
export function chosenShape({ size, rate }: FilmSizeChoice): NewTemplate | null {
  if (size === 'first') return null;
  const [width, height] = sizePresets[size];
  return { width, height, frameRate: rates[rate] };
}

export interface FilmSizeFieldsProps {
  readonly value: FilmSizeChoice;
  readonly onChange: (value: FilmSizeChoice) => void;
}

/** The fields for the size and frame rate of a new movie. If they are not set, the first clip determines both. */
export function FilmSizeFields({ value, onChange }: FilmSizeFieldsProps) {
  const { projects, inspector } = useStrings();
  const words = projects.templatesPanel;
  return (
    <>
      <Field label={words.size} hint={value.size === 'first' ? words.sizeOfFirstHint : undefined}>
        <Select<FilmSizeChoice['size']>
          value={value.size}
          onChange={(size) => onChange({ ...value, size })}
          options={[
            { value: 'first', label: words.sizeOfFirst },
            ...presetNames.map((name) => ({
              value: name,
              label: sizePresets[name].join(' × '),
              hint: inspector.presets[name],
            })),
          ]}
        />
      </Field>
      {value.size !== 'first' && (
        <Field label={words.rate}>
          <Select<Rate>
            value={value.rate}
            onChange={(rate) => onChange({ ...value, rate })}
            options={rateNames.map((name) => ({ value: name, label: words.fps(name) }))}
          />
        </Field>
      )}
    </>
  );
}
