import type { Logger } from 'pino';
import type { Credentials } from '#shared/contract/basic-credentials.ts';
import type { ConfiguredFarm } from './farm/settings/read-farm-config.ts';
import type { ObjectStorage } from './farm/storage/object-storage.ts';
import type { ServerLimits } from './http/server-limits.ts';
import type { Clusters } from './publishing/clusters.ts';
import type { StoredKeys } from './renders/accept/render-form.ts';
import type { Clock } from './storage/ports.ts';

/** The configuration of a service. */
export interface ServiceConfig {
  /** The absolute path of the workspace, which is created if it is missing. */
  readonly workspace: string;
  readonly host: string;
  /** The port; 0 for any free port. */
  readonly port: number;
  readonly region: string;
  /** The credentials; null for the workspace's own, which the first start creates. */
  readonly credentials: Credentials | null;
  /** Whether the service replaces the workspace's own credentials. It then refuses the workspace's credentials. */
  readonly newCredentials?: boolean;
  /** The non-public hosts that are allowed for sources, notifications, and object stores. */
  readonly allowHosts: readonly string[];
  /** The host names of the service in addition to the names of loopback. */
  readonly hostNames: readonly string[];
  /** The other services to which projects can be published. */
  readonly clusters: Clusters;
  /** The keys of object stores to which destinations can refer by name; by default none. */
  readonly storedKeys?: StoredKeys;
  /** The environment for finding FFmpeg: `SCENEWRIGHT_FFMPEG` and `PATH`. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The folder or file of the app's FFmpeg; null if the app has none. */
  readonly bundledFfmpeg: string | null;
  /**
   * The built editor (`out/renderer`), which browsers get with a link; null if a desktop window displays the editor.
   */
  readonly editor: { readonly folder: string } | null;
  /** The folder with the tables that live tables can refer to; by default none. */
  readonly tablesFolder?: string | null;
  /** The file in which the desktop lists the files that live tables can watch; by default none. */
  readonly watchedFiles?: string | null;
  /** Called with the ids of watched files that no live table uses any more; by default nothing. */
  readonly onFilesReleased?: (ids: readonly string[]) => void;
  /** The folder of the shipped designs. The default is the one of the build; null means none. */
  readonly designs?: string | null;
  /**
   * The storage that has the workspace's blobs for the workers of a farm; by default none. The code that opened the
   * storage closes it after the service.
   */
  readonly storage?: ObjectStorage;
  /** The farm that makes the films, and its storage. The default is that the service makes the films. */
  readonly farm?: ConfiguredFarm | null;
  readonly logger: Logger;
  readonly clock: Clock;
  /** Whether the service listens for HTTP; true by default. Otherwise, only assistants reach it, through a socket. */
  readonly listens?: boolean;
  /** Ends this service when another service requests the workspace. Undefined if this service never yields. */
  readonly onLeave?: () => void;
  readonly limits?: Partial<ServerLimits>;
  /** Whether JSON answers are validated against the contract, for tests. */
  readonly checkAnswers?: boolean;
}
