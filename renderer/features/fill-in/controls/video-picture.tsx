import type { AssetEntry } from '#renderer/api/client/asset-list.ts';
import { posterUrl } from '#renderer/api/client/media-urls.ts';
import styles from './media-control.module.css';

/** As wide as the form, on dense screens too. */
const WIDTH = 720;

/** A picture of a video, so that one sees which it is. */
export function VideoPicture({ project, asset }: { readonly project: string; readonly asset: AssetEntry }) {
  const { name, etag } = asset;
  return (
    <div className={styles.picture}>
      <img
        className={styles.whole}
        src={posterUrl(project, { kind: 'asset', name, etag }, { width: WIDTH })}
        alt=""
        draggable={false}
      />
    </div>
  );
}
