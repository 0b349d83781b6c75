import { err, ok, type Result } from '../lib/result.ts';
import { type Statement, statement } from '../statements/statement.ts';
import { attributeValue, type ElementNode, type TemplateDocument } from '../template/document/document.ts';
import { effectsOf, isEffect, isScene, layersOf, scenesOf } from '../template/tables/roles.ts';
import { type FrameRate, formatFrameRate, parseFrameRate } from '../template/values/frame-rate.ts';
import { printNodes, STANDARD_LAYOUT } from '../template-xml/places/markup.ts';
import { nodeIds } from '../template-xml/read/node-ids.ts';
import { readTemplate } from '../template-xml/read/read.ts';
import { indexOf } from './document-index.ts';
import { newElement } from './plan/new-nodes.ts';

/** What a clipboard's text holds. The ids are of a document of its own: what is pasted gets new ones. */
export type ClipboardContent =
  | {
      readonly kind: 'scenes';
      readonly scenes: readonly ElementNode[];
      /** Of the film that they were taken from; null where the text does not tell. */
      readonly rate: FrameRate | null;
    }
  | { readonly kind: 'effects'; readonly effects: readonly ElementNode[] };

const LONGEST = 2_000_000;

/** Scenes as XML: a whole little template, so that it can be pasted into a text as well. Empty when none is there. */
export function scenesToClipboard(document: TemplateDocument, ids: Iterable<string>, rate: FrameRate | null): string {
  const wanted = new Set<string>(ids);
  const scenes = indexOf(document).scenes.filter(({ id }) => wanted.has(id));
  if (scenes.length === 0) return '';
  const attributes = document.root.attributes.filter(({ name }) => name === 'width' || name === 'height');
  const framerate = rate === null ? [] : [{ name: 'framerate', value: formatFrameRate(rate) }];
  return printed([newElement(nodeIds(document), 'movie', [...attributes, ...framerate], scenes)]);
}

/** Effects as XML: those of a layer, of all layers of a scene, or the effect itself, by the ids of either. */
export function effectsToClipboard(document: TemplateDocument, ids: Iterable<string>): string {
  const wanted = new Set<string>(ids);
  const effects: ElementNode[] = [];
  for (const { element, parent, scene } of indexOf(document).elements.values())
    if (isEffect(element) && [element, parent, scene].some((each) => each !== null && wanted.has(each.id)))
      effects.push(element);
  return effects.length === 0 ? '' : printed(effects);
}

/** Reads what a clipboard holds, whoever wrote it: a template, or a piece of one. */
export function readClipboard(text: string): Result<ClipboardContent, Statement> {
  if (text.length > LONGEST) return err(statement('clipboard/too-much'));
  if (!text.includes('<')) return err(NOTHING);
  // A piece may have several elements side by side, which no document has.
  const { source } = readTemplate(text.trim());
  const root = source?.document.root ?? readTemplate(`<clipboard>${text}</clipboard>`).source?.document.root;
  if (root === undefined) return err(NOTHING);
  const scenes = isScene(root) ? [root] : scenesOf(root);
  if (scenes.length > 0) {
    const rate = parseFrameRate(attributeValue(root, 'framerate') ?? '');
    return ok({ kind: 'scenes', scenes, rate: rate.ok ? rate.value : null });
  }
  const effects = isEffect(root) ? [root] : [...effectsOf(root), ...layersOf(root).flatMap(effectsOf)];
  return effects.length > 0 ? ok({ kind: 'effects', effects }) : err(NOTHING);
}

const NOTHING = statement('clipboard/nothing');

function printed(nodes: readonly ElementNode[]): string {
  return `${printNodes(nodes, '', STANDARD_LAYOUT)}\n`;
}
