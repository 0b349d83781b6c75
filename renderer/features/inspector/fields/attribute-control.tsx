import { type ComponentType, useCallback, useState } from 'react';
import { easingName } from '#renderer/editor/easing-shapes.ts';
import { useEditorValue } from '#renderer/editor/editor-context.tsx';
import { useInspectorDispatch, writeFieldCommand } from '#renderer/editor/field-edit.ts';
import { type FieldContext, useReading } from '#renderer/editor/fields.ts';
import { pathTo, selectVariables } from '#renderer/editor/selectors.ts';
import { ListDialog } from '#renderer/project/list-dialog.tsx';
import { labelOf } from '#renderer/project/variable-labels.ts';
import { specTerm, specWords } from '#renderer/strings/registry-strings.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Segmented } from '#renderer/ui/controls/segmented.tsx';
import { Switch } from '#renderer/ui/controls/switch.tsx';
import { ColorField } from '#renderer/ui/fields/color-field.tsx';
import { Select } from '#renderer/ui/fields/select.tsx';
import { TextField } from '#renderer/ui/fields/text-field.tsx';
import type { PlannableCommand } from '#shared/editing/model/commands.ts';
import { indexOf } from '#shared/editing/model/document-index.ts';
import { assertNever } from '#shared/lib/assert.ts';
import { message } from '#shared/messages/message.ts';
import { attributeValue } from '#shared/template/document/document.ts';
import type { AttributeSpec } from '#shared/template/value-types/attribute-types.ts';
import { formatColor, parseColor } from '#shared/template/values/color.ts';
import { declarationsIn } from '#shared/template/variables/declarations.ts';
import { itemsInScope } from '#shared/template/variables/repeats.ts';
import { AlignControl } from '../compound/align-control.tsx';
import { FillControl } from '../compound/fill-control.tsx';
import { FontControl, WeightControl } from '../compound/font-control.tsx';
import { GainControl, LoudnessControl } from '../compound/gain-control.tsx';
import { LanguageControl } from '../compound/language-control.tsx';
import { BackgroundControl, PaintControl } from '../compound/paint-control.tsx';
import { PlaceControl } from '../compound/place-control.tsx';
import { LengthControl, PointControl } from '../compound/point-control.tsx';
import { ScaleControl } from '../compound/scale-control.tsx';
import { StyleControl } from '../compound/style-control.tsx';
import type { ControlProps } from '../controls/control-props.ts';
import styles from '../controls/fields.module.css';
import { FrameRateControl } from '../controls/frame-rate-control.tsx';
import { NumberControl } from '../controls/number-control.tsx';
import { offeredOptions, optionLabel, optionsOf, unsetLabel } from '../controls/options.ts';
import { PartOfTimeControl, TimeControl } from '../controls/time-control.tsx';

/** The attribute that repeats an element for each item of a list. Its control is a select of the lists. */
export const REPEAT = 'each';

/** The controls of certain attributes by name. For other attributes, the type determines the control. */
const CONTROLS_BY_NAME: Readonly<Record<string, ComponentType<ControlProps>>> = {
  [REPEAT]: RepeatControl,
  anchor: PlaceControl,
  weight: WeightControl,
  xalign: AlignControl,
  yalign: AlignControl,
};

/**
 * The control of a field, selected by the attribute type in the registry. A new attribute of an existing type needs no
 * change here. An invalid value gets a text field, so that the user can correct it.
 */
export function AttributeControl(props: ControlProps) {
  const { field } = props;
  if (field.value.kind === 'refused' || field.value.kind === 'malformed') return <TextControl {...props} mono />;
  const { type, initial } = field.spec;
  const { kind } = type;
  const Named = Object.hasOwn(CONTROLS_BY_NAME, field.name) ? CONTROLS_BY_NAME[field.name] : undefined;
  if (Named !== undefined) return <Named {...props} />;
  if (field.name === 'fill' && kind === 'paint' && initial !== undefined)
    return <FillControl {...props} initial={type.format(initial)} />;
  // An optional style is off by default, so it has a switch.
  if (isOptional(field.spec) && initial !== undefined && (kind === 'outline' || kind === 'shadow' || kind === 'paint'))
    return <StyleControl {...props} initial={type.format(initial)} />;
  switch (kind) {
    case 'integer':
    case 'number':
      return <NumberControl {...props} />;
    case 'boolean':
      return <BooleanControl {...props} />;
    case 'color':
      return <ColorControl {...props} />;
    case 'choice':
      return <ChoiceControl {...props} />;
    case 'time':
      return <TimeControl {...props} />;
    case 'part-of-time':
      return <PartOfTimeControl {...props} />;
    case 'frame-rate':
      return <FrameRateControl {...props} />;
    case 'gain':
      return <GainControl {...props} />;
    case 'length':
      return <LengthControl {...props} />;
    case 'point':
      return <PointControl {...props} />;
    case 'origin':
      return <PlaceControl {...props} />;
    case 'pair':
      return <ScaleControl {...props} />;
    case 'paint':
      return <PaintControl {...props} />;
    case 'background':
      return <BackgroundControl {...props} />;
    case 'easing':
      return <EasingControl {...props} />;
    case 'language':
      return <LanguageControl {...props} />;
    case 'loudness':
      return <LoudnessControl {...props} />;
    case 'fonts':
      return <FontControl {...props} />;
    case 'text':
    case 'url':
    case 'asset':
    case 'edges':
    case 'padding':
    case 'percentages':
    case 'signed-time':
    case 'handle':
    case 'outline':
    case 'shadow':
    case 'condition':
    case 'cases':
    case 'variable-name':
    case 'choices':
    case 'matrix':
    case 'gradient':
    case 'repeat':
      return <TextControl {...props} />;
    default:
      return assertNever(kind);
  }
}

/** Returns whether an attribute is unset by default. The look of captions can set it nevertheless. */
function isOptional({ absent }: AttributeSpec<unknown>): boolean {
  return 'default' in absent && absent.default === null;
}

/** A text field. It is also used for invalid values. */
function TextControl({ field, edit, text, invalid, mono = false }: ControlProps & { readonly mono?: boolean }) {
  const { inspector } = useStrings();
  return (
    <TextField
      value={text ?? ''}
      placeholder={text === null ? inspector.mixed : (field.effectiveText ?? unsetLabel(field, inspector))}
      label={specWords(field.spec).label}
      size="sm"
      mono={mono}
      invalid={invalid}
      boxClassName={styles.grow}
      onCommit={edit.commit}
    />
  );
}

/** A switch. If the elements differ, shows a choice of on and off with nothing selected. */
function BooleanControl({ field, edit, text }: ControlProps) {
  const { inspector } = useStrings();
  const { label } = specWords(field.spec);
  if (text === null) {
    return (
      <Segmented
        value={null}
        options={[
          { value: 'true', label: inspector.on },
          { value: 'false', label: inspector.off },
        ]}
        label={label}
        size="sm"
        onChange={edit.commit}
      />
    );
  }
  const isOn = (text === '' ? field.effectiveText : text) === 'true';
  return (
    <>
      <Switch checked={isOn} label={label} onChange={(next) => edit.commit(String(next))} />
      <span className={styles.word}>{isOn ? inspector.on : inspector.off}</span>
    </>
  );
}

function ColorControl({ field, edit, text, invalid }: ControlProps) {
  const parsed = text === null ? null : parseColor(text);
  return (
    <ColorField
      value={parsed?.ok === true ? formatColor(parsed.value) : null}
      label={specWords(field.spec).label}
      size="sm"
      invalid={invalid}
      onPreview={edit.preview}
      onCommit={edit.commit}
      onCancel={edit.cancel}
    />
  );
}

/**
 * The maximum number of letters in the labels of a row, by the number of options. More options leave less space,
 * because each option has padding.
 */
const MAX_ROW = [20, 20, 20, 20, 16];

/** Returns the types of the edited elements if the options of the field depend on them. */
function useElementTypes({ nodes, spec }: ControlProps['field']): readonly string[] {
  const { optionsByType } = spec;
  const read = useCallback(
    ({ document }: FieldContext) =>
      nodes
        .map((node) => attributeValue(indexOf(document).elements.get(node)?.element ?? document.root, 'type')?.trim())
        .join(' '),
    [nodes],
  );
  const types = useReading(read);
  return optionsByType === undefined ? [] : types.split(' ');
}

/** A control for a choice attribute: a row of options if their labels fit, or else a select. */
function ChoiceControl({ field, edit, text, isNarrow = false }: ControlProps) {
  const { inspector } = useStrings();
  const { label } = specWords(field.spec);
  const effectiveValue = text === '' ? field.effectiveText : null;
  // The values of the attribute `effect` of a text preset are names of presets.
  const presets: Readonly<Record<string, string>> = field.name === 'effect' ? inspector.motionPresets : {};
  const labelOfOption = (value: string) => presets[value] ?? optionLabel(field.spec, value);
  const options = offeredOptions(field.spec, text, useElementTypes(field)).map((value) => ({
    value,
    label: labelOfOption(value),
  }));
  if (isNarrow || options.map((option) => option.label).join('').length > (MAX_ROW[options.length] ?? 0)) {
    return (
      <Select
        value={text}
        options={options}
        label={label}
        size="sm"
        placeholder={
          text === null
            ? inspector.mixed
            : effectiveValue !== null
              ? labelOfOption(effectiveValue)
              : isNarrow
                ? '–'
                : unsetLabel(field, inspector)
        }
        className={styles.grow}
        onChange={edit.commit}
      />
    );
  }
  return (
    <Segmented
      value={effectiveValue ?? text}
      options={options}
      label={label}
      size="sm"
      className={options.some(({ value }) => value.length > 1) ? styles.wide : undefined}
      onChange={edit.commit}
    />
  );
}

const DEFAULT_VALUE = '';
/**
 * The option for an element without a list. It contains a space, because a select displays an empty value as no choice.
 */
const NO_LIST = ' ';
/** The option that creates a list. */
const NEW_LIST = '  ';

/** A select for the list whose items repeat the element. */
function RepeatControl({ field, edit, invalid }: ControlProps) {
  const { inspector, variables } = useStrings();
  const dispatch = useInspectorDispatch();
  const document = useEditorValue((editor) => editor.document.state.document);
  const taken = useEditorValue((editor) => selectVariables(editor.document.state));
  const [isAdding, setAdding] = useState(false);
  const [node] = field.nodes;
  const path = node === undefined ? [] : pathTo(document, node);
  const written = attributeValue(path.at(-1) ?? document.root, REPEAT)?.trim() || NO_LIST;
  const declarations = declarationsIn(document.root);
  const lists = [
    ...itemsInScope(path.slice(0, -1), declarations).flatMap(({ name, list }) =>
      (list?.fields ?? []).flatMap((each) =>
        each.list === null ? [] : [{ name: `${name}.${each.name}`, label: `${name}: ${each.label ?? each.name}` }],
      ),
    ),
    ...[...declarations.values()].flatMap((declaration) =>
      declaration.list === null
        ? []
        : [{ name: declaration.name, label: labelOf({ name: declaration.name, declaration }) }],
    ),
  ];
  const options = [
    { value: NO_LIST, label: inspector.notRepeated },
    ...lists.map(({ name, label }) => ({ value: `\${${name}}`, label })),
  ];
  const isOther = options.every(({ value }) => value !== written);
  const choose = (next: string) => {
    if (next === NEW_LIST) setAdding(true);
    else if (next === NO_LIST) edit.reset();
    else void dispatch(writeFieldCommand(field, next));
  };
  return (
    <>
      <Select
        value={field.value.kind === 'mixed' ? null : written}
        options={[
          ...options,
          ...(isOther ? [{ value: written, label: written }] : []),
          { value: NEW_LIST, label: variables.newList },
        ]}
        label={specWords(field.spec).label}
        placeholder={inspector.mixed}
        size="sm"
        invalid={invalid}
        className={styles.grow}
        onChange={choose}
      />
      {isAdding && (
        <ListDialog
          title={variables.newListTitle}
          declaration={null}
          items={[]}
          taken={taken.map(({ name }) => name)}
          onClose={() => setAdding(false)}
          onSave={({ name, fields, items }) => {
            const repeat = writeFieldCommand(field, `\${${name}}`);
            const list: PlannableCommand = { type: 'variable/set-list', variable: name, fields, items };
            const label = message('step/set-field', { attribute: specTerm(field.spec) });
            void dispatch({ type: 'batch', label, commands: [list, repeat] });
          }}
        />
      )}
    </>
  );
}

/** A control for an easing: a named curve, or the text of a custom curve. */
function EasingControl({ field, edit, text, invalid }: ControlProps) {
  const { inspector, keys } = useStrings();
  const names = optionsOf(field.spec);
  const isUnset = text === '';
  const defaultLabel =
    isUnset && field.effectiveText !== null
      ? `${inspector.defaultEasing} (${easingName(field.effectiveText, keys.easings)})`
      : inspector.defaultEasing;
  const isCustom = text !== null && !isUnset && !names.includes(text);
  return (
    <Select
      value={text}
      label={specWords(field.spec).label}
      placeholder={text === null ? inspector.mixed : defaultLabel}
      size="sm"
      invalid={invalid}
      className={styles.grow}
      options={[
        ...(field.standard === '' ? [{ value: DEFAULT_VALUE, label: defaultLabel }] : []),
        ...names.map((name) => ({ value: name, label: easingName(name, keys.easings) })),
        ...(isCustom ? [{ value: text, label: easingName(text, keys.easings) }] : []),
      ]}
      onChange={(next) => (next === DEFAULT_VALUE ? edit.reset() : edit.commit(next))}
    />
  );
}
