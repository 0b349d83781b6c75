import { BUNDLE_TYPE } from '#shared/names/bundle-name.ts';
import { type ExportDependencies, exportBundle } from '../bundles/export-bundle.ts';
import { type ImportDependencies, importBundle } from '../bundles/import-bundle.ts';
import type { HandlersOf } from '../http/calls/handler.ts';
import { shapeOf } from './projects.ts';

type BundleCalls = 'readBundle' | 'createFromBundle';

export function bundleHandlers(
  parts: ImportDependencies & {
    readonly version: string;
    /** A bundle that was cut off on its way out. */
    readonly onFailure: (error: unknown) => void;
  },
): HandlersOf<BundleCalls> {
  const { workspace, version, onFailure } = parts;
  const exporting: ExportDependencies = { ...workspace, version };
  return {
    readBundle: ({ parameters, signal }) => {
      const project = workspace.projects.require(parameters.project);
      const { fileName, length, content, hold } = exportBundle(exporting, project);
      content.on('error', (error) => {
        if (!signal.aborted) onFailure(error);
      });
      return { status: 200, stream: { content, length, contentType: BUNDLE_TYPE, attachment: fileName, hold } };
    },
    createFromBundle: async ({ query, body, signal }) => {
      const { stream, sha256 } = body;
      const project = await importBundle(parts, { stream, sha256, name: query.name ?? null, signal });
      return { status: 201, json: shapeOf(project) };
    },
  };
}
