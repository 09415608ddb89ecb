import type { Logger } from 'pino';
import { lookAgain } from '../../domain/messaging/current-notifications.ts';
import type { SubjectsNow } from '../../domain/messaging/subjects.ts';
import type { EditingRow, SendingRow } from '../../repositories/messaging/deliveries.repository.ts';
import type { Store, Tx } from '../../repositories/store.ts';
import {
  decisionOnEdit,
  decisionOnSend,
  type EditDecision,
  type LeasedMessage,
  leasedMessage,
  lookedUp,
  type RenderSettings,
  type SendDecision,
} from './leased-calls.service.ts';

/** The poll interval of a waiting run: a new message may be due before the one it waits for. */
const POLL_MS = 1_000;
/** The poll interval while the rate limit is reached. At 25 per second a slot frees every 40 ms. */
const RATE_POLL_MS = 50;
/** A run waits for messages due within this time. Later ones wait for the next scheduled run. */
const MAX_WAIT_MS = 60_000;

/** A call that the run has to make now. */
export type Assignment =
  | {
      readonly kind: 'send';
      readonly message: LeasedMessage<SendingRow>;
      readonly call: Extract<SendDecision, { kind: 'send' }>;
      /** The row of the message. */
      readonly bot_message_id: number;
    }
  | {
      readonly kind: 'change';
      readonly message: LeasedMessage<EditingRow>;
      readonly call: Extract<EditDecision, { kind: 'edit' | 'delete' }>;
    };

export interface Claim {
  readonly assignments: readonly Assignment[];
  /** The delay before the next claim; undefined when no message is due soon. */
  readonly waitMs: number | undefined;
  /** The rest of a pause. */
  readonly pausedMs?: number;
}

interface Deps {
  readonly store: Store;
  /** Calls per second, across all processes. */
  readonly rate: number;
  readonly changeWaitMs: number;
  readonly canSend: boolean;
  readonly options: RenderSettings;
  readonly log: Logger;
}

/**
 * Claims the next calls, and renders the messages from what they speak of, as it is now. Claims wait
 * for each other. What changes after the look at it has its row in `changed_subjects` after this
 * transaction, and the next claim finds the rows that this one inserts: no change is missed.
 */
export class DeliveryLeasesService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  async claim(runId: string, limit: number): Promise<Claim> {
    if (limit === 0) return { assignments: [], waitMs: POLL_MS };
    return this.#deps.store.transaction(async (tx) => {
      const { is_paused, holds_broadcasts, wait_ms, has_changes } =
        await tx.deliveries.lockSendRate();
      const pausedMs = is_paused ? Number.POSITIVE_INFINITY : wait_ms;
      if (pausedMs > 0) return { assignments: [], waitMs: unlessLong(pausedMs), pausedMs };

      if (has_changes) await tx.botMessages.updateStale(this.#deps.changeWaitMs);
      const canSend = this.#deps.canSend;
      const rows = await tx.deliveries.updateLeases(runId, {
        limit,
        rate: this.#deps.rate,
        holds_broadcasts,
        canSend,
      });
      const assignments = await this.#assign(tx, runId, {
        sends: rows.filter((row) => row.decision === 'sending').map(leasedMessage),
        edits: rows.filter((row) => row.decision === 'editing').map(leasedMessage),
      });
      if (rows.length > 0) return { assignments, waitMs: 0 };
      const dueMs = await tx.deliveries.findNextDueMs({ canSend });
      return { assignments, waitMs: unlessLong(Math.max(dueMs ?? Infinity, RATE_POLL_MS)) };
    });
  }

  async #assign(
    tx: Tx,
    runId: string,
    claimed: {
      readonly sends: readonly LeasedMessage<SendingRow>[];
      readonly edits: readonly LeasedMessage<EditingRow>[];
    },
  ): Promise<Assignment[]> {
    const messages = [...claimed.sends, ...claimed.edits];
    if (messages.length === 0) return [];
    const things = await snapshotsOf(tx, messages);
    const sends = claimed.sends.map((message) => ({
      message,
      call: this.#decide(decisionOnSend, message, things),
    }));
    const edits = claimed.edits.map((message) => ({
      message,
      call: this.#decide(decisionOnEdit, message, things),
    }));
    const ids = await tx.botMessages.insertLeased(runId, {
      sends: sends.flatMap(({ message, call }) =>
        call.kind === 'send' ? [{ ...message, content_hash: call.content_hash }] : [],
      ),
      edits: edits.flatMap(({ message, call }) => (call.kind === 'unchanged' ? [] : [message])),
      unchanged: edits.flatMap(({ message, call }) =>
        call.kind === 'unchanged' ? [message.bot_message_id] : [],
      ),
      outdated: sends.flatMap(({ message, call }) =>
        call.kind === 'outdated' ? [message.notification_id] : [],
      ),
    });
    return [
      ...sends.flatMap(({ message, call }): Assignment[] => {
        const bot_message_id = ids.get(message.notification_id);
        return call.kind === 'outdated' || bot_message_id === undefined
          ? []
          : [{ kind: 'send', message, call, bot_message_id }];
      }),
      ...edits.flatMap(({ message, call }): Assignment[] =>
        call.kind === 'unchanged' ? [] : [{ kind: 'change', message, call }],
      ),
    ];
  }

  /** A text that cannot be rendered must not stop the messages of everyone else: it is sent as stored. */
  #decide<M extends LeasedMessage, D>(
    decide: (message: M, things: SubjectsNow, options: RenderSettings) => D,
    message: M,
    things: SubjectsNow,
  ): D {
    try {
      return decide(message, things, this.#deps.options);
    } catch (err) {
      const { notification_id, notice } = message;
      this.#deps.log.error(
        { err, notification_id },
        'deliveries: a text was not rendered, it stays as stored',
      );
      return decide(
        {
          ...message,
          notice: notice && {
            ...notice,
            ...{ args: null, before: null },
            ...(notice.before && lookAgain('en')),
          },
        },
        things,
        this.#deps.options,
      );
    }
  }
}

/** Broadcasts speak of nothing that has to be looked at. */
async function snapshotsOf(tx: Tx, messages: readonly LeasedMessage[]): Promise<SubjectsNow> {
  const subjects = new Set(messages.flatMap(lookedUp).filter((one) => !one.startsWith('job:')));
  return subjects.size === 0 ? new Map() : tx.read.subjects.listNow([...subjects]);
}

const unlessLong = (ms: number): number | undefined => (ms > MAX_WAIT_MS ? undefined : ms);
