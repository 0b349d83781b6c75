import { createHash } from 'node:crypto';
import type { z } from 'zod';
import type { design as designShape } from '#shared/contract/shapes/design-shapes.ts';
import {
  type DesignFile,
  type DesignLanguage,
  type DesignSize,
  defaultTextsIn,
  type SizedTemplate,
  sizesOf,
} from '#shared/designs/design-file.ts';
import type { FilmOutline } from '#shared/designs/film-outline.ts';
import { defaultAfterTexts } from '#shared/designs/worded-template.ts';
import { parseEditingRecord } from '#shared/editing/model/editing-record.ts';
import { required } from '#shared/lib/assert.ts';
import { message } from '#shared/messages/message.ts';
import { readBundleContent } from '../bundles/content.ts';
import { ServiceError } from '../errors/service-error.ts';
import type { MovieInspector } from '../inspection/inspector.ts';
import type { Database } from '../storage/ports.ts';
import type { ShippedDesign } from './shipped-designs.ts';
import { findStored, ownDesigns, type StoredDesign, templateName } from './stored-designs.ts';

/** A design that comes with the program, or a user's design in the workspace. */
export type KnownDesign =
  | { readonly kind: 'shipped'; readonly design: ShippedDesign }
  | { readonly kind: 'own'; readonly design: StoredDesign };

/** A design in the form in which lists return it. */
export type DesignEntry = z.output<typeof designShape>;

export type Language = DesignLanguage;

/** The catalog of all designs with their titles and contents. */
export interface DesignCatalogue {
  /** Returns the program's designs and then the user's own designs, sorted by name. */
  list(language: Language): Promise<readonly DesignEntry[]>;
  entry(design: KnownDesign, language: Language): Promise<DesignEntry>;
  /** Finds a design by name. A user's design takes precedence over a shipped one. Throws `design/not-found`. */
  find(name: string): Promise<KnownDesign>;
  /** Returns the program's design of that name; null if there is none. */
  shipped(name: string): Promise<ShippedDesign | null>;
  /** Returns the outline of the film with the default values of its variables. Throws `design/no-size`. */
  outline(design: KnownDesign, size: DesignSize): Promise<FilmOutline>;
}

export interface CatalogueOptions {
  readonly database: Database;
  readonly inspector: Pick<MovieInspector, 'outline' | 'variables'>;
  /** Returns the program's designs, which never change while the program runs. */
  readonly readShipped: () => Promise<readonly ShippedDesign[]>;
  /** Receives the error of a design that the list omits. */
  readonly onFailure: (error: unknown) => void;
}

/** The facts about a version of a design that are independent of the language. */
type Facts = Pick<DesignEntry, 'sizes' | 'variables' | 'dataSets' | 'contents'>;

export function createDesignCatalogue(options: CatalogueOptions): DesignCatalogue {
  const { database, inspector, readShipped, onFailure } = options;
  let reading: Promise<readonly ShippedDesign[]> | null = null;
  const facts = new Map<string, Promise<Facts>>();
  const outlines = new Map<string, FilmOutline>();

  const allShipped = (): Promise<readonly ShippedDesign[]> => {
    reading ??= readShipped().catch((error: unknown) => {
      reading = null;
      throw error;
    });
    return reading;
  };
  const shipped = async (name: string) => (await allShipped()).find((design) => design.name === name) ?? null;
  const outlineOf = async (xml: string): Promise<FilmOutline> => {
    const key = createHash('sha256').update(xml).digest('hex');
    // The design is valid, because it was checked when it was stored, or by the tests of the program.
    const outline = outlines.get(key) ?? required(await inspector.outline(xml), 'a film of a design');
    outlines.set(key, outline);
    return outline;
  };
  const readFacts = async (knownDesign: KnownDesign): Promise<Facts> => {
    const { templates, dataSets } = partsOf(knownDesign, database);
    const sizes: DesignEntry['sizes'] = [];
    let contents: Facts['contents'] | null = null;
    for (const { size, posterFrame, xml } of templates) {
      const { contents: filmContents, ...film } = await outlineOf(xml);
      contents ??= filmContents;
      sizes.push({ size, ...film, posterFrame });
    }
    const [first] = templates;
    const json = await inspector.variables(required(first, 'a design without a size').xml);
    return {
      sizes,
      // The cast is safe: the inspector prints the JSON in this form.
      variables: JSON.parse(json) as Facts['variables'],
      dataSets: [...dataSets],
      contents: required(contents, 'a design without a size'),
    };
  };
  const factsOf = (knownDesign: KnownDesign): Promise<Facts> => {
    const { name, version } = knownDesign.design;
    const key = `${knownDesign.kind} ${name} ${version}`;
    const reading =
      facts.get(key) ??
      readFacts(knownDesign).catch((error: unknown) => {
        facts.delete(key);
        throw error;
      });
    facts.set(key, reading);
    return reading;
  };
  const entry = async (knownDesign: KnownDesign, language: Language): Promise<DesignEntry> => {
    const { name, version, file } = knownDesign.design;
    const { variables, ...others } = await factsOf(knownDesign);
    const texts = defaultTextsIn(file, language);
    return {
      name,
      title: textInLanguage(file.title, language),
      description: textInLanguage(file.description, language),
      category: file.category,
      own: knownDesign.kind === 'own',
      licence: file.licence ?? null,
      version,
      ...others,
      variables: variables.map((variable) => ({
        ...variable,
        defaultvalue: defaultAfterTexts(texts, variable.name, variable.defaultvalue),
      })),
    };
  };
  return {
    list: async (language) => {
      const own = ownDesigns(database);
      const names = new Set(own.map(({ name }) => name));
      const others = (await allShipped()).filter(({ name }) => !names.has(name));
      const entries: DesignEntry[] = [];
      // Pause between designs: reading all templates without a pause would block other work.
      const all: readonly KnownDesign[] = [
        ...others.map((design) => ({ kind: 'shipped', design }) as const),
        ...own.map((design) => ({ kind: 'own', design }) as const),
      ];
      for (const knownDesign of all)
        try {
          entries.push(await entry(knownDesign, language));
        } catch (cause) {
          if (cause instanceof ServiceError) throw cause;
          // Skip an unreadable design, because the others are still useful.
          onFailure(new Error(`the design ${knownDesign.design.name} cannot be listed`, { cause }));
        }
      return entries;
    },
    entry,
    find: async (name) => {
      const own = findStored(database, name, 'own');
      if (own !== null) return { kind: 'own', design: own };
      const design = await shipped(name);
      if (design === null)
        throw new ServiceError('design/not-found', message('name/none-called', { name: name.slice(0, 255) }));
      return { kind: 'shipped', design };
    },
    shipped,
    outline: (knownDesign, size) => outlineOf(templateIn(knownDesign, size, database).xml),
  };
}

/** A template of a design: its bytes and its text. */
interface SizedText extends SizedTemplate {
  readonly size: DesignSize;
  readonly bytes: Uint8Array;
  readonly xml: string;
}

/** Returns the templates of a design, the widest first, and the names of its data sets. */
function partsOf(
  knownDesign: KnownDesign,
  database: Database,
): { readonly templates: readonly SizedText[]; readonly dataSets: readonly string[] } {
  if (knownDesign.kind === 'shipped') {
    const templates = knownDesign.design.sizes.map((sized) => ({ ...sized, xml: decoded(sized.bytes) }));
    return { templates, dataSets: Object.keys(knownDesign.design.data) };
  }
  const { project, file } = knownDesign.design;
  const content = readBundleContent(database, project);
  const templates = sizesOf(file).map((sized) => {
    const name = templateName(sized.template);
    const { bytes } = required(
      content.templates.find((template) => template.name === name),
      'a template of a design',
    );
    const movie = required(
      content.movies.find((movy) => movy.name === name),
      'a movie of a design',
    );
    return { ...sized, bytes, xml: decoded(movie.bytes) };
  });
  const record = content.editing.find(({ name }) => name === templateName(templates[0]?.template ?? ''));
  const { dataSets } = parseEditingRecord(record === undefined ? null : JSON.parse(decoded(record.bytes)));
  return { templates, dataSets: dataSets.map(({ name }) => name) };
}

/** Returns the template for a size; by default the first template. Throws `design/no-size`. */
export function templateIn(knownDesign: KnownDesign, size: DesignSize | undefined, database: Database): SizedText {
  const { templates } = partsOf(knownDesign, database);
  const sized = size === undefined ? templates[0] : templates.find((template) => template.size === size);
  if (sized !== undefined) return sized;
  throw unknownSizeError(templates.map((template) => template.size));
}

/** Returns the error for an unknown size. It lists the available sizes. */
export function unknownSizeError(sizes: readonly DesignSize[]): ServiceError {
  return new ServiceError('design/no-size', message('design/sizes', { sizes }));
}

/** Returns the text in a language. Returns the English text, which always exists, if there is none in that language. */
export function textInLanguage(words: DesignFile['title'], language: Language): string {
  return words[language] ?? words.en;
}

function decoded(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
}
