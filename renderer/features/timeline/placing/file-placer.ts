import type { PlannableCommand } from '../../../../shared/editing/commands.ts';
import type { InsertWhere } from '../../../../shared/editing/insert/insert-command.ts';
import type { FileKind } from '../../../../shared/editing/insert/thing.ts';
import { timelineOf } from '../../../../shared/editing/timeline.ts';
import { naturalSeconds } from '../../../../shared/template/values/source-length.ts';
import type { Api } from '../../../api/api.ts';
import type { OfferedFile } from '../../../api/uploads/upload-ledger.ts';
import type { UploadRow } from '../../../api/uploads/upload-row.ts';
import { fileKindOf } from '../../../common/inserting/file-things.ts';
import { addThingCommand } from '../../../common/inserting/where.ts';
import { selectAdded } from '../../../common/sources/add-at-playhead.ts';
import { scenesCommand } from '../../../common/sources/add-scenes.ts';
import { lengthOfFile } from '../../../common/sources/picture-length.ts';
import type { EditorStore } from '../../../state/editor-store.ts';
import type { Catalogue } from '../../../strings/catalogue.ts';
import { say } from '../../../strings/say.ts';
import { dropCommand } from '../moves/drop-command.ts';
import type { DropTarget } from '../moves/drop-target.ts';
import {
  lengthCommand,
  type PlacedFile,
  type PlacedItem,
  placedFiles,
  placedThing,
  removedCommand,
  renamedCommand,
} from './placed-files.ts';
import { type PlaceTarget, whereOf } from './where-of.ts';

/** Puts files of the desktop into the film while they are uploaded. */
export interface FilePlacer {
  /**
   * Begins the uploads, and puts what a film can take where it was dropped: one step. Videos are scenes unless layers
   * are wanted; pictures, captions and sounds always lie in a scene. Throws what listing the project does.
   */
  readonly place: (files: readonly OfferedFile[], target: PlaceTarget) => Promise<void>;
  readonly dispose: () => void;
}

export interface FilePlacerOptions {
  readonly api: {
    readonly client: Pick<Api['client'], 'call'>;
    readonly uploads: Pick<Api['uploads'], 'rows' | 'add'>;
  };
  readonly editor: EditorStore;
  readonly words: Pick<Catalogue['timeline'], 'noPicture'>;
  readonly refuse: (reason: string) => void;
}

/** What came of an upload later belongs to the step that placed it. */
type Amendment = { readonly key: string; readonly placed: PlacedFile } & (
  | { readonly kind: 'renamed'; readonly name: string }
  | { readonly kind: 'removed' }
  | { readonly kind: 'length'; readonly seconds: number }
);

export function createFilePlacer({ api, editor, words, refuse }: FilePlacerOptions): FilePlacer {
  const { uploads, client } = api;
  const { project } = editor.getState();
  const stopped = new AbortController();
  const placed = new Map<string, { readonly key: string; readonly file: PlacedFile }>();
  const amendments: Amendment[] = [];

  /** Not while somebody drags, which a step would end, nor while the XML has an error, which takes none. */
  const canAmend = () => {
    const { gesture, isTextBroken } = editor.getState();
    return gesture === null && !isTextBroken;
  };
  const amend = () => {
    while (amendments.length > 0 && canAmend()) {
      const next = amendments.shift();
      const command = next && commandOf(next, editor);
      if (command) editor.actions.dispatch(command, { key: next.key, joins: true });
    }
  };
  const later = (amendment: Amendment) => {
    amendments.push(amendment);
    amend();
  };

  const measure = async (key: string, file: PlacedFile) => {
    const facts = await client.call('readMediaFacts', {
      parameters: { project },
      query: { src: file.name },
      signal: stopped.signal,
    });
    const { video, durationSeconds } = facts;
    const seconds = video && naturalSeconds({ pictureSeconds: video.endSeconds, durationSeconds });
    if (seconds !== null) later({ kind: 'length', key, placed: file, seconds });
  };

  const look = (rows: readonly UploadRow[]) => {
    for (const [upload, { key, file }] of [...placed]) {
      const row = rows.find(({ id }) => id === upload);
      if (row === undefined) {
        placed.delete(upload);
        later({ kind: 'removed', key, placed: file });
        continue;
      }
      const now = { ...file, name: row.name };
      if (row.name !== file.name) {
        placed.set(upload, { key, file: now });
        later({ kind: 'renamed', key, placed: file, name: row.name });
      }
      if (row.phase.type !== 'done') continue;
      placed.delete(upload);
      // Without its facts it stays as long as it is; its media say so themselves.
      if (file.seconds === null) measure(key, now).catch(() => undefined);
    }
  };
  const unsubscribe = [uploads.rows.subscribe(look), editor.subscribe(amend)];

  /** Does a step of what was dropped; without a timeline on screen too: what comes of it is seen when it is back. */
  const dispatch = (key: string, command: PlannableCommand): boolean => {
    const done = editor.actions.dispatch(command, { key, joins: true });
    if (!done.ok) refuse(say(done.error));
    return done.ok;
  };
  const follow = (key: string, file: PlacedFile | null) => {
    if (file !== null && !stopped.signal.aborted) placed.set(file.upload, { key, file });
  };
  const placeScenes = (key: string, items: readonly PlacedItem[], target: DropTarget): boolean => {
    // The film may have changed while the files were looked at: a gap is counted in what it is now.
    const { movie, document: before } = editor.getState();
    if (movie === null) return false;
    const command = dropCommand(timelineOf(movie), target, items, (at) => scenesCommand(items, at, movie.frameRate));
    if (command === null || !dispatch(key, command)) return false;
    selectAdded(editor, before);
    for (const file of placedFiles(before, editor.getState().document, target, items)) follow(key, file);
    return true;
  };
  const placeLayer = (key: string, item: PlacedItem & { readonly kind: FileKind }, where: InsertWhere): boolean => {
    const state = editor.getState();
    const { name, kind, seconds } = item;
    const command = addThingCommand(state, { kind, source: { kind: 'asset', name }, seconds }, where);
    if (command === null || !dispatch(key, command)) return false;
    const { document, selection } = editor.getState();
    follow(key, placedThing(state.document, document, selection.primary, item));
    return true;
  };

  return {
    async place(files, target) {
      const kinds = files.map(({ file }) => fileKindOf(file));
      const lengths = Promise.all(
        files.map(({ file }, at) => (kinds[at] === 'video' ? lengthOfFile(file) : ({ kind: 'sound' } as const))),
      );
      const ids = await uploads.add(project, files);
      const known = await lengths;
      const rows = uploads.rows.getState();
      const items = ids.flatMap((upload, at): readonly (PlacedItem & { readonly kind: FileKind })[] => {
        const row = rows.find(({ id }) => id === upload);
        const length = known[at];
        const kind = kinds[at] === 'video' && length?.kind === 'sound' ? 'audio' : kinds[at];
        if (row === undefined || length === undefined || kind == null) return [];
        return [{ upload, name: row.name, seconds: length.kind === 'seconds' ? length.seconds : null, kind }];
      });
      if (editor.getState().movie === null || files.length === 0) return;
      if (items.length === 0) return refuse(words.noPicture);
      const key = `files ${crypto.randomUUID()}`;
      const asScenes = (kind: FileKind) => kind === 'video' && target.kind !== 'layers';
      const scenes = items.filter(({ kind }) => asScenes(kind));
      const layers = items.filter(({ kind }) => !asScenes(kind));
      if (target.kind !== 'layers' && scenes.length > 0 && !placeScenes(key, scenes, target)) return;
      for (const item of layers) if (!placeLayer(key, item, whereOf(target, item.kind))) return;
      look(uploads.rows.getState());
    },
    dispose() {
      stopped.abort();
      for (const stop of unsubscribe) stop();
      placed.clear();
      amendments.length = 0;
    },
  };
}

function commandOf(amendment: Amendment, editor: EditorStore) {
  const { document, movie } = editor.getState();
  const { placed } = amendment;
  switch (amendment.kind) {
    case 'renamed':
      return renamedCommand(document, placed, amendment.name);
    case 'removed':
      return removedCommand(document, placed);
    case 'length':
      return movie === null ? null : lengthCommand(document, placed, amendment.seconds, movie.frameRate);
    default:
      return amendment satisfies never;
  }
}
