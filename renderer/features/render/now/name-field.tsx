import { patternOf } from '#renderer/common/renders/film-name.ts';
import { useEditor } from '#renderer/state/editor-context.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Field } from '#renderer/ui/controls/field.tsx';
import { TextField } from '#renderer/ui/fields/text-field.tsx';
import type { RenderForm } from '../form/use-render-form.ts';

/** The name of the film's file; empty, it is made of the values. */
export function NameField({ form }: { readonly form: RenderForm }) {
  const { render: words } = useStrings();
  const template = useEditor((state) => state.template);
  const { choices, name } = form;
  if (choices.destination !== 'file') return null;
  const isChosen = choices.fileName !== patternOf(template);
  return (
    <Field label={words.filmName}>
      <TextField
        size="sm"
        value={isChosen ? choices.fileName : ''}
        placeholder={name ?? undefined}
        onChange={(text) => form.change({ fileName: text === '' ? patternOf(template) : patternOf(text) })}
      />
    </Field>
  );
}
