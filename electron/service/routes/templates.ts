import type { Author } from '#shared/contract/shapes/shapes.ts';
import { decodeText } from '#shared/lib/decode-text.ts';
import { ServiceError } from '../errors/service-error.ts';
import type { CallAnswer, HandlersOf } from '../http/handler.ts';
import type { BatchTableStore } from '../movies/batch-table-store.ts';
import type { EditingStore, StoredEditingRecord } from '../movies/editing-store.ts';
import { editingText } from '../movies/editing-text.ts';
import { isNotModified } from '../movies/preconditions.ts';
import type { RevisionOrigin, TemplateStore } from '../movies/template-store.ts';
import { isoTime } from './shapes/iso-time.ts';
import { withPrinted } from './shapes/printed-json.ts';

type TemplateCalls =
  | 'listTemplates'
  | 'saveTemplate'
  | 'readTemplate'
  | 'deleteTemplate'
  | 'listRevisions'
  | 'readEditing'
  | 'saveEditing'
  | 'readBatchTable'
  | 'saveBatchTable';

/** The dependencies of the handlers. */
export interface TemplateServices {
  readonly templates: TemplateStore;
  readonly editing: EditingStore;
  readonly tables: BatchTableStore;
  readonly region: string;
}

/** Returns the handlers of templates, their editing records, and their batch tables. */
export function templateHandlers({ templates, editing, tables, region }: TemplateServices): HandlersOf<TemplateCalls> {
  const requireRegion = (parameters: { readonly region: string }): void => {
    if (parameters.region !== region) throw new ServiceError('access/region', `The region is ${region}.`);
  };
  return {
    listTemplates: ({ parameters }) => ({
      status: 200,
      json: {
        templates: templates
          .list(parameters.project)
          .map((entry) => ({ ...entry, updatedAt: isoTime(entry.updatedAt) })),
      },
    }),
    saveTemplate: async ({ parameters, query, headers, body }) => {
      requireRegion(parameters);
      const { created, etag, variablesJson, ...saved } = await templates.save(
        parameters.project,
        parameters.name,
        body,
        {
          ...conditionsOf(headers),
          keepsErrors: query.errors === 'keep',
          merges: query.merge === 'true',
          origin: originOf(headers),
        },
      );
      return { status: created ? 201 : 200, jsonParts: withPrinted(saved, 'variables', variablesJson), etag };
    },
    readTemplate: ({ parameters, query, headers }) => {
      requireRegion(parameters);
      const { bytes, etag } = templates.get(parameters.project, parameters.name, query.revision);
      if (isNotModified(etag, headers['if-none-match'])) return { status: 304, etag };
      // State no charset, because the bytes are unchanged and the XML declares its encoding.
      return { status: 200, text: bytes, contentType: 'application/xml', etag };
    },
    deleteTemplate: ({ parameters, headers }) => {
      requireRegion(parameters);
      const deleted = templates.delete(parameters.project, parameters.name, conditionsOf(headers));
      return { status: 200, json: { deleted } };
    },
    listRevisions: ({ parameters }) => {
      requireRegion(parameters);
      const revisions = templates
        .revisions(parameters.project, parameters.name)
        .map(({ savedAt, ...revision }) => ({ ...revision, savedAt: isoTime(savedAt) }));
      return { status: 200, json: { revisions } };
    },
    readEditing: ({ parameters }) => record(editing.get(parameters.project, parameters.name)),
    saveEditing: async ({ parameters, headers, body }) => {
      const text = await editingText(body);
      return record(editing.save(parameters.project, parameters.name, text, conditionsOf(headers)));
    },
    readBatchTable: ({ parameters }) => record(tables.get(parameters.project, parameters.name)),
    saveBatchTable: async ({ parameters, headers, body }) => {
      const text = await editingText(body);
      return record(tables.save(parameters.project, parameters.name, text, conditionsOf(headers)));
    },
  };
}

/** The maximum number of characters of an author's name and of a label. Longer texts are cut. */
const MAX_ORIGIN = 80;
/** Matches control characters and the marks that change the direction of the text around them. */
const UNPRINTABLE = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu;

/** Returns the author and the label in the headers of a request. */
function originOf(headers: Headers): RevisionOrigin {
  return { author: authorOf(headers), label: headerText(headers['scenewright-label']) };
}

/** Returns the author in the headers of a request. Without headers, it is an unnamed program. */
function authorOf(headers: Headers): Author {
  const kind = headers['scenewright-author-kind'];
  const name = headerText(headers['scenewright-author']) ?? '';
  return { kind: kind === 'person' || kind === 'agent' ? kind : 'program', name };
}

/** Returns the author that the headers name; null if they name none. */
export function namedAuthorOf(headers: Headers): Author | null {
  const author = authorOf(headers);
  return author.kind === 'program' && author.name === '' ? null : author;
}

/** Checks whether downloads for a request refuse redirects to other hosts. Only calls in this process have the header. */
export function isConfinedBy(headers: Headers): boolean {
  return headers['scenewright-redirects'] === 'same-host';
}

/**
 * Returns a header as one line of text; null if it is blank. Clients send non-ASCII characters percent-encoded or as
 * UTF-8, whose bytes Node reads as Latin-1.
 */
function headerText(header = ''): string | null {
  const text = decoded(header).replaceAll(UNPRINTABLE, ' ').trim();
  return text === '' ? null : [...text].slice(0, MAX_ORIGIN).join('');
}

function decoded(header: string): string {
  const text = decodeText(Buffer.from(header, 'latin1'), 'utf-8', 'keep') ?? header;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

type Headers = Readonly<Record<string, string | undefined>>;

function conditionsOf(headers: Headers) {
  return { ifMatch: headers['if-match'], ifNoneMatch: headers['if-none-match'] };
}

function record({ text, etag }: StoredEditingRecord): CallAnswer {
  return { status: 200, text, contentType: 'application/json; charset=utf-8', etag };
}
