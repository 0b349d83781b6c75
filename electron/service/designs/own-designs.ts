import { serviceLimits } from '#shared/contract/limits.ts';
import { usableName } from '#shared/names/usable-name.ts';
import { statement } from '#shared/statements/statement.ts';
import type { AssetRows } from '../assets/asset-rows.ts';
import { type IncomingBundle, unpackBundle } from '../bundles/import-bundle.ts';
import { ServiceError } from '../errors/service-error.ts';
import type { MovieInspector } from '../inspection/inspector.ts';
import { newUid } from '../projects/project-uid.ts';
import type { Foundation, ProjectUid } from '../storage/ports.ts';
import { type ComingContent, designInBundle, refusedDesign, versionOf } from './coming-design.ts';
import type { DesignCatalogue } from './design-catalogue.ts';
import { designOfProject, type SavedDesign } from './design-of-project.ts';
import type { DesignPosters } from './design-posters.ts';
import {
  comingDesigns,
  findKept,
  forgetDesign,
  type KeptDesign,
  keepComing,
  ownDesigns,
  removeForgotten,
  writeDesign,
} from './kept-designs.ts';

/** Designs that are put into the workspace. All methods throw `storage/…` and the signal's reason. */
export interface OwnDesigns {
  /** From a bundle, whole or not at all. Throws `design/…`, `bundle/…`, `upload/digest`, and as a render does. */
  receive(name: string, replace: boolean, bundle: Omit<IncomingBundle, 'name'>): Promise<KeptDesign>;
  /** From templates of a project. Throws `template/…`, `design/…`, and as a render does. */
  save(
    name: string,
    replace: boolean,
    from: { readonly project: ProjectUid; readonly saved: SavedDesign },
    signal: AbortSignal,
  ): Promise<KeptDesign>;
  /** Throws `design/not-found`, `design/shipped`. */
  delete(name: string): Promise<void>;
  /** Forgets what was being tried as the service ended. */
  forgetComing(): void;
}

export interface OwnDesignOptions {
  readonly foundation: Foundation;
  readonly assets: Pick<AssetRows, 'write'>;
  readonly inspector: MovieInspector;
  readonly catalogue: Pick<DesignCatalogue, 'shipped'>;
  readonly posters: Pick<DesignPosters, 'tryAll'>;
}

/** Fit for addresses, folders and the command line, the same on every system. */
const NAME = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

export function createOwnDesigns(options: OwnDesignOptions): OwnDesigns {
  const { foundation, assets, inspector, catalogue, posters } = options;
  const { database, blobs, events } = foundation;
  const { design: limits } = serviceLimits;

  /** Checked before anything is taken, to spare that, and again where it counts. */
  const requireFree = async (name: string, replace: boolean): Promise<void> => {
    if (!NAME.test(name)) throw new ServiceError('design/invalid-name');
    if ((await catalogue.shipped(name)) !== null) throw new ServiceError('design/shipped');
    requireAbsent(name, replace);
  };
  const requireAbsent = (name: string, replace: boolean): void => {
    const there = ownDesigns(database);
    const isTaken = there.some((each) => each.name === name);
    if (isTaken && !replace) throw new ServiceError('design/exists');
    if (!isTaken && there.length >= limits.own) throw refusedDesign(statement('design/too-many', { most: limits.own }));
  };
  /** Writes a design as one that is coming, whose blobs are held; makes its posters; and only then it is there. */
  const tryAndKeep = async (
    name: string,
    replace: boolean,
    content: ComingContent,
    signal: AbortSignal,
  ): Promise<KeptDesign> => {
    await database.freeToWrite();
    signal.throwIfAborted();
    const coming = database.transaction(() => {
      const design = { ...content, name: newUid(), state: 'coming' as const, version: versionOf(content) };
      return writeDesign({ ...foundation, assets }, design, usableName(content.file.title.en));
    });
    try {
      await posters.tryAll(coming, signal);
      await database.freeToWrite();
      signal.throwIfAborted();
      const { before, kept } = database.transaction(() => {
        requireAbsent(name, replace);
        const former = findKept(database, name, 'own');
        if (former !== null) forgetDesign(foundation, former);
        events.record({ type: 'designs.changed', project: null, data: { name } });
        return { before: former, kept: keepComing(database, coming, name) };
      });
      if (before !== null) await removeForgotten(database, before);
      return kept;
    } catch (error) {
      await forget(coming).catch(() => {
        // The disk is full, or the service is stopping: the next start forgets it.
      });
      throw error;
    }
  };
  const forget = async (design: KeptDesign): Promise<void> => {
    await database.freeToWrite();
    database.transaction(() => forgetDesign(foundation, design));
    await removeForgotten(database, design);
  };
  return {
    receive: async (name, replace, bundle) => {
      await requireFree(name, replace);
      await using stage = blobs.stage();
      const limit = { name: 'design.bundleBytes', bytes: limits.bundleBytes };
      const content = await designInBundle(await unpackBundle(stage, bundle, limit, inspector), inspector);
      await stage.place();
      return await tryAndKeep(name, replace, content, bundle.signal);
    },
    save: async (name, replace, { project, saved }, signal) => {
      await requireFree(name, replace);
      const content = await designOfProject(project, saved, { database, inspector });
      using holds = new DisposableStack();
      for (const { blob } of content.assets) holds.use(blobs.hold(blob.sha256));
      return await tryAndKeep(name, replace, content, signal);
    },
    delete: async (name) => {
      const design = findKept(database, name, 'own');
      if (design === null)
        throw new ServiceError((await catalogue.shipped(name)) === null ? 'design/not-found' : 'design/shipped');
      await database.freeToWrite();
      database.transaction(() => {
        // Somebody else may have deleted or replaced it meanwhile.
        if (findKept(database, name, 'own')?.project !== design.project) throw new ServiceError('design/not-found');
        forgetDesign(foundation, design);
        events.record({ type: 'designs.changed', project: null, data: { name } });
      });
      await removeForgotten(database, design);
    },
    forgetComing: () => {
      const left = comingDesigns(database);
      if (left.length > 0)
        database.transaction(() => {
          for (const design of left) forgetDesign(foundation, design);
        });
    },
  };
}
