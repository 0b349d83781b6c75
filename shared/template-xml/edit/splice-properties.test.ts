import { describe, expect, test } from 'vitest';
import type { NodeId } from '#shared/template/document/document.ts';
import { fc } from '#shared/testing/properties.ts';
import { isMixed } from '../ranges/markup.ts';
import type { TemplateSource, TextRange } from '../ranges/ranges.ts';
import { anyDocument } from '../read/document.arbitrary.ts';
import { nodesOf } from '../read/node-ids.ts';
import { readTemplate } from '../read/read.ts';
import { anyTextOf } from '../read/written-loosely.arbitrary.ts';
import { withoutIds } from '../testing/without-ids.ts';
import { anyEditIdea, editOf, type RandomEdit } from './edit.arbitrary.ts';
import { applyEdit, applyEdits, type DocumentEdit, findNode } from './edits.ts';
import { spliceDocument, spliceTemplate } from './splice.ts';

const anySource = anyDocument.chain(anyTextOf).map(sourceOf);

function sourceOf(text: string): TemplateSource {
  const { source } = readTemplate(text);
  if (source === null) throw new Error(`it was not read: ${text}`);
  return source;
}

/** Converts random edits to edits in sequence. Omits refused edits. */
function editsOf(ideas: readonly RandomEdit[], source: TemplateSource): readonly DocumentEdit[] {
  let { document } = source;
  return ideas.flatMap((idea, turn) => {
    const edit = editOf(idea, document, turn);
    const result = applyEdit(document, edit);
    if (!result.ok) return [];
    document = result.value;
    return [edit];
  });
}

function spliced(source: TemplateSource, edits: readonly DocumentEdit[]): TemplateSource {
  const result = spliceTemplate(source, edits);
  if (!result.ok) throw new Error(result.error.code);
  return result.value;
}

function textOf(source: TemplateSource, id: NodeId): string {
  const place = source.ranges.get(id);
  return place === undefined ? '' : source.text.slice(place.start, place.end);
}

/** Returns the range of the old text that an edit may change. */
function touched(source: TemplateSource, edit: DocumentEdit): TextRange {
  const all = { start: 0, end: source.text.length };
  return edit.type === 'move-node' || edit.type === 'set-children' ? all : touchedInPlace(source, edit, all);
}

function touchedInPlace(
  { document, ranges }: TemplateSource,
  edit: Exclude<DocumentEdit, { type: 'move-node' | 'set-children' }>,
  all: TextRange,
): TextRange {
  const id = edit.type === 'insert-node' ? edit.parent : edit.node;
  const { node, parent } = findNode(document, id);
  const place = ranges.get(id);
  if (place?.kind === 'element' && edit.type === 'set-attribute') return place.startTag;
  const list = edit.type === 'insert-node' ? node : parent;
  const outer = ranges.get(list?.id ?? id);
  if (list?.kind !== 'element' || outer === undefined) return all;
  const inserted = edit.type === 'insert-node' ? edit.node : edit.type === 'replace-node' ? edit.replacement : null;
  const remaining = list.children.length - (edit.type === 'remove-node' ? 1 : 0);
  if (remaining === 0 || list.children.length === 0 || isMixed(list) || inserted?.kind === 'text') return outer;
  const index = edit.type === 'insert-node' ? edit.index : list.children.findIndex((child) => child.id === id);
  const before = list.children[index - 1];
  const next = list.children[edit.type === 'insert-node' ? index : index + 1];
  return {
    start: (before && ranges.get(before.id)?.end) ?? outer.start,
    end: (next && ranges.get(next.id)?.start) ?? outer.end,
  };
}

describe('splicing a document', () => {
  test('returns a text that parses to the edited document with its ids', () => {
    fc.assert(
      fc.property(anySource, fc.array(anyEditIdea, { maxLength: 5 }), (source, ideas) => {
        const edits = editsOf(ideas, source);
        const result = spliced(source, edits);
        expect(withoutIds(sourceOf(result.text).document)).toEqual(withoutIds(result.document));
        const ids = [...nodesOf(result.document)].map((node) => node.id);
        expect([...result.ranges.keys()].sort()).toEqual([...ids].sort());
      }),
      { numRuns: 300 },
    );
  });

  test('changes the text only within the edited range', () => {
    fc.assert(
      fc.property(anySource, anyEditIdea, (source, idea) => {
        for (const edit of editsOf([idea], source)) {
          const { start, end } = touched(source, edit);
          const { text } = spliced(source, [edit]);
          expect(text.slice(0, start)).toBe(source.text.slice(0, start));
          expect(text.endsWith(source.text.slice(end))).toBe(true);
        }
      }),
      { numRuns: 300 },
    );
  });

  test('preserves the text of untouched nodes', () => {
    fc.assert(
      fc.property(anySource, fc.array(anyEditIdea, { maxLength: 4 }), (source, ideas) => {
        const inPlace = ideas.filter((idea) => idea.type !== 'move-node' && idea.type !== 'set-children');
        const result = spliced(source, editsOf(inPlace, source));
        const before = new Set(nodesOf(source.document));
        for (const node of nodesOf(result.document))
          if (before.has(node)) expect(textOf(result, node.id)).toBe(textOf(source, node.id));
      }),
      { numRuns: 300 },
    );
  });

  test('gives equal documents for many edits and for single edits', () => {
    const ofOneElement = anyEditIdea.filter(({ type }) => !/^(?:move|remove|replace)-/.test(type));
    fc.assert(
      fc.property(anySource, fc.array(ofOneElement, { minLength: 8, maxLength: 14 }), (source, ideas) => {
        const edits = editsOf(ideas, source);
        let { document } = source;
        for (const edit of edits) {
          const result = applyEdit(document, edit);
          if (result.ok) document = result.value;
        }
        expect(applyEdits(source.document, edits)).toEqual({ ok: true, value: document });
      }),
      { numRuns: 300 },
    );
  });

  test('restores the original document when undone', () => {
    fc.assert(
      fc.property(anySource, fc.array(anyEditIdea, { maxLength: 4 }), (source, ideas) => {
        const result = spliceDocument(spliced(source, editsOf(ideas, source)), source.document);
        expect(result.ok && withoutIds(sourceOf(result.value.text).document)).toEqual(withoutIds(source.document));
      }),
      { numRuns: 200 },
    );
  });
});
