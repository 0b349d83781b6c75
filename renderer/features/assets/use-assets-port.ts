import { useMemo } from 'react';
import type { AssetsPort } from '../../actions/ports.ts';
import { useActionPort } from '../../actions/use-actions.tsx';
import type { AssetItem } from './asset-items.ts';
import type { AssetCommands } from './use-asset-commands.ts';

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
