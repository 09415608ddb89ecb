interface ServerSentEvent {
  readonly id: string;
  readonly event: string;
  /** Undefined for a block that only sets the time of reconnection. */
  readonly data: string | undefined;
  /** The time of reconnection in milliseconds. */
  readonly retry: number | undefined;
}

/**
 * The events of an answer of `text/event-stream`, as HTML defines them, until it or the signal ends;
 * comments are left out.
 */
export async function* eventsOf(
  answer: Response,
  signal?: AbortSignal,
): AsyncGenerator<ServerSentEvent> {
  if (!answer.body) return;
  const reader = answer.body.getReader();
  // Node.js forgets the signal of a request whose answer has begun when it collects the request.
  const leave = () => void reader.cancel().catch(() => undefined);
  signal?.addEventListener('abort', leave);
  const decoder = new TextDecoder();
  let text = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      text += decoder.decode(value, { stream: true }).replaceAll('\r', '');
      const blocks = text.split('\n\n');
      text = blocks.pop() ?? '';
      yield* blocks.map(eventOf).filter(({ data, retry }) => data !== undefined || retry);
    }
  } finally {
    signal?.removeEventListener('abort', leave);
    await reader.cancel().catch(() => undefined);
  }
}

function eventOf(block: string): ServerSentEvent {
  const fields = block.split('\n').map((line) => {
    const [, name = '', value = ''] = /^([^:]*)(?:: ?(.*))?$/.exec(line) ?? [];
    return { name, value };
  });
  const all = (wanted: string) =>
    fields.filter(({ name }) => name === wanted).map(({ value }) => value);
  const data = all('data');
  return {
    id: all('id').at(-1) ?? '',
    event: all('event').at(-1) ?? 'message',
    data: data.length > 0 ? data.join('\n') : undefined,
    retry: Number(all('retry').at(-1)) || undefined,
  };
}
