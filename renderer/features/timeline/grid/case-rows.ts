import { type SceneOnTimeline, sceneOfIndex, type Timeline } from '#shared/editing/timeline.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import type { Scene } from '#shared/template/movie/movie.ts';
import type { CaseRow, Row } from './row.ts';
import type { Shown } from './rows.ts';

/** Pixels of the lane of a case. */
const CASE_HEIGHT = 28;

/** The same rows, and above those of an opened scene of a choice a lane for each case of that, once for each choice. */
export function withCases(rows: readonly Row[], timeline: Timeline, shown: Shown): readonly Row[] {
  if (shown.onlyAnimated === true) return rows;
  const all = [...rows];
  const listed = new Set<NodeId>();
  for (const { id, choices = [] } of timeline.scenes) {
    const choice = choices.at(-1)?.choice;
    if (choice === undefined || !shown.open.has(id) || listed.has(choice)) continue;
    listed.add(choice);
    const at = all.findIndex(({ owner }) => owner === id);
    all.splice(at === -1 ? all.length : at, 0, ...caseRows(timeline, choice, id));
  }
  return all;
}

function caseRows({ scenes, starts, total }: Timeline, choice: NodeId, owner: NodeId): readonly CaseRow[] {
  const cases = new Map<NodeId, { readonly scene: Scene; readonly start: number }[]>();
  for (const [at, scene] of scenes.entries()) {
    const place = scene.choices?.find((each) => each.choice === choice);
    if (place === undefined) continue;
    const inside = cases.get(place.case) ?? [];
    inside.push({ scene, start: starts[at] ?? total });
    cases.set(place.case, inside);
  }
  const inFilm = [...cases.values()].flat().find(({ scene }) => scene.enabled);
  const clock = (inFilm ?? [...cases.values()][0]?.[0])?.start ?? 0;
  return [...cases].map(([id, inside]): CaseRow => {
    const played = inside.map(({ scene }) => scene);
    const length = played.reduce((sum, { duration }) => sum + duration, 0);
    return {
      ...{ kind: 'case', id, owner, parent: choice, level: 2, depth: 0, height: CASE_HEIGHT, unfolded: null },
      ...{ choice, scenes: played, isPlayed: played.some(({ enabled }) => enabled) },
      ...{ start: clock, end: clock + length },
    };
  });
}

/** The scenes that are not played and that a lane stands for, because their choice is open: they need no place at a cut. */
export function inCaseLanes({ scenes }: Timeline, open: ReadonlySet<NodeId>): ReadonlySet<NodeId> {
  const opened = new Set<NodeId>();
  for (const { id, choices = [] } of scenes) {
    const choice = choices.at(-1)?.choice;
    if (choice !== undefined && open.has(id)) opened.add(choice);
  }
  const inside = scenes.filter(
    ({ enabled, choices = [] }) => !enabled && choices.some(({ choice }) => opened.has(choice)),
  );
  return new Set(inside.map(({ id }) => id));
}

/** The scenes that take no time, but those that the lanes of an opened choice stand for. */
export function skippedScenes(timeline: Timeline, open: ReadonlySet<NodeId>): readonly SceneOnTimeline[] {
  const inLanes = inCaseLanes(timeline, open);
  return timeline.scenes.flatMap(({ id, enabled }, index) => {
    const place = enabled || inLanes.has(id) ? null : sceneOfIndex(timeline, index);
    return place === null ? [] : [place];
  });
}

/** Beside which case one goes that is dropped at a height among the rows; null where it stays. */
export function caseGap(
  rows: readonly Row[],
  tops: readonly number[],
  moved: CaseRow,
  y: number,
): { readonly to: { readonly before: NodeId } | { readonly after: NodeId }; readonly top: number } | null {
  const places = rows.flatMap((row, at) =>
    row.kind === 'case' && row.choice === moved.choice ? [{ row, top: tops[at] ?? 0 }] : [],
  );
  const [first] = places;
  const last = places.at(-1);
  if (first === undefined || last === undefined) return null;
  const gap = Math.min(places.length, Math.max(0, Math.round((y - first.top) / first.row.height)));
  const here = places.findIndex(({ row }) => row.id === moved.id);
  if (gap === here || gap === here + 1) return null;
  const beside = places[gap];
  return beside === undefined
    ? { to: { after: last.row.id }, top: last.top + last.row.height }
    : { to: { before: beside.row.id }, top: beside.top };
}
