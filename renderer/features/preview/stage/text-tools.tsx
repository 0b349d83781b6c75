import { clsx } from 'clsx';
import { AlignCenter, AlignLeft, AlignRight, Braces } from 'lucide-react';
import { memo, useCallback, useLayoutEffect, useMemo, useRef } from 'react';
import { useAddedFamilies } from '#renderer/api/queries/use-fonts.ts';
import { useEditorValue, useStableValue } from '#renderer/editor/editor-context.tsx';
import type { EditorState } from '#renderer/editor/editor-state.ts';
import { type FieldEdit, useFieldEdit } from '#renderer/editor/field-edit.ts';
import {
  type AttributeField,
  type FieldContext,
  fieldText,
  itemNamesWithValues,
  readField,
  sameField,
} from '#renderer/editor/fields.ts';
import { memoised, selectRate, selectVariables } from '#renderer/editor/selectors.ts';
import { isEqual } from '#renderer/interaction/equality.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { IconButton } from '#renderer/ui/controls/icon-button.tsx';
import { ColorPicker } from '#renderer/ui/fields/color-picker.tsx';
import { NumberField } from '#renderer/ui/fields/number-field.tsx';
import { Select } from '#renderer/ui/fields/select.tsx';
import { writeNumber } from '#renderer/ui/format/written-number.ts';
import { Menu } from '#renderer/ui/overlays/menu.tsx';
import { Popover } from '#renderer/ui/overlays/popover.tsx';
import { shortened } from '#shared/messages/quoting.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import { BUNDLED_FAMILIES } from '#shared/template/tables/bundled-families.ts';
import { elementRegistry } from '#shared/template/tables/elements.ts';
import type { AttributeSpec } from '#shared/template/value-types/attribute-types.ts';
import type { Size } from '#shared/template/values/placement.ts';
import type { LayerBox } from '#shared/timeline/boxes.ts';
import { boundsOf } from '#shared/timeline/placement.ts';
import { moveAlong, oneTabStop, type ToolsBounds, toolsPlace } from './tools-place.ts';
import styles from './writing.module.css';

export interface TextToolsProps extends ToolsBounds {
  readonly box: LayerBox;
  readonly scale: number;
  readonly frame: Size;
  /** Whether the text is being dragged. The tools then keep their position and ignore the pointer. */
  readonly isDragging: boolean;
  readonly onVariable: (name: string) => void;
  readonly onLeave: () => void;
}

const { attributes } = elementRegistry.text;

/**
 * The toolbar beside the box of a text, with the most frequent settings. It is one tab stop; arrow keys move inside it,
 * and Escape returns to the picture.
 */
export function TextTools({ box, scale, frame, margin, others, isDragging, onVariable, onLeave }: TextToolsProps) {
  const { stage: strings } = useStrings();
  const tools = useRef<HTMLDivElement>(null);
  const bounds = boundsOf(box.matrix, box.size);
  const place = toolsPlace(bounds, frame, scale, { margin, others });
  const lastPlace = useRef(place);
  if (!isDragging) lastPlace.current = place;
  const { left, top } = lastPlace.current;
  // The tools do not render while the box moves, so pass the current callback through a ref.
  const handlers = useRef({ onVariable });
  handlers.current = { onVariable };
  const insert = useCallback((name: string) => handlers.current.onVariable(name), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another box or an edit can disable other tools
  useLayoutEffect(() => {
    if (tools.current !== null && !isDragging) oneTabStop(tools.current);
  }, [box, isDragging]);
  return (
    <div
      ref={tools}
      role="toolbar"
      aria-label={strings.tools}
      data-text-tools=""
      className={clsx(styles.tools, isDragging && styles.through)}
      style={{ left, top }}
      onPointerDown={(event) => event.stopPropagation()}
      onKeyDownCapture={(event) => {
        if (event.key === 'Escape' && event.target instanceof Node && tools.current?.contains(event.target)) {
          event.preventDefault();
          onLeave();
        } else if (tools.current !== null && moveAlong(tools.current, event.nativeEvent)) {
          event.preventDefault();
          event.stopPropagation();
        }
      }}
    >
      <ToolsOfLayer layer={box.layer.id} onVariable={insert} />
    </div>
  );
}

const ToolsOfLayer = memo(function ToolsOfLayer({
  layer: id,
  onVariable,
}: Pick<TextToolsProps, 'onVariable'> & { readonly layer: NodeId }) {
  const { stage: strings } = useStrings();
  return (
    <>
      <Tool layer={id} name="font" spec={attributes.font}>
        {(field, edit) => <FontTool field={field} edit={edit} />}
      </Tool>
      <Tool layer={id} name="weight" spec={attributes.weight}>
        {(field, edit) => <WeightTool field={field} edit={edit} />}
      </Tool>
      <Tool layer={id} name="size" spec={attributes.size}>
        {(field, edit) => (
          <NumberField
            label={strings.fontSize}
            className={styles.size}
            size="sm"
            unit="px"
            min={1}
            max={2000}
            precision={1}
            value={numberIn(field)}
            disabled={isBound(field)}
            onPreview={(value) => edit.preview(writeNumber(value))}
            onCommit={(value) => edit.commit(writeNumber(value))}
            onCancel={edit.cancel}
          />
        )}
      </Tool>
      <span className={styles.rule} />
      <Tool layer={id} name="color" spec={attributes.color}>
        {(field, edit) => <ColorTool field={field} edit={edit} />}
      </Tool>
      <Tool layer={id} name="xalign" spec={attributes.xalign}>
        {(field, edit) => <AlignTools field={field} edit={edit} />}
      </Tool>
      <span className={styles.rule} />
      <VariableTool layer={id} onVariable={onVariable} />
    </>
  );
});

interface ToolProps {
  readonly field: AttributeField;
  readonly edit: FieldEdit;
}

function Tool({
  layer,
  name,
  spec,
  children,
}: {
  readonly layer: NodeId;
  readonly name: string;
  readonly spec: AttributeSpec<unknown>;
  readonly children: (field: AttributeField, edit: FieldEdit) => React.ReactNode;
}) {
  const field = useLayerField(layer, name, spec);
  return field === null ? null : <ToolContent field={field}>{children}</ToolContent>;
}

function ToolContent({
  field,
  children,
}: {
  readonly field: AttributeField;
  readonly children: (field: AttributeField, edit: FieldEdit) => React.ReactNode;
}) {
  const { stage } = useStrings();
  const edit = useFieldEdit(field);
  const { value } = field;
  const isComposed = value.kind === 'composed' || value.kind === 'computed';
  const name = value.kind === 'variable' ? value.name : isComposed ? value.names.join(', ') : null;
  // A value from a variable cannot be edited here; the user edits it in the inspector.
  return <span title={name === null ? undefined : stage.bound(name)}>{children(field, edit)}</span>;
}

function FontTool({ field, edit }: ToolProps) {
  const { stage } = useStrings();
  const fonts = useEditorValue(({ document }) => document.state.movie?.fonts, isEqual);
  const added = useAddedFamilies();
  const current = fieldText(field) ?? '';
  const available = new Set([...(fonts ?? []).map(({ family }) => family), ...BUNDLED_FAMILIES, ...added]);
  const currentFamily = current === '' ? BUNDLED_FAMILIES[0] : current;
  const families = available.has(currentFamily) ? [...available] : [currentFamily, ...available];
  return (
    <Select
      label={stage.font}
      className={styles.font}
      size="sm"
      value={currentFamily}
      options={families.map((family) => ({ value: family, label: family }))}
      disabled={isBound(field)}
      onChange={edit.commit}
    />
  );
}

const WEIGHTS = ['100', '200', '300', '400', '500', '600', '700', '800', '900'] as const;

function WeightTool({ field, edit }: ToolProps) {
  const { stage } = useStrings();
  const current = fieldText(field) ?? '400';
  const knownWeights = WEIGHTS.map((value) => ({ value: value as string, label: stage.weights[value] }));
  const options = knownWeights.some(({ value }) => value === current)
    ? knownWeights
    : [{ value: current, label: current }, ...knownWeights];
  return (
    <Select
      label={stage.weight}
      className={styles.weight}
      size="sm"
      value={current}
      options={options}
      disabled={isBound(field)}
      onChange={edit.commit}
    />
  );
}

function ColorTool({ field, edit }: ToolProps) {
  const { stage } = useStrings();
  const colorText = fieldText(field) ?? '#ffffff';
  const [color, opacity] = partsOfColor(colorText);
  return (
    <Popover
      label={stage.colour}
      trigger={
        <button
          type="button"
          aria-label={`${stage.colour} ${color}`}
          aria-disabled={isBound(field) || undefined}
          disabled={isBound(field)}
          className={styles.swatch}
        >
          <i style={{ background: color }} />
        </button>
      }
    >
      <ColorPicker
        value={color}
        onPreview={(next) => edit.preview(next + opacity)}
        onCommit={(next) => edit.commit(next + opacity)}
        onCancel={edit.cancel}
      />
    </Popover>
  );
}

function AlignTools({ field, edit }: ToolProps) {
  const { stage } = useStrings();
  const current = fieldText(field);
  const choices = [
    { value: 'left', icon: AlignLeft, label: stage.alignLeft },
    { value: 'center', icon: AlignCenter, label: stage.alignCentre },
    { value: 'right', icon: AlignRight, label: stage.alignRight },
  ] as const;
  return choices.map(({ value, icon, label }) => (
    <IconButton
      key={value}
      icon={icon}
      label={label}
      size="sm"
      pressed={current === value || (current === 'middle' && value === 'center')}
      disabled={isBound(field)}
      onClick={() => edit.commit(value)}
    />
  ));
}

function VariableTool({ layer, onVariable }: Pick<TextToolsProps, 'onVariable'> & { readonly layer: NodeId }) {
  const { stage } = useStrings();
  const items = useEditorValue((editor) => itemNamesWithValues(editor.document.state, layer, 'content'), isEqual);
  const templateVariables = useEditorValue((editor) => selectVariables(editor.document.state));
  const variables = [...items, ...templateVariables.map((each) => ({ ...each, value: each.default }))];
  return (
    <Menu
      trigger={<IconButton icon={Braces} label={stage.insertVariable} size="sm" disabled={variables.length === 0} />}
      entries={variables.map(({ name, value }) => ({
        kind: 'command',
        id: name,
        label: name,
        end: value === null ? undefined : shortened(value),
        icon: Braces,
        run: () => onVariable(name),
      }))}
    />
  );
}

function isBound({ value }: AttributeField): boolean {
  return ['variable', 'composed', 'computed', 'malformed'].includes(value.kind);
}

function numberIn(field: AttributeField): number | null {
  const value = Number.parseFloat(fieldText(field) ?? '');
  return Number.isFinite(value) ? value : null;
}

/** Splits a color into `#rrggbb` and the hex digits of its alpha, which can be empty. */
function partsOfColor(colorText: string): readonly [string, string] {
  const shortHex = /^#([0-9a-f])([0-9a-f])([0-9a-f])([0-9a-f])?$/i.exec(colorText);
  if (shortHex !== null) {
    const [, red = '', green = '', blue = '', alpha = ''] = shortHex;
    return [`#${red}${red}${green}${green}${blue}${blue}`, alpha + alpha];
  }
  return [colorText.slice(0, 7), colorText.slice(7)];
}

const selectContext = memoised(
  (state: EditorState) => [state.document, state.values, state.findings, selectRate(state)] as const,
  (document, values, findings, rate): FieldContext => ({
    document,
    values: new Map(Object.entries(values)),
    findings,
    rate,
  }),
);

/** Returns the field of an attribute of one layer; null if the layer was deleted. */
function useLayerField(layer: NodeId, name: string, spec: AttributeSpec<unknown>): AttributeField | null {
  const nodes = useMemo(() => [layer], [layer]);
  const read = useCallback((context: FieldContext) => readField(context, nodes, name, spec), [nodes, name, spec]);
  return useStableValue(selectContext, read, sameField);
}
