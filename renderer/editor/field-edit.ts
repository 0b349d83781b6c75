import { useMemo } from 'react';
import { pageStrings } from '#renderer/strings/page-language.ts';
import { specTerm } from '#renderer/strings/registry-strings.ts';
import { say } from '#renderer/strings/say.ts';
import { useToast } from '#renderer/ui/overlays/toast.tsx';
import type { Toasts } from '#renderer/ui/overlays/toast-store.ts';
import type { PropertyAtFrame } from '#shared/editing/keyframes/plan-set-keyframes.ts';
import type { PlannableCommand, ValueName } from '#shared/editing/model/commands.ts';
import { indexOf } from '#shared/editing/model/document-index.ts';
import { isPlainSource } from '#shared/editing/planning/planning.ts';
import type { Result } from '#shared/lib/result.ts';
import { type Message, message } from '#shared/messages/message.ts';
import type { Term } from '#shared/messages/translation.ts';
import {
  attributeValue,
  type ElementNode,
  type NodeId,
  type TemplateDocument,
} from '#shared/template/document/document.ts';
import { effectTypeNamed } from '#shared/template/effects/effects.ts';
import { computedValue } from '#shared/template/placeholders/computed-value.ts';
import { elementRegistry, isElementName } from '#shared/template/tables/elements.ts';
import type { AttributeSpecs } from '#shared/template/value-types/attribute-types.ts';
import { type FrameRate, parseFrameRate } from '#shared/template/values/frame-rate.ts';
import { FITS } from '#shared/template/values/placement.ts';
import { textsOf } from '#shared/template/variables/written-values.ts';
import type { Editor } from './editor.ts';
import { useEditor } from './editor-context.tsx';
import type { SourceView } from './editor-views.ts';
import { type AttributeField, fieldText, rereadField } from './fields.ts';
import { selectRate } from './selectors.ts';

type SetCommand = (field: AttributeField, text: string, rate: FrameRate | null) => PlannableCommand | null;

/** The attributes that need a special command, because setting them changes more than the attribute. */
const commandsByAttribute: Readonly<Record<string, SetCommand>> = {
  'movie/width': (_, text) => ({ type: 'movie/set', width: Number(text) }),
  'movie/height': (_, text) => ({ type: 'movie/set', height: Number(text) }),
  'movie/framerate': (_, text) => {
    const rate = parseFrameRate(text);
    return rate.ok ? { type: 'movie/set', frameRate: rate.value, keep: 'frames' } : null;
  },
  'scene/duration': ({ nodes, spec }, text, rate) => {
    const duration = spec.type.parse(text, rate);
    return duration.ok && typeof duration.value === 'number'
      ? { type: 'scene/set-duration', scenes: nodes, duration: duration.value }
      : null;
  },
  'scene/name': ({ nodes }, text) => {
    const [scene, ...others] = nodes;
    return scene === undefined || others.length > 0 ? null : { type: 'scene/rename', scene, name: text };
  },
  'scene/enabled': ({ nodes }, text) => ({ type: 'scene/set-enabled', scenes: nodes, enabled: text === 'true' }),
  'video/enabled': ({ nodes }, text) => ({ type: 'layer/set', layers: nodes, enabled: text === 'true' }),
  'video/audio': ({ nodes }, text) => ({ type: 'layer/set', layers: nodes, audio: text === 'true' }),
  'video/skip': ({ nodes, spec }, text, rate) => {
    const skip = spec.type.parse(text, rate);
    return skip.ok && typeof skip.value === 'number' ? { type: 'layer/set', layers: nodes, skip: skip.value } : null;
  },
  'video/speed': speedCommand,
  'audio/speed': speedCommand,
  'video/fit': ({ nodes }, text) => {
    const fit = FITS.find((each) => each === text);
    return fit === undefined ? null : { type: 'layer/set', layers: nodes, fit };
  },
  'filter/enabled': effectEnabled,
  'transform/enabled': effectEnabled,
};

/**
 * Returns the command that sets the speed; null for an invalid text. If Alt is held during the current DOM event, the
 * layer keeps its length.
 */
function speedCommand({ nodes, spec }: AttributeField, text: string, rate: FrameRate | null): PlannableCommand | null {
  const speed = spec.type.parse(text, rate);
  if (!speed.ok || typeof speed.value !== 'number') return null;
  const event = typeof window === 'undefined' ? undefined : window.event;
  const keepsLength = (event instanceof KeyboardEvent || event instanceof MouseEvent) && event.altKey;
  return { type: 'layer/set-speed', layers: nodes, speed: speed.value, keepsLength };
}

function effectEnabled({ nodes }: AttributeField, text: string): PlannableCommand {
  return { type: 'effect/set-enabled', effects: nodes, enabled: text === 'true' };
}

/**
 * Returns the command that sets a field to a text in the notation of the template. A default value removes the
 * attribute.
 */
export function setFieldCommand(field: AttributeField, text: string, rate: FrameRate | null): PlannableCommand {
  const { nodes, element, name, spelling, spec } = field;
  const command = spelling === null ? null : (commandsByAttribute[`${element}/${name}`]?.(field, text, rate) ?? null);
  if (command !== null) return command;
  const value = 'default' in spec.absent && text === field.standard ? null : text;
  if (isEffectAttribute(field)) return { type: 'effect/set-attribute', effects: nodes, name, value };
  return attributeCommand(field, spelling, value);
}

/** The value of a field for one element at the playhead. */
export interface FieldAt {
  readonly node: NodeId;
  /** The animated property at the playhead; null if the attribute has no keyframes. */
  readonly propertyAtFrame: PropertyAtFrame | null;
  /** The value at the playhead in the notation of the template; null if unknown. */
  readonly text: string | null;
}

/**
 * Sets the value of each element at the playhead in one step. If `part` is set, only this component of each pair
 * changes.
 */
export function setFieldAt(
  field: AttributeField,
  fieldsAt: readonly FieldAt[],
  text: string,
  rate: FrameRate | null,
  part: PairPart | null = null,
): PlannableCommand {
  if (part === null && fieldsAt.every(({ propertyAtFrame }) => propertyAtFrame === null))
    return setFieldCommand(field, text, rate);
  const commands = fieldsAt.map(({ node, propertyAtFrame, text: nodeText }): PlannableCommand => {
    const value = part === null || nodeText === null ? text : withPart(nodeText, text, part, field, rate);
    if (propertyAtFrame === null) return setFieldCommand({ ...field, nodes: [node] }, value, rate);
    return { type: 'key/set', ...propertyAtFrame, value };
  });
  const [only] = commands;
  if (only !== undefined && commands.length === 1) return only;
  const areKeys = fieldsAt.every(({ propertyAtFrame }) => propertyAtFrame !== null);
  const label = message(areKeys ? 'step/set-key' : 'step/set-field', { attribute: specTerm(field.spec) });
  return { type: 'batch', label, commands };
}

export type PairPart = 'across' | 'down';

/** Returns a pair in which one component is replaced with the component of another pair. */
function withPart(
  nodeText: string,
  from: string,
  part: PairPart,
  { spec }: AttributeField,
  rate: FrameRate | null,
): string {
  const [one, other] = [nodeText, from].map((text) => spec.type.parse(text, rate));
  if (one?.ok !== true || other?.ok !== true) return from;
  return spec.type.format({ ...(one.value as object), [part]: (other.value as Record<PairPart, unknown>)[part] });
}

/** Returns the command that resets a field; null if the field cannot be reset. */
export function resetFieldCommand(field: AttributeField, rate: FrameRate | null): PlannableCommand | null {
  const { nodes, name, spelling, spec, standard } = field;
  if (standard === null) return null;
  const isFixed = field.value.kind === 'fixed' || field.value.kind === 'refused' || field.value.kind === 'mixed';
  if (isEffectAttribute(field) && isFixed) return { type: 'effect/reset', effects: nodes, name };
  if (name === 'speed' && isFixed && nodes.length > 0) return setFieldCommand(field, standard, rate);
  if ('default' in spec.absent) return attributeCommand(field, spelling, null);
  return isFixed ? setFieldCommand(field, standard, rate) : attributeCommand(field, spelling, standard);
}

/**
 * Returns the command that writes a text to the attribute verbatim, including placeholders. Use it for values that
 * cannot be parsed.
 */
export function writeFieldCommand(field: AttributeField, text: string): PlannableCommand {
  return attributeCommand(field, field.spelling, text);
}

function attributeCommand(field: AttributeField, name: ValueName, value: string | null): PlannableCommand {
  const commands = field.nodes.map((node): PlannableCommand => ({ type: 'attribute/set', node, name, value }));
  const label = message(value === null ? 'step/reset-field' : 'step/set-field', { attribute: fieldTerm(field) });
  return { type: 'batch', label, commands };
}

function isEffectAttribute({ element, name }: AttributeField): boolean {
  return (element === 'filter' || element === 'transform') && name !== 'type' && name !== 'enabled';
}

/**
 * Returns the command that binds the attribute of all edited elements to a variable. `fallback` becomes the variable's
 * default; null sets no default.
 */
export function bindFieldCommand(field: AttributeField, variable: string, fallback: string | null): PlannableCommand {
  const commands = field.nodes.map(
    (node): PlannableCommand => ({
      type: 'variable/bind',
      node,
      attribute: field.spelling,
      variable,
      ...(fallback !== null && { default: fallback }),
    }),
  );
  const [only] = commands;
  if (only !== undefined && commands.length === 1) return only;
  return { type: 'batch', label: message('step/bind', { attribute: fieldTerm(field), variable }), commands };
}

/**
 * Returns the command that writes the value of each element as an expression. An absent attribute gets its effective
 * value, or else its default.
 */
export function computeFieldCommand(document: TemplateDocument, field: AttributeField): PlannableCommand {
  const { nodes, spelling, standard, effectiveText } = field;
  const { elements } = indexOf(document);
  const commands = nodes.flatMap((node): readonly PlannableCommand[] => {
    const element = elements.get(node)?.element;
    if (element === undefined) return [];
    const written = valueWritten(element, spelling) ?? effectiveText ?? standard ?? '';
    return [{ type: 'attribute/set', node, name: spelling, value: computedValue(written) }];
  });
  return { type: 'batch', label: message('step/set-field', { attribute: fieldTerm(field) }), commands };
}

function valueWritten(element: ElementNode, spelling: ValueName): string | undefined {
  if (spelling !== null) return attributeValue(element, spelling);
  const texts = textsOf(element).map(({ text }) => text);
  return texts.length === 0 ? undefined : texts.join('');
}

/** Returns the command that replaces the placeholders in a field by their current values. */
export function unbindFieldCommand(field: AttributeField): PlannableCommand {
  const { nodes, spelling } = field;
  const commands = nodes.map((node): PlannableCommand => ({ type: 'variable/unbind', node, attribute: spelling }));
  const [only] = commands;
  if (only !== undefined && commands.length === 1) return only;
  return { type: 'batch', label: message('step/unbind', { attribute: fieldTerm(field) }), commands };
}

/** Returns the label of a field for a step. A source has the label of its element. */
function fieldTerm({ spec, element, name }: AttributeField): Term {
  if (!isElementName(element)) return specTerm(spec);
  const entry: { readonly label: string; readonly attributes: AttributeSpecs } = elementRegistry[element];
  const written = entry.attributes[name];
  return written !== undefined && isPlainSource(written)
    ? { key: element, label: entry.label.toLowerCase() }
    : specTerm(spec);
}

/**
 * Returns an unused variable name that consists of the names of the effect and the attribute, such as “vignette_color”
 * or “duration_2”. For a source, the name is the kind of media in the page language, such as “photo”.
 */
export function proposeName(field: AttributeField, effectType: string | null, takenNames: Iterable<string>): string {
  const names = new Set(takenNames);
  const isSource = field.spec.type.source !== undefined;
  const effect = effectType === null ? null : effectTypeNamed(effectType);
  const of = effect === null ? '' : `${effect}_`;
  const base = isSource ? sourceVariable(field) : `${of}${field.name}`;
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? base : `${base}_${number}`;
    if (!names.has(name)) return name;
  }
}

function sourceVariable({ element, spec }: AttributeField): string {
  const { sourceVariables: words } = pageStrings().inspector;
  if (element === 'image') return words.photo;
  if (element === 'video') return words.video;
  return element === 'audio' ? words.sound : words[spec.type.source ?? 'media'];
}

/** The edits that a control makes in its field. Texts are in the notation of the template. */
export interface FieldEdit {
  /** Previews a value during a gesture. Previews make no undo step. */
  readonly preview: (text: string, part?: PairPart) => void;
  /**
   * Commits a value as one step, whether or not it was previewed. If `part` is set, only this component of each pair
   * changes.
   */
  readonly commit: (text: string, part?: PairPart) => void;
  /** Cancels the preview. */
  readonly cancel: () => void;
  readonly reset: () => void;
}

/**
 * Returns the edits of a field in the open template. A toast shows the reason for a refused edit. If `fieldsAt` is set,
 * the edits set keyframes at the playhead.
 */
export function useFieldEdit(field: AttributeField, fieldsAt: readonly FieldAt[] | null = null): FieldEdit {
  const editor = useEditor();
  const toasts = useToast();
  return useMemo(() => fieldEdit(editor, toasts, field, fieldsAt), [editor, toasts, field, fieldsAt]);
}

/**
 * Returns a function that dispatches a command of the inspector. The function returns whether the command was accepted.
 * If it was refused, a toast shows the reason.
 */
export function useInspectorDispatch(): (command: PlannableCommand | null, key?: string) => boolean {
  const editor = useEditor();
  const toasts = useToast();
  return useMemo(
    () => (command, key) =>
      command !== null && showRefusal(toasts, editor.document.dispatch(command, key === undefined ? {} : { key })),
    [editor, toasts],
  );
}

function fieldEdit(
  editor: Editor,
  toasts: Toasts,
  field: AttributeField,
  fieldsAt: readonly FieldAt[] | null,
): FieldEdit {
  const { document: edited } = editor;
  const propertyAtFrame = fieldsAt?.find((at) => at.propertyAtFrame !== null)?.propertyAtFrame ?? null;
  const command = (text: string, part?: PairPart): PlannableCommand => {
    const rate = selectRate(editor.document.state);
    const set = fieldsAt === null ? setFieldCommand(field, text, rate) : setFieldAt(field, fieldsAt, text, rate, part);
    return withSourceEnd(set, editor.views.source);
  };
  // The key contains the frame, so that edits at different frames are separate steps.
  const key = `${field.name} of ${field.nodes.join(' ')}${propertyAtFrame === null ? '' : ` at ${propertyAtFrame.frame}`}`;
  return {
    preview: (text, part) => void showRefusal(toasts, edited.preview(command(text, part))),
    commit: (text, part) => {
      if (editor.document.state.gesture === null) {
        // Successive edits with the same key, such as typing or a held key, become one step.
        showRefusal(toasts, edited.dispatch(command(text, part), { key }));
      } else if (propertyAtFrame === null && text === textBefore(editor, field)) {
        edited.cancel();
      } else {
        showRefusal(toasts, edited.preview(command(text, part)));
        showRefusal(toasts, edited.commit());
      }
    },
    cancel: edited.cancel,
    reset: () => {
      if (editor.document.state.gesture !== null) edited.cancel();
      const reset =
        propertyAtFrame === null
          ? resetFieldCommand(field, selectRate(editor.document.state))
          : field.standard !== null
            ? command(field.standard)
            : null;
      if (reset !== null) showRefusal(toasts, edited.dispatch(withSourceEnd(reset, editor.views.source)));
    },
  };
}

/** Adds the end of the source to a speed command if the end is known. Returns other commands unchanged. */
export function withSourceEnd(command: PlannableCommand, source: SourceView | null): PlannableCommand {
  return command.type === 'layer/set-speed' &&
    source !== null &&
    command.layers.every((id) => source.nodes.includes(id))
    ? { ...command, sourceEnd: source.endSeconds }
    : command;
}

/** Returns the text of the field before the active gesture; null if the field did not exist. */
function textBefore(editor: Editor, field: AttributeField): string | null {
  const { source, values, findings } = editor.document.state;
  const context = { document: source.document, values: new Map(Object.entries(values)), findings, rate: null };
  const before = rereadField(context, field);
  return before === null ? null : fieldText(before);
}

function showRefusal(toasts: Toasts, result: Result<unknown, Message>): boolean {
  if (!result.ok) toasts.show({ id: 'refused', message: say(result.error), tone: 'warning' });
  return result.ok;
}
