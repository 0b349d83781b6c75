import { timelineOf } from '../../../../shared/editing/timeline.ts';
import type { Api } from '../../../api/api.ts';
import type { OfferedFile } from '../../../api/uploads/upload-ledger.ts';
import type { UploadRow } from '../../../api/uploads/upload-row.ts';
import { selectAdded } from '../../../common/sources/add-at-playhead.ts';
import { scenesCommand } from '../../../common/sources/add-scenes.ts';
import { lengthOfFile, looksLikePicture } from '../../../common/sources/picture-length.ts';
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
  removedCommand,
  renamedCommand,
} from './placed-files.ts';

/** Puts files of the desktop into the film while they are uploaded. */
export interface FilePlacer {
  /**
   * Begins the uploads, and puts what has a picture where it was dropped: one step. Throws what listing the project
   * does.
   */
  readonly place: (files: readonly OfferedFile[], target: DropTarget) => Promise<void>;
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
    if (facts.video !== null) later({ kind: 'length', key, placed: file, seconds: facts.video.endSeconds });
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

  return {
    async place(files, target) {
      const lengths = Promise.all(
        files.map(({ file }) => (looksLikePicture(file) ? lengthOfFile(file) : ({ kind: 'sound' } as const))),
      );
      const ids = await uploads.add(project, files);
      const known = await lengths;
      const rows = uploads.rows.getState();
      const items = ids.flatMap((upload, at): readonly PlacedItem[] => {
        const row = rows.find(({ id }) => id === upload);
        const length = known[at];
        if (row === undefined || length === undefined || length.kind === 'sound') return [];
        return [{ upload, name: row.name, seconds: length.kind === 'seconds' ? length.seconds : null }];
      });
      const { movie, document: before } = editor.getState();
      if (movie === null || files.length === 0) return;
      // The film may have changed while the files were looked at: a gap is counted in what it is now.
      const command = dropCommand(timelineOf(movie), target, items, (at) => scenesCommand(items, at, movie.frameRate));
      if (command === null) return refuse(words.noPicture);
      const key = `files ${crypto.randomUUID()}`;
      const done = editor.actions.dispatch(command, { key });
      // Without a timeline on screen they are placed all the same; what comes of them is seen when it is back.
      if (done.ok) selectAdded(editor, before);
      if (!done.ok || stopped.signal.aborted) return done.ok ? undefined : refuse(say(done.error));
      for (const file of placedFiles(before, editor.getState().document, target, items))
        placed.set(file.upload, { key, file });
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
