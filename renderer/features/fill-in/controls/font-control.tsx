import { useMemo } from 'react';
import type { AssetEntry } from '#renderer/api/client/asset-list.ts';
import { useAssets } from '#renderer/api/queries/use-assets.ts';
import { useAddedFamilies } from '#renderer/api/queries/use-fonts.ts';
import { declaredFamilies, fontChoices } from '#renderer/common/values/font-families.ts';
import { useEditor } from '#renderer/state/editor-context.tsx';
import { Select } from '#renderer/ui/fields/select.tsx';
import type { ControlProps } from './control-props.ts';

const fontFiles = (assets: readonly AssetEntry[]): readonly string[] =>
  assets.filter(({ media }) => media?.kind === 'font').map(({ name }) => name);

/** A family of letters: of the template, of the project's files, of the program. */
export function FontControl({ field, invalid, disabled, onChange }: ControlProps) {
  const project = useEditor((state) => state.project);
  const root = useEditor((state) => state.document);
  const { data: files } = useAssets(project, fontFiles);
  const added = useAddedFamilies();
  const names = useMemo(
    () => [...new Set(fontChoices(declaredFamilies(root), files ?? [], added).map(({ name }) => name))],
    [root, files, added],
  );
  const { value } = field.row;
  return (
    <Select
      value={names.find((name) => name === value) ?? null}
      placeholder={value ?? ''}
      options={names.map((name) => ({ value: name, label: name }))}
      invalid={invalid}
      disabled={disabled}
      onChange={onChange}
    />
  );
}
