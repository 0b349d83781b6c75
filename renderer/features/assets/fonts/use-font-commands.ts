import { useMemo } from 'react';
import { useApi } from '#renderer/api/api-context.tsx';
import { pickFiles } from '#renderer/api/uploads/collect-files.ts';
import { useEditor } from '#renderer/editor/editor-context.tsx';
import type { EditorState } from '#renderer/editor/editor-state.ts';
import { goToNode, nextUse } from '#renderer/editor/go-to-use.ts';
import { useAssetCommands } from '#renderer/project/asset-commands.ts';
import { say } from '#renderer/strings/say.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { useToast } from '#renderer/ui/overlays/toast.tsx';
import { elementNamed } from '#shared/editing/insert/insertable.ts';
import type { PlannableCommand } from '#shared/editing/model/commands.ts';
import { selectedElements } from '#shared/editing/model/selection.ts';
import { message } from '#shared/messages/message.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import { elementSpecOf } from '#shared/template/tables/language.ts';
import type { FontRow } from './font-rows.ts';

export interface FontCommands {
  /** Applies the font to the selected texts. */
  readonly use: (row: FontRow) => void;
  /** Selects the next text that uses the font. */
  readonly showUse: (row: FontRow) => void;
  /**
   * Declares a file of the project as a face of the missing family. If `name` is null, the user chooses a file to
   * upload.
   */
  readonly provide: (row: FontRow, name: string | null) => Promise<void>;
}

export function useFontCommands(): FontCommands {
  const editor = useEditor();
  const api = useApi();
  const toasts = useToast();
  const assetCommands = useAssetCommands();
  const { assets: strings } = useStrings();
  return useMemo(() => {
    const dispatch = (command: PlannableCommand) => {
      const done = editor.document.dispatch(command);
      if (!done.ok) toasts.show({ id: 'refused', message: say(done.error), tone: 'warning' });
    };
    return {
      use: ({ reference: ask }) => {
        const command = fontCommand(editor.document.state, ask);
        if (command === null) return void toasts.show({ id: 'font', message: strings.fonts.selectText });
        dispatch(command);
      },
      showUse: ({ uses }) => {
        const { document, selection } = editor.document.state;
        const next = nextUse(
          document,
          uses.map((node) => ({ node })),
          selection,
        );
        if (next !== null) goToNode(editor, next.node);
      },
      provide: async ({ reference: ask, files: [missing] }, name) => {
        // If the template names a missing file, store the new content under that name.
        if (missing !== undefined || isFileName(ask)) return await assetCommands.provideContent(missing ?? ask);
        try {
          const file = name ?? (await uploadFile());
          if (file !== null) dispatch(declareCommand(ask, file));
        } catch (error) {
          assetCommands.showError(error);
        }
      },
    };
    async function uploadFile(): Promise<string | null> {
      const [offered] = await pickFiles({ multiple: false });
      if (offered === undefined) return null;
      const [id] = await api.uploads.add(editor.document.state.project, [offered]);
      return api.uploads.rows.getState().find((row) => row.id === id)?.name ?? null;
    }
  }, [editor, api, toasts, assetCommands, strings]);
}

function isFileName(ask: string): boolean {
  return /\.(?:ttf|otf|ttc|woff2?)$/iu.test(ask);
}

/** Returns the command that declares the file as a face of the family. */
function declareCommand(family: string, src: string): PlannableCommand {
  return { type: 'element/insert', element: elementNamed('font', { family, src }), into: { in: 'resources' } };
}

/** Returns the command that applies a font to the selection; null if no selected element has a font. */
function fontCommand(state: EditorState, ask: string): PlannableCommand | null {
  const commands = fontHolders(state).map(
    (node): PlannableCommand => ({ type: 'attribute/set', node, name: FONT, value: ask }),
  );
  const [only] = commands;
  if (only === undefined || commands.length === 1) return only ?? null;
  return {
    type: 'batch',
    label: message('step/set-field', { attribute: { key: 'text/font', label: FONT } }),
    commands,
  };
}

const FONT = 'font';

/** Returns the selected elements that have a font attribute. */
function fontHolders(state: EditorState): readonly NodeId[] {
  return selectedElements(state).flatMap((element) => {
    const attributes = elementSpecOf(element)?.attributes ?? {};
    return Object.hasOwn(attributes, FONT) ? [element.id] : [];
  });
}
