import type { OtherVersion, SaveDocument, SaveOutcome, SaveRequest } from '../saving/saver.ts';

/** The service as far as one template goes: it takes a text only over the version that it has. */
export function fakeService(text: string | null) {
  let version = 1;
  let saved: OtherVersion | null = text === null ? null : { text, etag: '"1"' };
  let fault: SaveOutcome | null = null;
  let losesAnswer = false;
  let knowsRemoval = false;
  const requests: SaveRequest[] = [];
  const save: SaveDocument = async (request) => {
    requests.push(request);
    if (fault !== null) return fault;
    if (saved === null && request.etag !== null && knowsRemoval) return { kind: 'deleted', what: 'template' };
    if ((saved?.etag ?? null) !== request.etag) return { kind: 'conflict', theirs: saved };
    version += 1;
    saved = { text: request.text, etag: `"${version}"` };
    if (losesAnswer) {
      losesAnswer = false;
      return { kind: 'failed', reason: 'The service does not answer.' };
    }
    return { kind: 'saved', etag: saved.etag };
  };
  return {
    save,
    requests,
    text: () => saved?.text ?? null,
    etag: () => saved?.etag ?? null,
    /** Another window saves. */
    saveElsewhere: (other: string) => {
      version += 1;
      saved = { text: other, etag: `"${version}"` };
    },
    remove: () => {
      saved = null;
    },
    /** Removes it, and reports so to the next save over a version. */
    removeForSure: () => {
      saved = null;
      knowsRemoval = true;
    },
    /** The next save is done, and nobody is told. */
    loseAnswer: () => {
      losesAnswer = true;
    },
    failWith: (outcome: SaveOutcome | null) => {
      fault = outcome;
    },
  };
}
