import { ImageDown, ImagePlus } from 'lucide-react';
import type { Action } from '#renderer/actions/model/action.ts';
import type { ActionContext } from '#renderer/actions/model/action-context.ts';
import { problemWords } from '#renderer/api/client/problem-words.ts';
import type { EditorState } from '#renderer/state/editor-state.ts';
import { timelineOf } from '#shared/editing/timeline.ts';
import { pictureName } from './picture-name.ts';

const editor = { scope: 'editor', group: 'file' } as const;

/** The frame at the playhead as a picture, exactly as it is rendered and in full size. */
export const frameActions: readonly Action[] = [
  {
    ...editor,
    id: 'frame/save',
    label: ({ preview }) => preview.saveFrame,
    icon: ImageDown,
    ...onFrame(async ({ toasts, strings }, picture) => {
      const url = URL.createObjectURL(picture);
      const link = document.createElement('a');
      link.href = url;
      link.download = picture.name;
      link.click();
      // The download has read it by then; given back at once, there would be nothing to read.
      setTimeout(() => URL.revokeObjectURL(url), 60_000);
      toasts.show({ id: 'frame', tone: 'success', message: strings.preview.frameSaved(picture.name) });
    }),
  },
  {
    ...editor,
    id: 'frame/to-assets',
    label: ({ preview }) => preview.frameToAssets,
    icon: ImagePlus,
    ...onFrame(async ({ api, toasts, strings }, picture, { project }) => {
      await api.uploads.add(project, [{ file: picture, handle: null }]);
      toasts.show({ id: 'frame', tone: 'success', message: strings.preview.frameInAssets(picture.name) });
    }),
  },
];

function onFrame(use: (context: ActionContext, picture: File, state: EditorState) => Promise<void>) {
  return {
    enabled: ({ editor: store }: ActionContext) => store !== null && timelineOf(store.getState().movie).total > 0,
    whyNot: ({ preview }: ActionContext['strings']) => preview.noFrame,
    run: async (context: ActionContext) => {
      const state = context.editor?.getState();
      if (state === undefined) return;
      try {
        await use(context, await exactPicture(context, state), state);
      } catch (error) {
        const { detail } = problemWords(error);
        const { exactFailed } = context.strings.preview;
        context.toasts.show({ id: 'frame', message: exactFailed, detail, tone: 'danger' });
      }
    },
  };
}

async function exactPicture({ api }: ActionContext, state: EditorState): Promise<File> {
  const { project, source, values, playhead: frame, template } = state;
  const answer = await api.client.open('renderFrame', {
    parameters: { region: await api.region(), project },
    body: { template: source.text, variables: JSON.stringify(values), frame: String(frame) },
  });
  return new File([await answer.blob()], pictureName(template, frame), { type: 'image/png' });
}
