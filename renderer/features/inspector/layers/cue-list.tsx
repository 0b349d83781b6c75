import { useMemo } from 'react';
import { shownCues } from '../../../../shared/captions/shown-cues.ts';
import { clockOf } from '../../../../shared/editing/keys/clocks.ts';
import { formatTimecode } from '../../../../shared/editing/timecode.ts';
import type { NodeId } from '../../../../shared/template/document/document.ts';
import { withInner } from '../../../../shared/template/movie/inner-layers.ts';
import type { CaptionsLayer, Movie } from '../../../../shared/template/movie/movie.ts';
import { useCaptions } from '../../../common/sources/use-captions.ts';
import { useEditor, useEditorStore } from '../../../state/editor-context.tsx';
import { useStrings } from '../../../strings/use-strings.tsx';
import styles from '../fields/inspector.module.css';
import own from './layer-form.module.css';

/** What a layer of captions says, with when: a click goes there. */
export function CueList({ layer }: { readonly layer: NodeId }) {
  const captions = useEditor(({ movie }) => captionsIn(movie, layer));
  return captions === null ? null : <Cues layer={captions} />;
}

function Cues({ layer }: { readonly layer: CaptionsLayer }) {
  const { inspector } = useStrings();
  const store = useEditorStore();
  const movie = useEditor((state) => state.movie);
  const read = useCaptions(layer.source);
  const clock = clockOf(movie, layer.id);
  const { begin, length } = clock ?? { begin: 0, length: 0 };
  const rate = movie?.frameRate ?? null;
  const cues = useMemo(
    () => (read === null || rate === null ? [] : shownCues(read.cues, layer, rate, { from: 0, to: length })),
    [read, layer, rate, length],
  );
  // Which one is seen changes seldom, the playhead with every frame.
  const now = useEditor(({ playhead }) =>
    cues.findIndex(({ from, to }) => playhead - begin >= from && playhead - begin < to),
  );
  if (rate === null || read === null) return null;
  const left = read.cues.length - cues.length;
  return (
    <section aria-label={inspector.cues}>
      <div className={`${styles.section} ${styles.line}`}>
        <h2>{inspector.cues}</h2>
        <span className={`${styles.count} tabular`}>{cues.length}</span>
      </div>
      <ol className={own.cues}>
        {cues.map(({ from, text }, at) => {
          const frame = Math.max(0, from) + begin;
          return (
            <li key={`${from} ${text}`}>
              <button
                type="button"
                className={own.cue}
                aria-current={at === now || undefined}
                onClick={() => store.actions.seek(frame)}
              >
                <span className="tabular">{formatTimecode(frame, rate)}</span>
                <span>{text}</span>
              </button>
            </li>
          );
        })}
      </ol>
      {left > 0 && <p className={`${styles.padded} ${styles.dim}`}>{inspector.cuesOutside(left)}</p>}
    </section>
  );
}

const known = new WeakMap<Movie, Map<NodeId, CaptionsLayer | null>>();

/** The captions that a film plays under an id. */
function captionsIn(movie: Movie | null, id: NodeId): CaptionsLayer | null {
  if (movie === null) return null;
  const found = known.get(movie) ?? new Map<NodeId, CaptionsLayer | null>();
  known.set(movie, found);
  const before = found.get(id);
  if (before !== undefined) return before;
  const layers = [...movie.scenes, ...movie.overlays].flatMap((holder) => withInner(holder.layers));
  const layer = layers.find((each) => each.id === id);
  const captions = layer?.kind === 'captions' ? layer : null;
  found.set(id, captions);
  return captions;
}
