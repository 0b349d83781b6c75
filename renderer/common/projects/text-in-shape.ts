import { applyCommand } from '#shared/editing/apply-command.ts';
import type { FrameShape, FrameSize } from '#shared/editing/movie/frame-shapes.ts';
import { err, ok, type Result } from '#shared/lib/result.ts';
import { statementOf } from '#shared/statements/read-statement.ts';
import { type Statement, statement } from '#shared/statements/statement.ts';
import { attributeValue, elementsOf, type TemplateDocument } from '#shared/template/document/document.ts';
import { isScene } from '#shared/template/tables/roles.ts';
import { applyEdits } from '#shared/template-xml/edit/edits.ts';
import { spliceDocument } from '#shared/template-xml/edit/splice.ts';
import { readTemplate } from '#shared/template-xml/read/read.ts';
import { arrangedScenes } from './arranged-scenes.ts';
import { isColumn, largerTexts } from './larger-texts.ts';

/** A template's text with a picture of another shape, and its layers fitted to it. */
export function textInShape(text: string, shape: FrameShape): Result<string, Statement> {
  const { source, problems } = readTemplate(text);
  if (source === null) return err(statementOf(problems[0]) ?? statement('edit/unreadable-template'));
  const applied = applyCommand({ source, values: new Map() }, { type: 'movie/reshape', to: shape });
  if (!applied.ok) return applied;
  const fitted = applied.value.source;
  const [from, to] = [sizeOf(source.document), sizeOf(fitted.document)];
  const edits = from === null || to === null ? [] : laidOut(source.document, fitted.document, from, to);
  const edited = edits.length === 0 ? null : applyEdits(fitted.document, edits);
  const spliced = edited?.ok ? spliceDocument(fitted, edited.value) : null;
  return ok((spliced?.ok ? spliced.value : fitted).text);
}

/** What a narrower frame asks for beyond one factor for all: texts in a column stay large, all else is laid out anew. */
function laidOut(before: TemplateDocument, after: TemplateDocument, from: FrameSize, to: FrameSize) {
  const scenes = [...elementsOf(before.root)].filter((each) => isScene(each) && !isColumn(each, from));
  return [...largerTexts(before, after, from, to), ...arrangedScenes(scenes, after, from, to)];
}

/** Null where it is a variable. */
function sizeOf({ root }: TemplateDocument): FrameSize | null {
  const [width, height] = [Number(attributeValue(root, 'width')), Number(attributeValue(root, 'height'))];
  return width > 0 && height > 0 ? { width, height } : null;
}
