import type { AssetEntry } from '#renderer/api/client/asset-list.ts';
import { TagAssets } from '../tags/tag-assets.tsx';
import { AssetViewer } from '../viewer/asset-viewer.tsx';
import { AssetDetails } from './asset-details.tsx';
import { DeleteAssets } from './delete-assets.tsx';
import { RenameAsset } from './rename-asset.tsx';

/** The dialog that is open. */
export type AssetDialog =
  | { readonly type: 'rename'; readonly entry: AssetEntry }
  | { readonly type: 'delete'; readonly names: readonly string[] }
  | { readonly type: 'tags'; readonly entries: readonly AssetEntry[] }
  | { readonly type: 'view'; readonly entry: AssetEntry }
  | { readonly type: 'details'; readonly entry: AssetEntry };

export interface AssetDialogsProps {
  readonly dialog: AssetDialog | null;
  readonly project: string;
  readonly onClose: () => void;
}

export function AssetDialogs({ dialog, project, onClose }: AssetDialogsProps) {
  switch (dialog?.type) {
    case undefined:
      return null;
    case 'rename':
      return <RenameAsset project={project} entry={dialog.entry} onClose={onClose} />;
    case 'delete':
      return <DeleteAssets project={project} names={dialog.names} onClose={onClose} />;
    case 'tags':
      return <TagAssets project={project} entries={dialog.entries} onClose={onClose} />;
    case 'details':
      return <AssetDetails project={project} entry={dialog.entry} onClose={onClose} />;
    case 'view':
      return <AssetViewer project={project} entry={dialog.entry} onClose={onClose} />;
    default:
      return dialog satisfies never;
  }
}
