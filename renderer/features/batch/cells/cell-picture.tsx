import { useState } from 'react';
import styles from './cells.module.css';

/** A small picture of an asset in a cell or a list; an empty box if there is none or loading fails. */
export function CellPicture({ url }: { readonly url: string | null }) {
  const [failed, setFailed] = useState<string | null>(null);
  if (url === null || url === failed) return <i className={styles.noPicture} />;
  return (
    <img
      src={url}
      alt=""
      loading="lazy"
      decoding="async"
      draggable={false}
      className={styles.picture}
      onError={() => setFailed(url)}
    />
  );
}
