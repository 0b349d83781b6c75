import { ServiceError } from '#service/errors/service-error.ts';
import { openServer, testCredentials } from '#service/http/testing/open-server.ts';
import { createMissingAssets } from '#service/movies/missing-assets.ts';
import { testWorkspace } from '#service/movies/testing/test-workspace.ts';
import { assetHandlers } from '#service/routes/assets.ts';
import { movieHandlers } from '#service/routes/movies.ts';
import { projectHandlers } from '#service/routes/projects.ts';
import { publishingHandlers } from '#service/routes/publishing.ts';
import { templateHandlers } from '#service/routes/templates.ts';
import { uploadHandlers } from '#service/routes/uploads.ts';
import type { Clusters, ServiceCluster } from '../clusters.ts';
import { createPublisher } from '../publisher.ts';

const noDesigns = { newProject: () => Promise.reject(new ServiceError('design/not-found')) };

/** Starts a service with all calls except rendering and designs. Disposal stops it. */
export async function openWorkspaceServer(clusters: Clusters = new Map()) {
  const workspace = await testWorkspace();
  const publisher = createPublisher({ ...workspace, clusters });
  const server = await openServer({
    ...projectHandlers({
      ...workspace,
      missing: createMissingAssets({ ...workspace, brandOf: () => [] }),
      designs: noDesigns,
    }),
    ...assetHandlers(workspace),
    ...uploadHandlers(workspace),
    ...movieHandlers({ ...workspace, brandOf: () => [] }),
    ...templateHandlers({ ...workspace, region: 'local' }),
    ...publishingHandlers({ publisher, clusters }),
  });
  const cluster: ServiceCluster = {
    kind: 'service',
    url: server.url,
    apiKey: testCredentials.key,
    apiSecret: testCredentials.secret,
  };
  return {
    ...workspace,
    server,
    publisher,
    /** The cluster entry with which another service can reach this service. */
    cluster,
    [Symbol.asyncDispose]: async () => {
      await server[Symbol.asyncDispose]();
      await workspace[Symbol.asyncDispose]();
    },
  };
}
