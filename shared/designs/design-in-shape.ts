import { templateInShape } from '../editing/arrange/arrange-scenes.ts';
import { type FrameShape, shapeText } from '../editing/model/frame-shapes.ts';
import { ok, type Result } from '../lib/result.ts';
import { attributeValue, childElements, type ElementNode, elementsOf } from '../template/document/document.ts';
import { roleOf } from '../template/tables/roles.ts';
import { declarationOf, declarationsIn } from '../template/variables/declarations.ts';
import { applyEdits, type DocumentEdit } from '../template-xml/edit/edits.ts';
import { spliceDocument } from '../template-xml/edit/splice.ts';
import { readTemplate } from '../template-xml/read/read.ts';
import { type DesignSize, designSizes } from './design-file.ts';
import { withRenamedFiles } from './renamed-files.ts';
import { isNamed, withDefaultTexts } from './worded-template.ts';

/** The designs of a service. */
export interface DesignAccess {
  readonly list: () => Promise<readonly KnownDesign[]>;
  /** Returns the XML of a design in a size. */
  readonly read: (design: string, size: DesignSize) => Promise<string>;
}

interface KnownDesign {
  readonly name: string;
  readonly title: string;
  readonly sizes: readonly { readonly size: DesignSize }[];
  readonly variables: readonly { readonly name: string }[];
}

type ShapeError = Extract<ReturnType<typeof templateInShape>, { readonly ok: false }>['error'];

/** A copy of a template with another aspect ratio. */
export interface ShapedCopy {
  readonly text: string;
  /** The title of the design that provides the copied template; null if the copy was arranged automatically. */
  readonly design: string | null;
}

/**
 * Returns a copy of a template with another aspect ratio. If the template differs from a design only in values, names,
 * and files, the copy is the template of that design with these values. Otherwise, {@link templateInShape} arranges the
 * template, and its errors are returned. Rejects with the errors of `designs`.
 */
export async function copyInShape(
  text: string,
  shape: FrameShape,
  designs: DesignAccess,
): Promise<Result<ShapedCopy, ShapeError>> {
  const copy = await designInShape(text, shape, designs);
  if (copy !== null) return ok(copy);
  const shaped = templateInShape(text, shape);
  return shaped.ok ? ok({ text: shaped.value, design: null }) : shaped;
}

async function designInShape(text: string, shape: FrameShape, designs: DesignAccess): Promise<ShapedCopy | null> {
  const requested = shapeText(shape);
  const { source } = readTemplate(text);
  if (source === null || !isDesignSize(requested)) return null;
  const declared = new Set(declarationsIn(source.document.root).keys());
  for (const { name, title, sizes, variables } of await designs.list()) {
    const hasShape = sizes.some(({ size }) => size === requested);
    if (!hasShape || variables.filter((each) => declared.has(each.name)).length < declared.size) continue;
    for (const { size } of sizes) {
      if (size === requested) continue;
      const differences = differencesFrom(await designs.read(name, size), source.document.root);
      if (differences === null) continue;
      const own = withDifferences(await designs.read(name, requested), source.document.root, differences);
      if (own !== null) return { text: own, design: title };
    }
  }
  return null;
}

function isDesignSize(size: string): size is DesignSize {
  return Object.hasOwn(designSizes, size);
}

/** The changed names of scenes, layers, and sounds, and of files, by their names in a design. */
interface Differences {
  readonly names: Map<string, string>;
  readonly files: Map<string, string>;
}

/** Returns how a movie differs from a design; null if more than values, names, and files differ. */
function differencesFrom(design: string, movie: ElementNode): Differences | null {
  const { source } = readTemplate(design);
  const differences: Differences = { names: new Map(), files: new Map() };
  return source !== null && isEqual(source.document.root, movie, differences) ? differences : null;
}

function isEqual(design: ElementNode, own: ElementNode, differences: Differences): boolean {
  if (design.name !== own.name || textIn(design) !== textIn(own)) return false;
  const names = new Set([...design.attributes, ...own.attributes].map(({ name }) => name));
  if (![...names].every((name) => isEqualAttribute(design, own, name, differences))) return false;
  const [before, after] = [structureOf(design), structureOf(own)];
  return (
    before.length === after.length &&
    before.every((child, index) => {
      const other = after[index];
      return other !== undefined && isEqual(child, other, differences);
    })
  );
}

function isEqualAttribute(design: ElementNode, own: ElementNode, name: string, differences: Differences): boolean {
  const [before, after] = [attributeValue(design, name), attributeValue(own, name)];
  if (before === after || (name === 'default' && declarationOf(design) !== null)) return true;
  if (name === 'language' && before === undefined) return roleOf(design) === 'movie';
  if (before === undefined || after === undefined) return false;
  if (name === 'name' && isNamed(design)) return isOnlyName(differences.names, before, after);
  return name === 'src' && isOnlyName(differences.files, before, after);
}

/** Records the new name of a renamed item. Returns false if its old name already has a different new name. */
function isOnlyName(names: Map<string, string>, before: string, after: string): boolean {
  if ((names.get(before) ?? after) !== after) return false;
  names.set(before, after);
  return true;
}

/** Returns the children of an element. Omits the default items of lists, because they are values. */
function structureOf(element: ElementNode): readonly ElementNode[] {
  return childElements(element).filter((child) => roleOf(child) !== 'item');
}

function textIn({ children }: ElementNode): string {
  return children
    .map((child) => (child.kind === 'text' ? child.text : ''))
    .join('')
    .trim();
}

/** Returns a template of a design with the values of a movie; null if the lengths of its lists differ. */
function withDifferences(design: string, movie: ElementNode, { names, files }: Differences): string | null {
  const renamed = withRenamedFiles(design, [...files]);
  const language = attributeValue(movie, 'language');
  const named = withDefaultTexts(
    renamed ?? design,
    {},
    {
      names: Object.fromEntries(names),
      ...(language !== undefined && { language }),
    },
  );
  const { source } = readTemplate(named ?? design);
  if (source === null) return null;
  const values = declaredElements(movie);
  const edits: DocumentEdit[] = [];
  for (const [name, element] of declaredElements(source.document.root)) {
    const own = values.get(name);
    if (own === undefined) continue;
    edits.push(...attributeEdits(element, own, ['default']));
    const [items, ownItems] = [itemsOf(element), itemsOf(own)];
    if (items.length !== ownItems.length) return null;
    for (const [index, item] of items.entries()) {
      const other = ownItems[index];
      if (other !== undefined) edits.push(...attributeEdits(item, other));
    }
  }
  const edited = edits.length === 0 ? null : applyEdits(source.document, edits);
  const spliced = edited?.ok ? spliceDocument(source, edited.value) : null;
  return (spliced?.ok ? spliced.value : source).text;
}

function declaredElements(root: ElementNode): ReadonlyMap<string, ElementNode> {
  const all = [...elementsOf(root)].flatMap((element) => {
    const declaration = declarationOf(element);
    return declaration === null ? [] : [[declaration.name, element] as const];
  });
  return new Map(all);
}

function itemsOf(element: ElementNode): readonly ElementNode[] {
  return childElements(element).filter((child) => roleOf(child) === 'item');
}

/**
 * Returns the edits that give an element the attributes of another element. `names` defaults to all attributes of both.
 */
function attributeEdits(
  element: ElementNode,
  other: ElementNode,
  names: readonly string[] = [...element.attributes, ...other.attributes].map(({ name }) => name),
): readonly DocumentEdit[] {
  return names.flatMap((name): readonly DocumentEdit[] => {
    const value = attributeValue(other, name) ?? null;
    const isSame = (attributeValue(element, name) ?? null) === value;
    return isSame ? [] : [{ type: 'set-attribute', node: element.id, name, value }];
  });
}
