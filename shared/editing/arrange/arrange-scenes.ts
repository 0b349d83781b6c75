import { err, ok, type Result } from '../../lib/result.ts';
import { type Message, message } from '../../messages/message.ts';
import { messageOf } from '../../messages/read-message.ts';
import {
  attributeValue,
  type ElementNode,
  elementsOf,
  type TemplateDocument,
} from '../../template/document/document.ts';
import { isScene } from '../../template/tables/roles.ts';
import { applyEdits, type DocumentEdit } from '../../template-xml/edit/edits.ts';
import { spliceDocument } from '../../template-xml/edit/splice.ts';
import { readTemplate } from '../../template-xml/read/read.ts';
import { applyCommand } from '../apply-command.ts';
import { type FrameShape, type FrameSize, frameShapeNames, isInShape, shapeText } from '../model/frame-shapes.ts';
import { scaledLayer } from '../plan/adapt-layers.ts';
import { planningOf } from '../planning/planning.ts';
import { isColumn, largerTexts } from './larger-texts.ts';
import { type Block, blocksOf, isStripe, originOf, pixelsWritten, placedKeys } from './scene-blocks.ts';
import { type BlockGroup, planBlocks } from './scene-plan.ts';

/** Returns the text of a template with another aspect ratio. Its layers are fitted to the new frame. */
export function templateInShape(text: string, shape: FrameShape): Result<string, Message> {
  const { source, problems } = readTemplate(text);
  if (source === null) return err(messageOf(problems[0]) ?? message('edit/unreadable-template'));
  const applied = applyCommand({ source, values: new Map() }, { type: 'movie/reshape', to: shape });
  if (!applied.ok) return applied;
  const fitted = applied.value.source;
  const [from, to] = [sizeOf(source.document), sizeOf(fitted.document)];
  const edits = from === null || to === null ? [] : layoutEdits(source.document, fitted.document, from, to);
  const edited = edits.length === 0 ? null : applyEdits(fitted.document, edits);
  const spliced = edited?.ok ? spliceDocument(fitted, edited.value) : null;
  const { text: shaped } = spliced?.ok ? spliced.value : fitted;
  const before = frameShapeNames.find((each) => from !== null && isInShape(from, each));
  return ok(before === undefined ? shaped : withShapeInHead(shaped, before, shape));
}

/** Replaces the aspect ratio in the comments before the movie. */
function withShapeInHead(text: string, before: FrameShape, after: FrameShape): string {
  const end = Math.max(0, text.indexOf('<movie'));
  const written = new RegExp(String.raw`(?<![\d:])${shapeText(before)}(?![\d:])`, 'g');
  return text.slice(0, end).replaceAll(written, shapeText(after)) + text.slice(end);
}

/**
 * Returns the edits for a narrower frame, to apply after scaling all layers by a common factor. Enlarges the texts in
 * columns, and lays out the other scenes again.
 */
function layoutEdits(before: TemplateDocument, after: TemplateDocument, from: FrameSize, to: FrameSize) {
  const scenes = [...elementsOf(before.root)].filter((element) => isScene(element) && !isColumn(element, from));
  return [...largerTexts(before, after, from, to), ...arrangedScenes(scenes, after, from, to)];
}

/**
 * Returns the edits that lay out scenes for a narrower frame, because scaled layers side by side would be small. A
 * layer positioned from a corner stays in that corner. A scene with a layer at an unknown position keeps its scaled
 * layout.
 * @param after The template with layers scaled by one factor to the new frame. It has the same ids as `scenes`.
 */
function arrangedScenes(
  scenes: readonly ElementNode[],
  after: TemplateDocument,
  from: FrameSize,
  to: FrameSize,
): readonly DocumentEdit[] {
  const commonFactor = Math.min(to.width / from.width, to.height / from.height);
  if (to.width / from.width > (to.height / from.height) * 0.9) return [];
  const planning = planningOf({ document: after, values: new Map() });
  return scenes.flatMap((scene) => {
    const sceneBlocks = blocksOf(scene, from);
    const parts = sceneBlocks === null ? null : planBlocks(sceneBlocks.blocks, from, to);
    if (sceneBlocks === null || parts === null) return [];
    const moved = sceneBlocks.scaledLayers.flatMap((layer) => scaledLayerEdits(layer, from, to));
    const placed = parts.flatMap((part) =>
      part.blocks.flatMap((block) => {
        const layer = planning.index.elements.get(block.layer.id)?.element;
        if (layer === undefined) return [];
        const factor = part.isPanel ? commonFactor : part.to.width / part.from.width;
        const scaled = factor === commonFactor ? [] : scaledLayer(planning, layer, factor / commonFactor);
        const own = [...ownEdits(block, part, to), ...keyEdits(block, part, from, to)];
        return [...scaled.filter((edit) => !own.some((other) => isSame(edit, other))), ...own];
      }),
    );
    return [...moved, ...placed];
  });
}

/**
 * Returns the edits that keep the position of a layer, at rest and at keyframes, at the same fraction of the frame. A
 * solid also keeps its width and height as fractions of the frame.
 */
function scaledLayerEdits(layer: ElementNode, from: FrameSize, to: FrameSize): readonly DocumentEdit[] {
  const [wide, high] = [to.width / from.width, to.height / from.height];
  return [...elementsOf(layer)].flatMap((element): readonly DocumentEdit[] => {
    const isOwnKey = element === layer || element.name === 'key';
    const [x, y, ...more] = (attributeValue(element, 'position') ?? '').split(/[\s,]+/).map(pixelsWritten);
    const position =
      isOwnKey && x != null && y != null && more.length === 0
        ? [setting(element, 'position', `${rounded(x * wide)}, ${rounded(y * high)}`)]
        : [];
    if (element !== layer || !isStripe(layer)) return position;
    const sides = [['width', wide] as const, ['height', high] as const].flatMap(([name, factor]) => {
      const written = pixelsWritten(attributeValue(layer, name) ?? '');
      return written === null ? [] : [setting(layer, name, String(Math.ceil(written * factor)))];
    });
    return [...position, ...sides];
  });
}

function isSame(one: DocumentEdit, other: DocumentEdit): boolean {
  return (
    one.type === 'set-attribute' && other.type === 'set-attribute' && one.node === other.node && one.name === other.name
  );
}

/** Returns the position of a layer in the new frame: at the same fraction of its group's bounds. */
function positionIn({ layer, x, y }: Block, { from, to }: BlockGroup, frame: FrameSize): readonly [number, number] {
  const origin = originOf(layer) ?? [0.5, 0.5];
  const share = (at: number, start: number, length: number) => (length === 0 ? 0 : (at - start) / length);
  return [
    to.left + share(x, from.left, from.width) * to.width - origin[0] * frame.width,
    to.top + share(y, from.top, from.height) * to.height - origin[1] * frame.height,
  ];
}

/** Returns the edits of the position of a layer, and of the size of a panel. */
function ownEdits(block: Block, part: BlockGroup, frame: FrameSize): readonly DocumentEdit[] {
  const { layer } = block;
  const position = positionIn(block, part, frame).map(rounded).join(', ');
  const isPlaced = position !== '0, 0' || attributeValue(layer, 'position') !== undefined;
  return [
    ...(isPlaced ? [setting(layer, 'position', position)] : []),
    ...(part.isPanel
      ? [
          setting(layer, 'width', `${Math.ceil(part.to.width)}`),
          setting(layer, 'height', `${Math.ceil(part.to.height)}`),
        ]
      : []),
  ];
}

/**
 * Returns the edits of keyframes that scale their offsets from the resting position with the frame. Layers then still
 * enter from outside the frame.
 */
function keyEdits(block: Block, part: BlockGroup, from: FrameSize, to: FrameSize): readonly DocumentEdit[] {
  const rest = positionIn(block, part, to);
  return placedKeys(block.layer).flatMap((key) => {
    const [x, y] = (attributeValue(key, 'position') ?? '').split(/[\s,]+/).map(pixelsWritten);
    if (x == null || y == null) return [];
    const across = rest[0] + ((x - block.rest[0]) / from.width) * to.width;
    const down = rest[1] + ((y - block.rest[1]) / from.height) * to.height;
    return [setting(key, 'position', `${rounded(across)}, ${rounded(down)}`)];
  });
}

function setting(element: ElementNode, name: string, value: string): DocumentEdit {
  return { type: 'set-attribute', node: element.id, name, value };
}

function rounded(value: number): number {
  return Math.round(value) + 0;
}

/** Returns the size of the frame; null if it contains a variable. */
function sizeOf({ root }: TemplateDocument): FrameSize | null {
  const [width, height] = [Number(attributeValue(root, 'width')), Number(attributeValue(root, 'height'))];
  return width > 0 && height > 0 ? { width, height } : null;
}
