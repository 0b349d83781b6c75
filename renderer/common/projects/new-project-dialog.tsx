import { useState } from 'react';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { chosenShape, FIRST_CHOICE, FilmSizeFields } from './film-size-fields.tsx';
import { NameDialog } from './name-dialog.tsx';
import { useBeginFilm } from './use-begin-film.ts';

/** Asks for the name of a new project and the size of its first film, and opens that. Mounted while it is open. */
export function NewProjectDialog({ onClose }: { readonly onClose: () => void }) {
  const { projects: words } = useStrings();
  const begin = useBeginFilm();
  const [size, setSize] = useState(FIRST_CHOICE);
  return (
    <NameDialog
      title={words.createTitle}
      action={words.createAction}
      initial={words.defaultName}
      hint={words.nameHint}
      onDone={(name) => begin.inNewProject(name, [], chosenShape(size))}
      onClose={onClose}
    >
      <FilmSizeFields value={size} onChange={setSize} />
    </NameDialog>
  );
}
