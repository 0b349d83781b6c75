import type { OtherVersion, SaveDocument, SaveOutcome, SaveRequest } from '../saving/saver.ts';

/** Creates a service for one template. It accepts a text only if the request names the current version. */
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
    /** Saves a text as another window would. */
    saveRemotely: (other: string) => {
      version += 1;
      saved = { text: other, etag: `"${version}"` };
    },
    remove: () => {
      saved = null;
    },
    /** Deletes the template. The next save of an existing version then fails with `deleted`. */
    removeForSure: () => {
      saved = null;
      knowsRemoval = true;
    },
    /** Executes the next save and drops its response. */
    loseAnswer: () => {
      losesAnswer = true;
    },
    failWith: (outcome: SaveOutcome | null) => {
      fault = outcome;
    },
  };
}
