import { clsx } from 'clsx';
import { ArrowLeftRight, type LucideIcon, Minus, PencilLine, Plus } from 'lucide-react';
import type { ScenePictures } from '#renderer/playback/strips/scene-pictures.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Badge, type BadgeProps } from '#renderer/ui/display/badge.tsx';
import type { ComparedScene, SceneComparison } from '#shared/editing/compare/compare-templates.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import type { Movie, Scene } from '#shared/template/movie/movie.ts';
import { ScenePoster } from './scene-poster.tsx';
import styles from './scene-strips.module.css';

/** One version in the strips. `scenes` contains its scenes by id. */
export interface StripSide {
  readonly movie: Movie | null;
  /** The thumbnails of the scenes; null until they are created. */
  readonly pictures: ScenePictures | null;
  readonly scenes: ReadonlyMap<NodeId, Scene>;
}

interface SceneColumnProps {
  readonly scene: SceneComparison;
  readonly before: StripSide;
  readonly after: StripSide;
}

/** A column with the two versions of a scene, and a mark between them that shows the change. */
export function SceneColumn({ scene, before, after }: SceneColumnProps) {
  return (
    <>
      <Side scene={scene.before} side={before} isGhost={scene.kind === 'moved-away'} />
      <span className={styles.mark}>
        <SceneMark scene={scene} />
      </span>
      <Side scene={scene.after} side={after} isGhost={false} />
    </>
  );
}

interface SideProps {
  readonly scene: ComparedScene | null;
  readonly side: StripSide;
  readonly isGhost: boolean;
}

function Side({ scene, side, isGhost }: SideProps) {
  const { revisions: strings, timeline } = useStrings();
  if (scene === null) return <span className={styles.gap} />;
  const resolvedScene = side.scenes.get(scene.id) ?? null;
  return (
    <span className={clsx(styles.side, isGhost && styles.ghost)}>
      {side.movie !== null && <ScenePoster movie={side.movie} pictures={side.pictures} scene={resolvedScene} />}
      <span className={styles.caption}>
        <span className={styles.name}>{strings.sceneName({ ...scene, title: titleOf(scene, resolvedScene) })}</span>
        {resolvedScene !== null && (
          <span className={styles.duration}>{timeline.shortFrames(resolvedScene.duration)}</span>
        )}
      </span>
    </span>
  );
}

/**
 * Returns the resolved name of a scene; null if it has none. If the scene cannot be resolved, returns the name as
 * written in the template.
 */
export function titleOf(scene: ComparedScene, resolvedScene: Scene | null): string | null {
  return resolvedScene?.name?.trim() || scene.title;
}

const looks = {
  changed: { icon: PencilLine, tone: 'warning' },
  added: { icon: Plus, tone: 'success' },
  removed: { icon: Minus, tone: 'danger' },
  'moved-away': { icon: ArrowLeftRight, tone: 'scene' },
  'moved-here': { icon: ArrowLeftRight, tone: 'scene' },
} as const satisfies Record<string, { readonly icon: LucideIcon; readonly tone: BadgeProps['tone'] }>;

/** A badge with the change of a scene; nothing for an unchanged scene. */
export function SceneMark({ scene }: { readonly scene: SceneComparison }) {
  const { revisions: strings } = useStrings();
  if (scene.kind === 'same') return null;
  const { icon, tone } = looks[scene.kind];
  return (
    <Badge icon={icon} tone={tone}>
      {strings.mark(scene)}
    </Badge>
  );
}
