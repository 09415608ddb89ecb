// The main process of the tests sends its settings to all workers when the first of them asks, and answers none
// that asks later (jest-light-runner 0.8.2). A worker that was still loading then waited for ever. Here a worker
// keeps what it got, for the time when it asks.
'use strict';

const ASKED = 'jest-light-runner-get-worker-data';
const ANSWERED = 'jest-light-runner-worker-data';

if (process.env.TINYPOOL_WORKER_ID !== undefined && process.send) {
  let answer;
  const { emit, send } = process;
  // A listener would take the messages from the one that the worker is about to add.
  process.emit = function (event, message, ...rest) {
    if (event === 'message' && message?.type === ANSWERED) answer = message;
    return emit.call(this, event, message, ...rest);
  };
  process.send = function (message, ...rest) {
    if (message !== ASKED || answer === undefined) return send.call(this, message, ...rest);
    setImmediate(() => emit.call(process, 'message', answer));
    return true;
  };
}
