import { createReadStream } from 'node:fs';
import type { DesignData } from '#shared/designs/design-file.ts';
import { EMPTY_RECORD, editingRecordJson } from '#shared/editing/model/editing-record.ts';
import { usableName } from '#shared/names/usable-name.ts';
import type { AssetRows } from '../assets/asset-rows.ts';
import { ServiceError } from '../errors/service-error.ts';
import type { MovieInspector } from '../inspection/inspector.ts';
import { type EditingText, editingText } from '../movies/editing-text.ts';
import type { Foundation } from '../storage/ports.ts';
import { createSharedWork } from '../waiting/shared-work.ts';
import type { KnownDesign } from './design-catalogue.ts';
import type { ShippedDesign } from './shipped-designs.ts';
import {
  type DesignAsset,
  type DesignTemplate,
  findStored,
  forgetDesign,
  removeForgotten,
  type StoredDesign,
  templateName,
  writeDesign,
} from './stored-designs.ts';

/** The copies of shipped designs in the workspace. A copy is made when its templates or files are needed. */
export interface DesignProvider {
  /** Returns the design as rows and blobs. Copies a shipped design once for each version. */
  provide(design: KnownDesign, signal: AbortSignal): Promise<StoredDesign>;
  readonly ended: () => Promise<void>;
}

export interface ProviderOptions {
  readonly foundation: Foundation;
  readonly assets: Pick<AssetRows, 'write'>;
  readonly inspector: Pick<MovieInspector, 'inspect'>;
}

export function createDesignProvider({ foundation, assets, inspector }: ProviderOptions): DesignProvider {
  const { database, blobs } = foundation;
  const providing = createSharedWork<StoredDesign>();

  const copy = async (design: ShippedDesign, signal: AbortSignal): Promise<StoredDesign> => {
    await using stage = blobs.stage();
    const copied: DesignAsset[] = [];
    for (const [name, path] of design.files) {
      const blob = await stage.write(createReadStream(path), { limitBytes: MAX_BYTES, tooLarge, signal });
      copied.push({ name, blob, contentType: null });
    }
    const editing = await editingText(recordOf(design.data));
    const templates: DesignTemplate[] = [];
    for (const { template, bytes } of design.sizes) templates.push(await templateIn(template, bytes, editing));
    await stage.place();
    await database.waitForWriteLock();
    const { before: replaced, stored } = database.transaction(() => {
      const former = findStored(database, design.name, 'copy');
      if (former !== null) forgetDesign(foundation, former);
      const { name, version, file } = design;
      const content = { name, state: 'copy' as const, version, file, templates, assets: copied };
      return { before: former, stored: writeDesign({ ...foundation, assets }, content, usableName(file.title.en)) };
    });
    if (replaced !== null) await removeForgotten(database, replaced);
    return stored;
  };
  const templateIn = async (file: string, bytes: Uint8Array, editing: EditingText): Promise<DesignTemplate> => {
    const { movie, issues } = await inspector.inspect({ spelling: 'xml', bytes });
    if (movie === null) throw new ServiceError('template/invalid', '', { issues });
    return { name: templateName(file), bytes, movie, editing };
  };
  return {
    provide: async (knownDesign, signal) => {
      if (knownDesign.kind === 'own') return knownDesign.design;
      const { design } = knownDesign;
      const stored = findStored(database, design.name, 'copy');
      if (stored?.version === design.version) return stored;
      return providing.run(`${design.name} ${design.version}`, signal, (shared) => copy(design, shared));
    },
    ended: providing.ended,
  };
}

/** The size limit of a shipped file. */
const MAX_BYTES = 2 ** 30;
const tooLarge = () =>
  new ServiceError('request/internal', '', { cause: new Error('a file of a design is too large') });

/** Returns an editing record with the data sets of a design. The first data set is selected. */
function recordOf(data: DesignData): Readonly<Record<string, unknown>> {
  const dataSets = Object.entries(data).map(([name, values]) => ({ id: name.toLowerCase(), name, values }));
  const [first] = dataSets;
  if (first === undefined) return editingRecordJson(EMPTY_RECORD);
  return editingRecordJson({ ...EMPTY_RECORD, dataSets, chosen: first.id });
}
