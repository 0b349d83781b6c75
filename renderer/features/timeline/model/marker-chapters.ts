import type { Editor } from '#renderer/editor/editor.ts';
import { pageStrings } from '#renderer/strings/page-language.ts';
import type { PlannableCommand } from '#shared/editing/model/commands.ts';
import { type Marker, removeMarker } from '#shared/editing/model/editing-record.ts';
import { message } from '#shared/messages/message.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import type { Movie } from '#shared/template/movie/movie.ts';
import { originalId } from '#shared/template/variables/repeats.ts';
import { buildTimeline } from '#shared/timeline/build-timeline.ts';

/** A chapter to create from a marker, in the scene that begins nearest to the marker. */
interface MarkerChapter {
  readonly marker: Marker;
  readonly scene: NodeId;
  readonly title: string;
}

/**
 * Returns the chapters to create from markers. If several markers belong to a scene, the first one is used. A marker
 * without a name gets a numbered title.
 * @param nameless Returns the title of a chapter with this number.
 */
export function chaptersOfMarkers(
  movie: Movie,
  markers: readonly Marker[],
  nameless: (number: number) => string,
): readonly MarkerChapter[] {
  const scenes = buildTimeline(movie).scenes.filter(({ scene, start, end }) => scene.enabled && end > start);
  const chapters: MarkerChapter[] = [];
  for (const marker of markers) {
    const nearest = scenes.toSorted(
      (one, other) => Math.abs(one.start - marker.frame) - Math.abs(other.start - marker.frame),
    )[0];
    const scene = nearest === undefined ? null : originalId(nearest.scene.id);
    if (scene === null || chapters.some((chapter) => chapter.scene === scene)) continue;
    chapters.push({ marker, scene, title: marker.name.trim() || nameless(chapters.length + 1) });
  }
  return chapters;
}

/**
 * Converts markers (by default, all) to chapters of the scenes that begin nearest to them, and removes these markers.
 */
export function turnIntoChapters(editor: Editor, markers = editor.record.current.markers): void {
  const { timeline: strings } = pageStrings();
  const { movie } = editor.document.state;
  const chapters = movie === null ? [] : chaptersOfMarkers(movie, markers, strings.numberedChapter);
  if (chapters.length === 0) return;
  const label = message('step/markers-to-chapters', { count: chapters.length });
  const commands = chapters.map(
    ({ scene, title }): PlannableCommand => ({
      type: 'attribute/set',
      node: scene,
      name: 'chapter',
      value: title,
    }),
  );
  const done = editor.document.dispatch({ type: 'batch', label, commands });
  if (!done.ok) return;
  editor.record.edit(label, (now) => chapters.reduce((left, { marker }) => removeMarker(left, marker.id), now));
  editor.timeline.say(strings.chaptersMade(chapters.length));
}

/** Returns the markers at the playhead. */
export function markersAtPlayhead({ document, record }: Editor) {
  return record.current.markers.filter(({ frame }) => frame === document.state.playhead);
}

/** Deletes the markers at the playhead as one step. */
export function deleteMarkers(editor: Editor): void {
  const markers = markersAtPlayhead(editor);
  editor.record.edit(message('step/delete-markers', { count: markers.length }), (now) =>
    markers.reduce((left, { id }) => removeMarker(left, id), now),
  );
  editor.timeline.say(pageStrings().timeline.markerDeleted);
}

/** Moves the playhead to the next (1) or previous (-1) marker. */
export function goToMarker({ document, record, playback }: Editor, direction: -1 | 1): void {
  const { playhead } = document.state;
  const { markers } = record.current;
  const next =
    direction > 0 ? markers.find(({ frame }) => frame > playhead) : markers.findLast(({ frame }) => frame < playhead);
  if (next !== undefined) playback.seek(next.frame);
}
