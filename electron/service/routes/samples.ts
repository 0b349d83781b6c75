import type { HandlersOf } from '../http/calls/handler.ts';
import type { SampleMaker } from '../samples/sample-project.ts';

export function sampleHandlers({ samples }: { readonly samples: SampleMaker }): HandlersOf<'createSample'> {
  return {
    createSample: async ({ signal }) => {
      const { uid, name, template } = await samples.create(signal);
      return { status: 201, json: { 'Project-UID': uid, uid, name, template } };
    },
  };
}
