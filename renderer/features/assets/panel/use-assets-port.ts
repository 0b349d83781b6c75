import { useMemo } from 'react';
import type { AssetsPort } from '../../../actions/model/ports.ts';
import { useActionPort } from '../../../actions/runtime/use-actions.tsx';
import type { AssetCommands } from '../../../common/sources/use-asset-commands.ts';
import type { AssetItem } from '../grid/asset-items.ts';

/** Offers importing and relinking to the action table while the panel is on screen. */
export function useAssetsPort(items: readonly AssetItem[], commands: AssetCommands): void {
  const port = useMemo((): AssetsPort => {
    const missing = items.filter(({ type }) => type === 'missing');
    const [first] = missing;
    return {
      importFiles: () => void commands.importFiles(),
      missingCount: () => missing.length,
      relinkMissing: () => first && void commands.provideContent(first.name),
    };
  }, [items, commands]);
  useActionPort('assets', port);
}
