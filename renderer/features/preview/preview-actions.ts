import {
  AlignCenterHorizontal,
  AlignCenterVertical,
  AlignEndHorizontal,
  AlignEndVertical,
  AlignHorizontalSpaceAround,
  AlignStartHorizontal,
  AlignStartVertical,
  AlignVerticalSpaceAround,
  Focus,
  ImageDown,
  ImagePlus,
  type LucideIcon,
} from 'lucide-react';
import type { Action, ActionContext } from '#renderer/actions/action.ts';
import { problemWords } from '#renderer/api/client/problem-words.ts';
import type { EditorState } from '#renderer/editor/editor-state.ts';
import type { Catalogue } from '#renderer/strings/catalogue.ts';
import { timelineOf } from '#shared/editing/model/timeline.ts';
import { type Alignment, minLayersFor } from '#shared/editing/stage/align.ts';
import { usableName } from '#shared/names/usable-name.ts';

const FILE_GROUP = { scope: 'editor', group: 'file' } as const;

/** The action that saves the frame at the playhead as an image, rendered by the engine in full size. */
export const frameActions: readonly Action[] = [
  {
    ...FILE_GROUP,
    id: 'frame/save',
    label: ({ preview }) => preview.saveFrame,
    icon: ImageDown,
    ...onFrame(async ({ toasts, strings }, picture) => {
      const url = URL.createObjectURL(picture);
      const link = document.createElement('a');
      link.href = url;
      link.download = picture.name;
      link.click();
      // Revoke the URL later, because the browser reads the data asynchronously.
      setTimeout(() => URL.revokeObjectURL(url), 60_000);
      toasts.show({ id: 'frame', tone: 'success', message: strings.preview.frameSaved(picture.name) });
    }),
  },
  {
    ...FILE_GROUP,
    id: 'frame/to-assets',
    label: ({ preview }) => preview.frameToAssets,
    icon: ImagePlus,
    ...onFrame(async ({ api, toasts, strings }, picture, { project }) => {
      await api.uploads.add(project, [{ file: picture, handle: null }]);
      toasts.show({ id: 'frame', tone: 'success', message: strings.preview.frameInAssets(picture.name) });
    }),
  },
];

function onFrame(onPicture: (context: ActionContext, picture: File, state: EditorState) => Promise<void>) {
  return {
    enabled: ({ editor: store }: ActionContext) => store !== null && timelineOf(store.document.state.movie).total > 0,
    whyNot: ({ preview }: ActionContext['strings']) => preview.noFrame,
    run: async (context: ActionContext) => {
      const state = context.editor?.document.state;
      if (state === undefined) return;
      try {
        await onPicture(context, await exactPicture(context, state), state);
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

/** Returns the file name of a frame, such as `Spring opening 57.png`. */
function pictureName(template: string, frame: number): string {
  return usableName(`${template} ${frame}.png`);
}

type AlignmentName = keyof Catalogue['stage']['inLine'];

const ALIGNMENTS: readonly (readonly [id: string, words: AlignmentName, icon: LucideIcon, alignment: Alignment])[] = [
  ['left', 'left', AlignStartVertical, { kind: 'align', axis: 'x', place: 'start' }],
  ['centre', 'centre', AlignCenterVertical, { kind: 'align', axis: 'x', place: 'middle' }],
  ['right', 'right', AlignEndVertical, { kind: 'align', axis: 'x', place: 'end' }],
  ['top', 'top', AlignStartHorizontal, { kind: 'align', axis: 'y', place: 'start' }],
  ['middle', 'middle', AlignCenterHorizontal, { kind: 'align', axis: 'y', place: 'middle' }],
  ['bottom', 'bottom', AlignEndHorizontal, { kind: 'align', axis: 'y', place: 'end' }],
  ['across', 'across', AlignHorizontalSpaceAround, { kind: 'distribute', axis: 'x' }],
  ['down', 'down', AlignVerticalSpaceAround, { kind: 'distribute', axis: 'y' }],
];

const alignmentActions: readonly Action[] = ALIGNMENTS.map(([id, name, icon, alignment]) => ({
  scope: 'editor',
  group: 'edit',
  id: `layer/align-${id}`,
  label: ({ stage }) => stage.inLine[name],
  icon,
  enabled: ({ editor }: ActionContext) => (editor?.views.stage?.count() ?? 0) >= minLayersFor(alignment),
  whyNot: ({ stage }) => (minLayersFor(alignment) > 1 ? stage.needsThree : stage.needsOne),
  run: ({ editor }: ActionContext) => editor?.views.stage?.align(alignment),
}));

/** The actions on the layers that are selected on the stage, such as solo and alignment. */
export const stageActions: readonly Action[] = [
  {
    scope: 'editor',
    group: 'view',
    id: 'layer/show-alone',
    label: ({ stage }) => stage.showAlone,
    keys: ['H'],
    icon: Focus,
    enabled: (context) => isAlone(context) || (context.editor?.views.stage?.count() ?? 0) > 0,
    whyNot: ({ stage }) => stage.needsOne,
    checked: isAlone,
    run: ({ editor }) => editor?.views.stage?.toggleAlone(),
  },
  ...alignmentActions,
];

/** Returns whether a layer has solo. */
function isAlone({ editor }: ActionContext): boolean {
  return editor !== null && editor.views.stage !== null && editor.view.state.hidden.only !== null;
}
