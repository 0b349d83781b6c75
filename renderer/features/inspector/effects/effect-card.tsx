import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import {
  ArrowDown,
  ArrowUp,
  ClipboardPaste,
  Copy,
  Ellipsis,
  Eye,
  EyeOff,
  GripVertical,
  RotateCcw,
  Trash2,
} from 'lucide-react';
import { type ComponentProps, type KeyboardEvent, useCallback, useEffect, useMemo, useRef } from 'react';
import { useActions } from '#renderer/actions/use-actions.tsx';
import { useApi } from '#renderer/api/api-context.tsx';
import { assetNamed } from '#renderer/api/client/asset-list.ts';
import { useAssets } from '#renderer/api/queries/use-assets.ts';
import { useEditor, useEditorValue } from '#renderer/editor/editor-context.tsx';
import { useFieldEdit, useInspectorDispatch } from '#renderer/editor/field-edit.ts';
import {
  type AttributeField,
  type FieldContext,
  fieldText,
  readField,
  sameFields,
  useReading,
} from '#renderer/editor/fields.ts';
import { sourceFactsQuery } from '#renderer/project/source-facts.ts';
import { effectLabels, specWords } from '#renderer/strings/registry-strings.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { IconButton } from '#renderer/ui/controls/icon-button.tsx';
import { effectIcon } from '#renderer/ui/display/effect-icons.ts';
import { Icon } from '#renderer/ui/display/icon.tsx';
import { Select } from '#renderer/ui/fields/select.tsx';
import { ContextMenu } from '#renderer/ui/overlays/context-menu.tsx';
import { Menu } from '#renderer/ui/overlays/menu.tsx';
import type { MenuEntry } from '#renderer/ui/overlays/menu-entry.ts';
import { indexOf } from '#shared/editing/model/document-index.ts';
import { effectsToClipboard } from '#shared/editing/plan/clipboard.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import { type EffectType, effectRegistry } from '#shared/template/effects/effects.ts';
import type { MediaSource } from '#shared/template/movie/movie.ts';
import { elementRegistry } from '#shared/template/tables/elements.ts';
import type { AttributeSpecs } from '#shared/template/value-types/attribute-types.ts';
import type { Size } from '#shared/template/values/placement.ts';
import { autoEdge } from '#shared/timeline/blur-edge.ts';
import { framedLayers } from '#shared/timeline/boxes.ts';
import { layerSize, NOTHING_KNOWN } from '#shared/timeline/timeline-kinds.ts';
import fields from '../controls/fields.module.css';
import { offeredOptions, optionLabel, optionsOf } from '../controls/options.ts';
import { FieldControl, FieldRow } from '../fields/field-row.tsx';
import { FieldVariableMenu } from '../fields/variable-menu.tsx';
import type { EffectGroup } from '../model/effect-groups.ts';
import { useField } from '../model/use-field-context.ts';
import styles from './effect-card.module.css';

export interface EffectCardProps {
  readonly group: EffectGroup;
  readonly type: EffectType;
  readonly isSelected: boolean;
  readonly isDragged: boolean;
  readonly mark: 'above' | 'below' | undefined;
  readonly place: { readonly index: number; readonly count: number };
  /** Whether the effect can be reordered. The effects of several layers have no common order. */
  readonly canMove: boolean;
  /** The event handlers of the drag handle. */
  readonly grip: ComponentProps<'button'>;
  readonly onMove: (by: -1 | 1) => void;
  readonly onSelect: () => void;
}

/** The card of an effect, or of the same effect on several layers: its fields, its switch, and its drag handle. */
export function EffectCard(props: EffectCardProps) {
  const { group, type, isSelected, isDragged, mark, canMove, grip, onMove, onSelect } = props;
  const { inspector } = useStrings();
  const { label } = effectLabels(type);
  const card = useRef<HTMLElement>(null);
  const dispatch = useInspectorDispatch();
  const fields = useEffectFields(group, type);
  const enabled = useEnabled(group);
  const isOff = enabled !== null && fieldText(enabled) === 'false';
  const nodes = group.elements.map(({ id }) => id);
  const [single, ...others] = fields;
  const inline = single !== undefined && others.length === 0 && isShortChoice(single) ? single : null;
  const canReset = fields.some((field) => field.isChanged && field.standard !== null);
  const entries = useMenuEntries(props, nodes);

  useEffect(() => {
    if (isSelected) card.current?.scrollIntoView({ block: 'nearest' });
  }, [isSelected]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    const isOnGrip = event.target instanceof Element && event.target.hasAttribute('data-grip');
    if (!canMove || (!event.altKey && !isOnGrip)) return;
    event.preventDefault();
    event.stopPropagation();
    onMove(event.key === 'ArrowUp' ? -1 : 1);
  };

  return (
    <ContextMenu entries={() => entries}>
      <article
        ref={card}
        aria-label={label}
        className={clsx(
          styles.card,
          isSelected && styles.selected,
          isOff && styles.off,
          isDragged && styles.dragged,
          mark !== undefined && styles[mark],
        )}
        data-effect={group.key}
        onKeyDown={onKeyDown}
      >
        <header className={styles.head} onPointerDown={onSelect}>
          <button
            {...grip}
            type="button"
            aria-label={inspector.moveEffect(label)}
            aria-disabled={!canMove || undefined}
            className={clsx('draggable', styles.grip)}
            data-grip
          >
            <Icon icon={GripVertical} size={14} />
          </button>
          <Icon icon={effectIcon(type)} size={14} className={styles.icon} />
          <span className={styles.name}>{label}</span>
          {inline !== null && <InlineField field={inline} />}
          {inline === null && (
            <IconButton
              icon={RotateCcw}
              label={`${inspector.resetEffect}: ${label}`}
              tooltip={inspector.resetEffect}
              size="sm"
              iconSize={14}
              disabled={!canReset}
              onClick={() => dispatch({ type: 'effect/reset', effects: nodes })}
            />
          )}
          {enabled !== null && <EnabledEye field={enabled} label={label} />}
          <Menu
            align="end"
            trigger={<IconButton icon={Ellipsis} label={inspector.effectMenu(label)} size="sm" iconSize={14} />}
            entries={entries}
          />
        </header>
        {fields.map((field) => {
          if (field === inline) return null;
          if (type === 'blur' && field.name === 'edge')
            return (
              <BlurEdgeRow key={field.name} field={field} effect={nodes.length === 1 ? (nodes[0] ?? null) : null} />
            );
          return <FieldRow key={field.name} field={field} compact />;
        })}
      </article>
    </ContextMenu>
  );
}

/** A choice with short values in the head of the card. */
function InlineField({ field }: { readonly field: AttributeField }) {
  const edit = useFieldEdit(field);
  return (
    <>
      <span className={styles.inline}>
        <FieldControl field={field} edit={edit} />
      </span>
      <FieldVariableMenu field={field} edit={edit} />
    </>
  );
}

function EnabledEye({ field, label }: { readonly field: AttributeField; readonly label: string }) {
  const { inspector } = useStrings();
  const edit = useFieldEdit(field);
  const isOn = fieldText(field) !== 'false';
  const words = isOn ? inspector.switchOff : inspector.switchOn;
  return (
    <IconButton
      icon={isOn ? Eye : EyeOff}
      label={`${words}: ${label}`}
      tooltip={words}
      size="sm"
      iconSize={14}
      onClick={() => edit.commit(String(!isOn))}
    />
  );
}

function useEffectFields(group: EffectGroup, type: EffectType): readonly AttributeField[] {
  const read = useCallback(
    (context: FieldContext) => {
      const specs: AttributeSpecs = effectRegistry[type].attributes;
      const nodes = group.elements.map(({ id }) => id);
      return Object.entries(specs).flatMap(([name, spec]) => readField(context, nodes, name, spec) ?? []);
    },
    [group, type],
  );
  return useReading(read, sameFields);
}

function useEnabled(group: EffectGroup): AttributeField | null {
  const nodes = useMemo(() => group.elements.map(({ id }) => id), [group]);
  return useField(nodes, 'enabled', elementRegistry.filter.attributes.enabled);
}

function isShortChoice({ spec, value, problems }: AttributeField): boolean {
  if (spec.type.kind !== 'choice' || problems.length > 0) return false;
  const options = optionsOf(spec);
  const isPlain = value.kind === 'fixed' || value.kind === 'mixed';
  return isPlain && options.length <= 3 && options.every((option) => option.length <= 2);
}

function useMenuEntries(
  props: EffectCardProps,
  nodes: readonly EffectGroup['elements'][number]['id'][],
): readonly MenuEntry[] {
  const { place, canMove, onMove } = props;
  const { inspector } = useStrings();
  const editor = useEditor();
  const runtime = useActions();
  const dispatch = useInspectorDispatch();
  const [first] = nodes;
  const copy = (ids: readonly string[]) => {
    const text = effectsToClipboard(editor.document.state.document, ids);
    if (text !== '') runtime.context().clipboard.write(text);
  };
  return [
    {
      kind: 'command',
      id: 'up',
      label: inspector.moveUp,
      icon: ArrowUp,
      keys: 'Alt+ArrowUp',
      disabled: !canMove || place.index === 0,
      run: () => onMove(-1),
    },
    {
      kind: 'command',
      id: 'down',
      label: inspector.moveDown,
      icon: ArrowDown,
      keys: 'Alt+ArrowDown',
      disabled: !canMove || place.index === place.count - 1,
      run: () => onMove(1),
    },
    { kind: 'separator', id: 'after-move' },
    {
      kind: 'command',
      id: 'copy',
      label: inspector.copyEffect,
      icon: Copy,
      run: () => copy(first === undefined ? [] : [first]),
    },
    {
      kind: 'command',
      id: 'copy-all',
      label: inspector.copyAllEffects,
      icon: Copy,
      run: () => void runtime.run('effects/copy-all'),
    },
    {
      kind: 'command',
      id: 'paste',
      label: inspector.pasteEffects,
      icon: ClipboardPaste,
      run: () => void runtime.run('effects/paste'),
    },
    {
      kind: 'command',
      id: 'replace',
      label: inspector.replaceEffects,
      icon: ClipboardPaste,
      run: () => void runtime.run('effects/replace'),
    },
    { kind: 'separator', id: 'after-copy' },
    {
      kind: 'command',
      id: 'reset',
      label: inspector.resetEffect,
      icon: RotateCcw,
      run: () => void dispatch({ type: 'effect/reset', effects: nodes }),
    },
    {
      kind: 'command',
      id: 'remove',
      label: inspector.removeEffect,
      icon: Trash2,
      danger: true,
      run: () => void dispatch({ type: 'node/remove', nodes }),
    },
  ];
}

/** The `edge` field of a blur. For a single layer, the label of `auto` includes the edge that `auto` selects. */
function BlurEdgeRow({ field, effect }: { readonly field: AttributeField; readonly effect: NodeId | null }) {
  const { inspector } = useStrings();
  const edge = useAutoEdge(effect);
  const text = fieldText(field);
  const { spec } = field;
  const options = offeredOptions(spec, text).map((value) => {
    const label = optionLabel(spec, value);
    return {
      value,
      label: value === 'auto' && edge !== null ? `${label} (${optionLabel(spec, edge).toLowerCase()})` : label,
    };
  });
  return (
    <FieldRow
      field={field}
      compact
      control={(edit) => (
        <Select
          value={text}
          options={options}
          label={specWords(spec).label}
          placeholder={inspector.mixed}
          size="sm"
          className={fields.grow}
          onChange={edit.commit}
        />
      )}
    />
  );
}

/** Returns the edge that `auto` selects for the layer of a blur; null while unknown. */
function useAutoEdge(effect: NodeId | null): ReturnType<typeof autoEdge> | null {
  const layerId = useEditorValue(({ document }) => {
    const entry = effect === null ? undefined : indexOf(document.state.document).elements.get(effect);
    return entry?.parent?.id ?? null;
  });
  const movie = useEditorValue(({ document }) => document.state.movie);
  const framed = movie === null ? undefined : framedLayers(movie).find(({ layer }) => layer.id === layerId);
  const source = framed?.layer.kind === 'video' || framed?.layer.kind === 'image' ? framed.layer.source : null;
  const picture = usePicture(source, framed?.layer.kind === 'video');
  if (framed === undefined) return null;
  const { layer, frame } = framed;
  const knownSizes = { ...NOTHING_KNOWN, ofSource: () => picture?.size ?? null };
  if (source !== null && picture === null) return null;
  const edgeOf = (isOpaque: boolean) =>
    autoEdge({ layer, frame, isOpaque, size: layerSize(layer, frame, null, knownSizes, 0) });
  const isOpaque = picture === null ? true : picture.isOpaque;
  if (isOpaque !== null) return edgeOf(isOpaque);
  return edgeOf(true) === edgeOf(false) ? edgeOf(true) : null;
}

interface KnownPicture {
  readonly size: Size;
  /**
   * Whether the picture is opaque. Null for an image whose format supports transparency, because its pixels are not
   * checked.
   */
  readonly isOpaque: boolean | null;
}

/** Returns the known properties of a source's picture; null while unknown. */
function usePicture(source: MediaSource | null, isVideo: boolean): KnownPicture | null {
  const { client } = useApi();
  const project = useEditorValue(({ document }) => document.state.project);
  const { data: assets } = useAssets(project);
  const requestedSource = source ?? NO_SOURCE;
  const { data: facts } = useQuery({
    ...sourceFactsQuery(client, project, requestedSource, assets),
    ...((source === null || !isVideo) && { enabled: false }),
  });
  if (source === null) return null;
  if (isVideo) {
    if (!facts?.video) return null;
    const { displayWidth: width, displayHeight: height, hasAlpha } = facts.video;
    return { size: { width, height }, isOpaque: !hasAlpha };
  }
  const entry = source.kind === 'asset' ? assetNamed(assets, source.name) : undefined;
  if (entry?.media?.width == null || entry.media.height === null) return null;
  const { width, height } = entry.media;
  return { size: { width, height }, isOpaque: /\.jpe?g$/i.test(entry.name) ? true : null };
}

const NO_SOURCE: MediaSource = { kind: 'asset', name: '' };
