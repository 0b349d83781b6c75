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
  /** 0 for any free port. */
  readonly port: number;
  readonly region: string;
  /** Null to use the workspace's own credentials, which the first start creates. */
  readonly credentials: Credentials | null;
  /** Whether to replace the workspace's own credentials. The old ones are refused from then on. */
  readonly newCredentials?: boolean;
  /** Non-public hosts that are allowed for sources, notifications, and object stores. */
  readonly allowHosts: readonly string[];
  /** The host names of the service, in addition to the loopback names. */
  readonly hostNames: readonly string[];
  /** Other services that projects can be published to. */
  readonly clusters: Clusters;
  /** Object store keys that destinations can refer to by name; by default none. */
  readonly storedKeys?: StoredKeys;
  /** The environment for finding FFmpeg: `SCENEWRIGHT_FFMPEG`, `PATH`. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The folder or file of the FFmpeg of the app; null without one. */
  readonly bundledFfmpeg: string | null;
  /** The built editor (`out/renderer`), served to browsers with a link; null if a desktop window displays it. */
  readonly editor: { readonly folder: string } | null;
  /** The folder of the shipped designs; by default the one of the build, none if null. */
  readonly designs?: string | null;
  /**
   * The storage that has the workspace's blobs for the workers of a farm; by default none. Its opener closes it after
   * the service.
   */
  readonly storage?: ObjectStorage;
  /** The farm that makes the films, with its storage; by default the service makes them. */
  readonly farm?: ConfiguredFarm | null;
  readonly logger: Logger;
  readonly clock: Clock;
  readonly limits?: Partial<ServerLimits>;
  /** Whether JSON answers are validated with the contract; for tests. */
  readonly checkAnswers?: boolean;
}
