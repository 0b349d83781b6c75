import type { Logger } from 'pino';
import type { Credentials } from '#shared/contract/basic-credentials.ts';
import type { ConfiguredFarm } from './farm/settings/read-farm-config.ts';
import type { ObjectStorage } from './farm/store/object-storage.ts';
import type { ServerLimits } from './http/server-limits.ts';
import type { StoredKeys } from './jobs/accept/render-form.ts';
import type { Clusters } from './publishing/clusters.ts';
import type { Clock } from './storage/ports.ts';

/** What a service is told when it is made. */
export interface ServiceConfig {
  /** Absolute path of the folder with everything; made if it is not there. */
  readonly workspace: string;
  readonly host: string;
  /** 0 for any that is free. */
  readonly port: number;
  readonly region: string;
  /** Null for the workspace's own, which are made the first time. */
  readonly credentials: Credentials | null;
  /** Whether the workspace's own are made anew: the old ones are refused from then on. */
  readonly newCredentials?: boolean;
  /** Hosts that sources, notifications and object stores may be at although they are not public. */
  readonly allowHosts: readonly string[];
  /** Names that the service answers to beside those of loopback. */
  readonly hostNames: readonly string[];
  /** Other services that projects can be published to. */
  readonly clusters: Clusters;
  /** Keys of object stores that destinations may name instead of holding them; there are none unless given. */
  readonly storedKeys?: StoredKeys;
  /** Where FFmpeg is looked for: `SCENEWRIGHT_FFMPEG`, `PATH`. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Folder or file of the FFmpeg that came with the app. */
  readonly bundledFfmpeg: string | null;
  /**
   * The built editor (`out/renderer`), served to browsers that were given a link; null where a window of its own shows
   * it.
   */
  readonly editor: { readonly folder: string } | null;
  /** The folder of the designs that come with the program; where the build has put it unless given, none if null. */
  readonly designs?: string | null;
  /**
   * Where the workspace's blobs go beside its folder, so that workers of a farm reach them; nowhere unless given. Whoever
   * opened it closes it, after the service.
   */
  readonly storage?: ObjectStorage;
  /** Whose workers make its films, with a storage of its own; it makes them itself unless given. */
  readonly farm?: ConfiguredFarm | null;
  readonly logger: Logger;
  readonly clock: Clock;
  readonly limits?: Partial<ServerLimits>;
  /** Whether every JSON answer is held to the contract; for tests. */
  readonly checkAnswers?: boolean;
}
