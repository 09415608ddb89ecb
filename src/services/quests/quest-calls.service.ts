import type {
  Completed,
  CompletionCall,
  JoinCall,
  Joined,
  SignedCall,
} from '../../domain/quests/quest-calls.ts';
import type { SignedCallsService } from './signed-calls.service.ts';
import type { UnsignedCallsService } from './unsigned-calls.service.ts';

interface Sent {
  /** Undefined for an unsigned call. */
  readonly signed: SignedCall | undefined;
  readonly address: string;
}

/** Calls of the public quest API, signed or not. */
export class QuestCallsService {
  readonly #signed: SignedCallsService;
  readonly #unsigned: UnsignedCallsService;

  constructor(deps: { signedCalls: SignedCallsService; unsignedCalls: UnsignedCallsService }) {
    this.#signed = deps.signedCalls;
    this.#unsigned = deps.unsignedCalls;
  }

  /** @throws AppError as `SignedCallsService.verify` */
  verify(request: Parameters<SignedCallsService['verify']>[0]): Promise<SignedCall | undefined> {
    return this.#signed.verify(request);
  }

  /** @throws AppError as `join` of `SignedCallsService` and of `UnsignedCallsService` */
  join(call: JoinCall, { signed }: Pick<Sent, 'signed'>): Promise<Joined> {
    return signed ? this.#signed.join(signed, call) : this.#unsigned.join(call);
  }

  /** @throws AppError as `complete` of `SignedCallsService` and of `UnsignedCallsService` */
  complete(call: CompletionCall, { signed, address }: Sent): Promise<Completed> {
    return signed
      ? this.#signed.complete(signed, call)
      : this.#unsigned.complete(call, { address });
  }
}
