import { Film, Music } from 'lucide-react';
import { useState } from 'react';
import type { RenderEntry } from '#renderer/api/client/entries.ts';
import { servicePath } from '#renderer/api/client/service-path.ts';
import { Icon } from '#renderer/ui/display/icon.tsx';
import styles from './job-row.module.css';

/** The width of the thumbnail in device pixels, twice the displayed width. */
const WIDTH = 144;

/** The thumbnail of a render; an icon if there is none. */
export function JobThumb({ render }: { readonly render: RenderEntry }) {
  const { project, id: name, format } = render;
  const [state, setState] = useState<'loading' | 'shown' | 'failed'>('loading');
  const src = `${servicePath('/v1/renders/:project/:render/frame', { project, render: name })}?width=${WIDTH}`;
  return (
    <div className={styles.thumb}>
      {/* Hide the icon, because the picture of a transparent film would not cover it. */}
      {state !== 'shown' && <Icon icon={format === 'mp3' ? Music : Film} size={16} />}
      {state !== 'failed' && format !== 'mp3' && (
        <img
          src={src}
          alt=""
          loading="lazy"
          decoding="async"
          draggable={false}
          onLoad={() => setState('shown')}
          onError={() => setState('failed')}
        />
      )}
    </div>
  );
}
