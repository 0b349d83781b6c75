import type { PlannableCommand } from '../editing/model/commands.ts';
import { indexOf } from '../editing/model/document-index.ts';
import { type FrameShape, frameShapeNames, shapeText } from '../editing/model/frame-shapes.ts';
import { cutPart, trimmedEnds, trimmedStarts } from '../editing/model/layer-moves.ts';
import { placedParts } from '../editing/model/timeline.ts';
import { writtenValue } from '../editing/planning/planned.ts';
import { planningOf } from '../editing/planning/planning.ts';
import { err, ok, type Result } from '../lib/result.ts';
import { message } from '../messages/message.ts';
import { resolveTemplate } from '../resolve/resolve.ts';
import { attributeValue, type ElementNode, type NodeId } from '../template/document/document.ts';
import { nearestName } from '../template/document/names.ts';
import { effectTypeNamed } from '../template/effects/effects.ts';
import { parseValue } from '../template/placeholders/placeholder.ts';
import { PRESETS } from '../template/tables/animation-attributes.ts';
import { roleOf } from '../template/tables/roles.ts';
import { parseFrameRate } from '../template/values/frame-rate.ts';
import { textsOf } from '../template/variables/written-values.ts';
import type { DocumentEdit } from '../template-xml/edit/edits.ts';
import type { TemplateSource } from '../template-xml/ranges/ranges.ts';
import { type CommandName, commandNames, editCommands, type FieldsOf } from './command-fields.ts';
import {
  addElements,
  type Change,
  elementsAt,
  invalid,
  moveElements,
  NO_VALUES,
  placeIn,
  run,
  sceneTarget,
  splice,
} from './edit-structure.ts';
import { elementAt } from './places.ts';
import type { AgentRefusal } from './refusal.ts';

/**
 * Applies the commands of `edit_template` one after another. Each command applies to the result of the previous one. If
 * a command is refused, none applies, and the refusal contains its number.
 */
export function applyEditCommands(source: TemplateSource, commands: readonly unknown[]): Change {
  let current = source;
  for (const [index, command] of commands.entries()) {
    const applied = applyOne(current, command);
    if (!applied.ok) return err(numbered(applied.error, index + 1, commands.length));
    current = applied.value;
  }
  return ok(current);
}

function numbered({ code, detail }: AgentRefusal, number: number, of: number): AgentRefusal {
  return typeof detail === 'string' && of > 1 ? { code, detail: `Command ${number}: ${detail}` } : { code, detail };
}

function applyOne(source: TemplateSource, command: unknown): Change {
  const { do: name, ...fields } = command as { readonly do?: unknown };
  if (typeof name !== 'string' || !isCommand(name)) {
    const suggestion = nearestName(String(name), commandNames);
    return invalid(
      `There is no command \`${String(name).slice(0, 40)}\`.${suggestion === null ? '' : ` Did you mean \`${suggestion}\`?`}`,
    );
  }
  const parsed = editCommands[name].safeParse(fields);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const known = Object.keys(editCommands[name].shape).join(', ');
    const field = issue?.path.join('.') ?? '';
    return invalid(`\`${name}\` takes ${known}. ${field === '' ? '' : `\`${field}\`: `}${issue?.message ?? ''}.`);
  }
  // The schema of this command has checked the fields. TypeScript cannot relate the schema to the applier.
  return appliers[name](source, parsed.data as never);
}

function isCommand(name: string): name is CommandName {
  return Object.hasOwn(editCommands, name);
}

const appliers: { readonly [Name in CommandName]: (source: TemplateSource, fields: FieldsOf<Name>) => Change } = {
  set: (source, { at: places, attributes: changed = {}, text }) =>
    eachElement(source, places, (current, element) => setValues(current, element, changed, text)),
  add: addElements,
  remove: (source, { at: places }) => withIds(source, places, (nodes) => ({ type: 'node/remove', nodes })),
  move: moveElements,
  duplicate: (source, { at: places }) =>
    byRole(source, places, {
      scene: (scenes) => ({ type: 'scene/duplicate', scenes }),
      layer: (layers) => ({ type: 'layer/duplicate', layers }),
    }),
  split: splitElements,
  trim: trimElements,
  group: (source, { at: places }) => withIds(source, places, (layers) => ({ type: 'layer/group', layers })),
  ungroup: (source, { at: places }) => withIds(source, places, (groups) => ({ type: 'layer/ungroup', groups })),
  choose: (source, { at: places }) => withIds(source, places, (scenes) => ({ type: 'scene/make-choice', scenes })),
  transition: (source, { to: target, attributes: like = {} }) => {
    const place = sceneTarget(source, target);
    return place.ok ? run(source, { type: 'transition/add', at: place.value, like }) : place;
  },
  animate: (source, { at: places, name, attributes: like = {} }) => {
    const preset = PRESETS.find((known) => known === name);
    if (preset === undefined) return unknownName('preset', name);
    return withNew(source, places, (layers) => ({ type: 'animation/add', layers, preset }), 'animation', like);
  },
  effect: (source, { at: places, name, attributes: like = {} }) => {
    const effect = effectTypeNamed(name);
    if (effect === null) return unknownName('effect', name);
    const command = (layers: readonly NodeId[]): PlannableCommand =>
      like['src'] === undefined
        ? { type: 'effect/add', layers, effect }
        : { type: 'effect/add', layers, effect, file: like['src'] };
    return withNew(source, places, command, 'effect', like);
  },
  mask: (source, { at: places, name }) =>
    withIds(source, places, (layers) => ({ type: 'mask/add', layers, shape: name })),
  sound: (source, { to: target, name, attributes: like = {} }) => {
    const parent = elementAt(source.document, placeIn(target));
    if (!parent.ok) return parent;
    const known = idsOf(source);
    const next = run(source, {
      type: 'sound/add',
      parent: parent.value.id,
      source: { kind: 'asset', name },
    });
    return next.ok ? setOnNew(next.value, known, 'sound', like) : next;
  },
  bind: (source, { at: places, name, text, attributes: given }) =>
    eachElement(source, places, (current, { id: node }) =>
      run(current, {
        type: 'variable/bind',
        node,
        attribute: valueName(name),
        variable: text,
        ...(given !== undefined && { default: given.default }),
      }),
    ),
  unbind: (source, { at: places, name, text }) =>
    eachElement(source, places, (current, { id: node }) =>
      run(current, {
        type: 'variable/unbind',
        node,
        attribute: valueName(name),
        ...(text !== undefined && { value: text }),
      }),
    ),
  declare: (source, { name, attributes: changed }) =>
    run(source, { type: 'variable/declare', variable: name, attributes: changed }),
  rename: (source, { at: places, name, text }) => {
    if (places === undefined) return run(source, { type: 'variable/rename', from: name, to: text ?? '' });
    return eachElement(source, places, (current, element) =>
      run(
        current,
        roleOf(element) === 'scene'
          ? { type: 'scene/rename', scene: element.id, name: name === '' ? null : name }
          : { type: 'layer/rename', layer: element.id, name },
      ),
    );
  },
  resize: (source, { name, attributes: given }) => {
    const resized = name === undefined ? ok(source) : reshape(source, name);
    if (!resized.ok || given === undefined) return resized;
    const rate = parseFrameRate(given.framerate);
    if (!rate.ok) return err({ code: 'request/invalid', detail: rate.error });
    return run(resized.value, { type: 'movie/set', frameRate: rate.value });
  },
  relink: (source, { name, text }) =>
    run(source, { type: 'layer/relink', from: { kind: 'asset', name }, to: { kind: 'asset', name: text } }),
};

function eachElement(
  source: TemplateSource,
  places: readonly string[],
  change: (current: TemplateSource, element: ElementNode) => Change,
): Change {
  const elements = elementsAt(source, places);
  if (!elements.ok) return elements;
  let current = source;
  for (const { id } of elements.value) {
    const element = indexOf(current.document).elements.get(id)?.element;
    if (element === undefined) return err({ code: 'agents/refused', detail: message('edit/gone') });
    const changed = change(current, element);
    if (!changed.ok) return changed;
    current = changed.value;
  }
  return ok(current);
}

function withIds(
  source: TemplateSource,
  places: readonly string[],
  command: (ids: readonly NodeId[]) => PlannableCommand,
): Change {
  const elements = elementsAt(source, places);
  return elements.ok ? run(source, command(elements.value.map(({ id }) => id))) : elements;
}

function byRole(
  source: TemplateSource,
  places: readonly string[],
  commands: Record<'scene' | 'layer', (ids: readonly NodeId[]) => PlannableCommand>,
): Change {
  const elements = elementsAt(source, places);
  if (!elements.ok) return elements;
  const areScenes = elements.value.every((element) => roleOf(element) === 'scene');
  return run(source, commands[areScenes ? 'scene' : 'layer'](elements.value.map(({ id }) => id)));
}

function idsOf({ document }: TemplateSource): ReadonlySet<NodeId> {
  return new Set([...indexOf(document).elements.values()].map(({ element }) => element.id));
}

/** Runs a command that adds one element to each layer. Sets attributes of the new elements. */
function withNew(
  source: TemplateSource,
  places: readonly string[],
  command: (ids: readonly NodeId[]) => PlannableCommand,
  role: 'animation' | 'effect',
  like: Readonly<Record<string, string>>,
): Change {
  const known = idsOf(source);
  const next = withIds(source, places, command);
  return next.ok ? setOnNew(next.value, known, role, like) : next;
}

function setOnNew(
  source: TemplateSource,
  known: ReadonlySet<NodeId>,
  role: 'animation' | 'effect' | 'sound',
  like: Readonly<Record<string, string>>,
): Change {
  const created = [...indexOf(source.document).elements.values()]
    .map(({ element }) => element)
    .filter((element) => !known.has(element.id) && roleOf(element) === role);
  const edits = created.flatMap(({ id }) =>
    Object.entries(like).map(([name, value]): DocumentEdit => ({ type: 'set-attribute', node: id, name, value })),
  );
  return edits.length === 0 ? ok(source) : splice(source, edits);
}

function setValues(
  source: TemplateSource,
  element: ElementNode,
  changed: Readonly<Record<string, string | null>>,
  text: string | undefined,
): Change {
  let current = source;
  for (const [name, value] of Object.entries(changed)) {
    const planning = planningOf({ document: current.document, values: NO_VALUES });
    const spelled = value === null || value.includes('${') ? ok(value) : writtenAt(planning, element, name, value);
    if (!spelled.ok) return spelled;
    const next = run(current, { type: 'attribute/set', node: element.id, name, value: spelled.value });
    if (!next.ok) return next;
    current = next.value;
  }
  return text === undefined ? ok(current) : setText(current, element, text);
}

function writtenAt(
  planning: ReturnType<typeof planningOf>,
  element: ElementNode,
  name: string,
  value: string,
): Result<string, AgentRefusal> {
  const written = writtenValue(planning, element, name, value, message('subject/value'));
  return written.ok ? written : err({ code: 'agents/refused', detail: written.error });
}

/** Sets the text. If the text is a single placeholder, sets the default of its variable instead. */
function setText(source: TemplateSource, element: ElementNode, text: string): Change {
  const attribute = attributeValue(element, 'content');
  if (attribute !== undefined) return setValues(source, element, { content: text }, undefined);
  const { pieces, faults } = parseValue(
    textsOf(element)
      .map((piece) => piece.text)
      .join(''),
  );
  const [only] = pieces.filter((piece) => piece.kind !== 'text' || piece.text.trim() !== '');
  const isPlaceholder = only?.kind === 'placeholder' && faults.length === 0;
  const isWhole = pieces.every((piece) => piece === only || (piece.kind === 'text' && piece.text.trim() === ''));
  if (isPlaceholder && isWhole && !text.includes('${'))
    return run(source, { type: 'variable/set-default', variable: only.name, default: text });
  return run(source, { type: 'attribute/set', node: element.id, name: null, value: text });
}

/** Returns the time ranges of these layers and sounds in the film; null if the times of any of them are unknown. */
function partsOf(source: TemplateSource, elements: readonly ElementNode[]) {
  const { partial } = resolveTemplate(source.document, { values: NO_VALUES, missing: 'ignore', empty: 'ignore' });
  const parts = partial === null ? [] : placedParts(partial, new Set(elements.map(({ id }) => id)));
  return parts.length < elements.length ? null : parts;
}

const NO_TIMES = 'These elements have no times now. Fix the problems of the template first.';

function splitElements(source: TemplateSource, { at: places, frame }: FieldsOf<'split'>): Change {
  const elements = elementsAt(source, places);
  if (!elements.ok) return elements;
  const [first] = elements.value;
  if (first !== undefined && roleOf(first) === 'scene') {
    if (elements.value.length > 1) return invalid('Only one scene can be split at a time.');
    return run(source, { type: 'scene/split', scene: first.id, at: frame as never });
  }
  const parts = partsOf(source, elements.value);
  if (parts === null) return invalid(NO_TIMES);
  const cuts = parts.flatMap((part) => cutPart(part, part.offset + frame, part.hasMotion) ?? []);
  if (cuts.length < parts.length) return invalid('`frame` isn’t inside of the element.');
  return run(source, { type: 'layer/split', cuts });
}

function trimElements(source: TemplateSource, { at: places, name, frame }: FieldsOf<'trim'>): Change {
  const elements = elementsAt(source, places);
  if (!elements.ok) return elements;
  if (elements.value.every((element) => roleOf(element) === 'scene'))
    return eachElement(source, places, (current, { id: scene }) => trimScene(current, scene, name, frame));
  const parts = partsOf(source, elements.value);
  if (parts === null) return invalid(NO_TIMES);
  const times = name === 'start' ? trimmedStarts(parts, frame) : trimmedEnds(parts, -frame);
  return times.length === 0 ? ok(source) : run(source, { type: 'layer/set-times', times, as: 'trim' });
}

function trimScene(source: TemplateSource, scene: NodeId, side: 'start' | 'end', by: number): Change {
  if (side === 'start') return run(source, { type: 'scene/trim-start', scene, by });
  const { partial } = resolveTemplate(source.document, { values: NO_VALUES, missing: 'ignore', empty: 'ignore' });
  const found = partial?.scenes.find(({ id }) => id === scene);
  if (found === undefined) return invalid(NO_TIMES);
  return run(source, { type: 'scene/trim-end', scene, duration: Math.max(1, found.duration - by) });
}

function reshape(source: TemplateSource, name: string): Change {
  const shape = frameShapeNames.find((candidate: FrameShape) => shapeText(candidate) === name);
  const [, width, height] = /^(\d{1,5})\s*[x×]\s*(\d{1,5})$/.exec(name) ?? [];
  if (shape !== undefined) return run(source, { type: 'movie/reshape', to: shape });
  if (width === undefined || height === undefined)
    return invalid(
      `\`name\` is a shape (${frameShapeNames.map((each) => shapeText(each)).join(', ')}) or a size such as \`1280x720\`.`,
    );
  return run(source, { type: 'movie/reshape', to: { width: Number(width), height: Number(height) } });
}

function valueName(name: string | undefined): string | null {
  return name === undefined || name === '' ? null : name;
}

function unknownName(kind: string, name: string): Result<never, AgentRefusal> {
  return invalid(`There is no ${kind} \`${name.slice(0, 60)}\`. Read \`read_reference\` for their names.`);
}
