import { MIN_LARGE_TEXT_CONTRAST } from '../brand/contrast.ts';
import { contrastRatio } from '../lib/srgb.ts';
import { message } from '../messages/message.ts';
import { shortened } from '../messages/quoting.ts';
import { listVariables } from '../resolve/variables.ts';
import type { NodeId, TemplateDocument } from '../template/document/document.ts';
import type { Layer, Movie, Scene, SolidLayer, TextLayer } from '../template/movie/movie.ts';
import type { Paint } from '../template/values/color.ts';
import type { Length } from '../template/values/lengths.ts';
import type { RowProblem } from './check-row.ts';

/** The background color of a text and the node that defines the color. */
interface Background {
  readonly color: Pick<Paint, 'red' | 'green' | 'blue'>;
  readonly node: NodeId;
}

/** Attributes that define the color of letters or of their background. */
const COLOR_ATTRIBUTES: readonly (string | null)[] = ['color', 'background'];

/** The minimum alpha of a color that counts as opaque. */
const OPAQUE = 0.9;

/**
 * Returns a function that finds texts with too little contrast because of a color in the table; null if no column
 * contains a color. Checks only texts over a known background: their box, a full-frame solid, or the color of the scene
 * or movie. Texts over pictures, over other layers, with outline or shadow, or with keyframes are ignored.
 *
 * @param mapped Variables with a column.
 */
export function rowContrast(
  document: TemplateDocument,
  mapped: ReadonlySet<string>,
): ((movie: Movie) => readonly RowProblem[]) | null {
  const variables = new Map<NodeId, string>();
  for (const { name, uses } of listVariables(document).variables)
    if (mapped.has(name))
      for (const { node, attribute } of uses) if (COLOR_ATTRIBUTES.includes(attribute)) variables.set(node, name);
  if (variables.size === 0) return null;
  return (movie) =>
    movie.scenes.flatMap((scene) =>
      scene.enabled
        ? scene.layers.flatMap((layer, at) => problemOf(movie, scene, { layer, at, variableByNode: variables }))
        : [],
    );
}

interface Place {
  readonly layer: Layer;
  /** The index of the layer in its scene, from the lowest layer. */
  readonly at: number;
  readonly variableByNode: ReadonlyMap<NodeId, string>;
}

function problemOf(movie: Movie, scene: Scene, { layer, at, variableByNode }: Place): readonly RowProblem[] {
  if (layer.kind !== 'text' || !layer.enabled || !isPlain(layer)) return [];
  const { style, content } = layer;
  if (style.outline !== null || style.shadow !== null || style.color.alpha < OPAQUE) return [];
  const background = textBackground(movie, scene, layer, at);
  const variable =
    variableByNode.get(layer.id) ?? (background === null ? undefined : variableByNode.get(background.node));
  if (background === null || variable === undefined) return [];
  const ratio = contrastRatio(style.color, background.color);
  if (ratio >= MIN_LARGE_TEXT_CONTRAST) return [];
  const text = shortened(content.replaceAll('\n', ' '));
  // Round down, so that the displayed ratio is not above the actual ratio.
  const says = message('batch/low-contrast', {
    text,
    ratio: Math.floor(ratio * 10) / 10,
    least: MIN_LARGE_TEXT_CONTRAST,
  });
  return [{ severity: 'warning', variable, says }];
}

/** Returns the background of a text; null if the background has several colors, or if only drawing can determine it. */
function textBackground(movie: Movie, scene: Scene, text: TextLayer, at: number): Background | null {
  const { background } = text.style;
  if (background !== null && background.alpha >= OPAQUE) return { color: background, node: text.id };
  if (background !== null && background.alpha > 0) return null;
  for (const below of scene.layers.slice(0, at).toReversed()) {
    if (!below.enabled || below.kind === 'text') continue;
    return below.kind === 'solid' && fillsFrame(below) ? { color: below.color, node: below.id } : null;
  }
  if (scene.background === null || scene.background === 'transparent')
    return movie.matte === undefined ? { color: movie.background, node: movie.id } : null;
  return scene.background.alpha >= OPAQUE ? { color: scene.background, node: scene.id } : null;
}

function fillsFrame(solid: SolidLayer): boolean {
  const { box, color, gradient, offset, duration, placement, animations } = solid;
  const isWhole = (side: Length | null) => side === null || (side.unit === '%' && side.amount >= 100);
  const isAtRest = placement.rotation === 0 && placement.scale.across >= 1 && placement.scale.down >= 1;
  const isThroughout = offset === 0 && duration === null && animations.length === 0;
  return (
    isPlain(solid) &&
    color.alpha >= OPAQUE &&
    gradient === undefined &&
    isAtRest &&
    isThroughout &&
    placement.position.across.amount === 0 &&
    placement.position.down.amount === 0 &&
    isWhole(box.width) &&
    isWhole(box.height)
  );
}

/** Returns whether a layer displays its own color for its whole duration. */
function isPlain({ opacity, blendMode, effects, animations, masks }: TextLayer | SolidLayer): boolean {
  return (
    opacity >= OPAQUE &&
    blendMode === 'normal' &&
    effects.length === 0 &&
    masks.length === 0 &&
    animations.every(({ kind }) => kind === 'preset')
  );
}
