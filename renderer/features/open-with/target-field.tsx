import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Field } from '#renderer/ui/controls/field.tsx';
import { Select } from '#renderer/ui/fields/select.tsx';
import type { TargetChoice } from './use-target.ts';

const anew = ' new';

/** Asks in which project a template is opened. */
export function TargetField({ target, name }: { readonly target: TargetChoice; readonly name: string }) {
  const { openWith: words } = useStrings();
  return (
    <Field label={words.project}>
      <Select
        value={target.chosen ?? anew}
        onChange={(value) => target.choose(value === anew ? null : value)}
        options={[
          { value: anew, label: words.newProject(name) },
          ...target.projects.map((project) => ({ value: project.uid, label: project.name })),
        ]}
      />
    </Field>
  );
}
