import { useMemo } from 'react';
import { useAssets } from '#renderer/api/queries/use-assets.ts';
import { useAddedFamilies } from '#renderer/api/queries/use-fonts.ts';
import { useEditorValue, useStableValue } from '#renderer/editor/editor-context.tsx';
import { isEqual } from '#renderer/interaction/equality.ts';
import { declaredFamilies, fontChoices, isFontAvailable } from '#renderer/project/font-families.ts';
import { specWords } from '#renderer/strings/registry-strings.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Select } from '#renderer/ui/fields/select.tsx';
import { BUNDLED_FAMILIES } from '#shared/template/tables/bundled-families.ts';
import type { ControlProps } from '../controls/control-props.ts';
import styles from '../controls/fields.module.css';

const DEFAULT_FONT = '';

/** The first font family of a text. Editing it keeps the fallback families. */
export function FontControl({ field, edit, text, invalid }: ControlProps) {
  const { inspector } = useStrings();
  const project = useEditorValue(({ document }) => document.state.project);
  const declared = useStableValue(({ document }) => document, declaredFamilies, isEqual);
  const { data: assets } = useAssets(project);
  const added = useAddedFamilies();
  const choices = useMemo(() => {
    const files = (assets ?? []).flatMap(({ name, media }) => (media?.kind === 'font' ? [name] : []));
    return fontChoices(declared, files, added);
  }, [declared, assets, added]);
  const names = (text ?? '').split(',').map((name) => name.trim());
  const [first = '', ...others] = names;
  // Report a missing font only after the list of assets is loaded.
  const isMissing = first !== '' && assets !== undefined && !isFontAvailable(first, choices);
  const offeredNames = new Set(choices.map(({ name }) => name));
  return (
    <Select
      value={text === null ? null : first}
      label={specWords(field.spec).label}
      placeholder={text === null ? inspector.mixed : BUNDLED_FAMILIES[0]}
      size="sm"
      invalid={isMissing ? inspector.fontMissing(first) : invalid}
      className={styles.grow}
      options={[
        { value: DEFAULT_FONT, label: BUNDLED_FAMILIES[0], hint: inspector.defaultFont },
        ...(first === '' || offeredNames.has(first) ? [] : [{ value: first, label: first }]),
        ...[...offeredNames]
          .filter((name) => name !== BUNDLED_FAMILIES[0] || first === name)
          .map((name) => ({
            value: name,
            label: name,
            hint: inspector.fontFrom[choices.find((choice) => choice.name === name)?.from ?? 'bundled'],
          })),
      ]}
      onChange={(next) => (next === DEFAULT_FONT ? edit.reset() : edit.commit([next, ...others].join(', ')))}
    />
  );
}

const WEIGHTS = ['100', '200', '300', '400', '500', '600', '700', '800', '900'] as const;

/** The weight of a font, by name. */
export function WeightControl({ field, edit, text, invalid, isNarrow = false }: ControlProps) {
  const { inspector } = useStrings();
  const isCustom = text !== null && text !== '' && !WEIGHTS.some((each) => each === text);
  return (
    <Select
      value={text}
      label={specWords(field.spec).label}
      placeholder={text === null ? inspector.mixed : inspector.notSet}
      size="sm"
      invalid={invalid}
      className={styles.grow}
      options={[
        ...WEIGHTS.map((weight) => ({
          value: weight as string,
          // Half a row has space for three digits, but not for a name such as “Extra bold”.
          label: isNarrow ? weight : `${inspector.weights[weight]} · ${weight}`,
          ...(isNarrow && { hint: inspector.weights[weight] }),
        })),
        ...(isCustom ? [{ value: text, label: text }] : []),
      ]}
      onChange={edit.commit}
    />
  );
}
