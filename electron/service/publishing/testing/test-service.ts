import { ServiceError } from '../../errors/service-error.ts';
import { openServer, testCredentials } from '../../http/testing/open-server.ts';
import { createMissingAssets } from '../../movies/missing-assets.ts';
import { testWorkspace } from '../../movies/testing/test-workspace.ts';
import { assetHandlers } from '../../routes/assets.ts';
import { movieHandlers } from '../../routes/movies.ts';
import { projectHandlers } from '../../routes/projects.ts';
import { publishingHandlers } from '../../routes/publishing.ts';
import { templateHandlers } from '../../routes/templates.ts';
import { uploadHandlers } from '../../routes/uploads.ts';
import type { Clusters, ServiceCluster } from '../clusters.ts';
import { createPublisher } from '../publisher.ts';

const noDesigns = { newProject: () => Promise.reject(new ServiceError('design/not-found')) };

/** A service that answers all calls but those of rendering and designs, gone at the end of the scope. */
export async function testService(clusters: Clusters = new Map()) {
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
    /** How another service reaches this one. */
    cluster,
    [Symbol.asyncDispose]: async () => {
      await server[Symbol.asyncDispose]();
      await workspace[Symbol.asyncDispose]();
    },
  };
}
