import { useMemo } from 'react';
import type { AssetsPort } from '#renderer/actions/model/ports.ts';
import { useActionPort } from '#renderer/actions/runtime/use-actions.tsx';
import type { AssetCommands } from '#renderer/common/sources/use-asset-commands.ts';
import type { AssetItem } from '../grid/asset-items.ts';
import type { AssetPart } from './use-asset-part.ts';

/** Offers importing, relinking and the trash to the action table while the panel is on screen. */
export function useAssetsPort(
  items: readonly AssetItem[],
  commands: AssetCommands,
  showPart: (part: AssetPart) => void,
): void {
  const port = useMemo((): AssetsPort => {
    const missing = items.filter(({ type }) => type === 'missing');
    const [first] = missing;
    return {
      importFiles: () => void commands.importFiles(),
      missingCount: () => missing.length,
      relinkMissing: () => first && void commands.provideContent(first.name),
      showTrash: () => showPart('trash'),
    };
  }, [items, commands, showPart]);
  useActionPort('assets', port);
}
