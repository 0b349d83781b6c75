import type { Client } from '#shared/contract/client.ts';
import type { EventStream } from '../event-feed.ts';

/** Creates an event stream for the feed from a plain HTTP request. */
export function fetchedStream(client: Client<Response>): EventStream {
  const target = new EventTarget();
  const closing = new AbortController();
  let readyState = 0;
  const read = async () => {
    const answer = await client.open('followEvents', { signal: closing.signal });
    readyState = 1;
    target.dispatchEvent(new Event('open'));
    let text = '';
    for await (const part of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += part;
      for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
        emit(text.slice(0, end));
        text = text.slice(end + 2);
      }
    }
  };
  const emit = (block: string) => {
    const type = /^event: (.*)$/m.exec(block)?.[1];
    const data = /^data: (.*)$/m.exec(block)?.[1] ?? '';
    if (type !== undefined) target.dispatchEvent(new MessageEvent(type, { data }));
  };
  const end = () => {
    readyState = 2;
    target.dispatchEvent(new Event('error'));
  };
  read().then(end, end);
  return {
    get readyState() {
      return readyState;
    },
    addEventListener: (type, listener) => target.addEventListener(type, listener),
    close: () => closing.abort(),
  };
}
