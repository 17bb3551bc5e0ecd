import { createStore } from 'zustand/vanilla';
import type { Client } from '#client/operations.ts';
import type { Receipt } from '#client/receipt.ts';
import { ServiceUnreachable, TimedOut } from '#client/serviceErrors.ts';
import { MalformedAnswer } from '#shared/wire/envelope.ts';
import { MAX_HASHES } from '#shared/wire/receipts.ts';

/** A rate-limited service says how long to wait. After this many waits in a row, the list gives up. */
const MOST_RESTS = 40;

type Sources = {
  readonly service: Pick<Client, 'getReceipt' | 'getReceipts'>;
  readonly sleep: (delayMs: number) => Promise<void>;
  readonly now?: () => number;
  /** Called once if the service implements only the specification. */
  readonly report?: (problem: Error) => void;
};

export type AskOptions = {
  /** Ends only this question: others about the same hash still get their answer. */
  readonly signal?: AbortSignal | undefined;
  /** Part of a long list: lets other questions pass, and waits while the service is busy. Others fail then. */
  readonly isPatient?: boolean;
  /** Whether the single receipt of `get_receipt` is enough. The answer can still have more. */
  readonly isForOne?: boolean;
};

type Question = Required<AskOptions> & {
  readonly hash: string;
  readonly resolve: (receipts: readonly Receipt[]) => void;
  readonly reject: (error: unknown) => void;
};

/** The answer about each hash: all of its receipts, or why there are none. */
type Answers = ReadonlyMap<string, readonly Receipt[] | MalformedAnswer>;

const isBusy = (error: unknown): error is ServiceUnreachable =>
  error instanceof ServiceUnreachable && error.retryAfterMs !== null;

const inTurn = (questions: readonly Question[]) =>
  questions.toSorted((a, b) => Number(a.isPatient) - Number(b.isPatient));

/** The questions about the first hashes, up to the limit of one request. */
function batchOf(questions: readonly Question[], most: number): readonly Question[] {
  const hashes = [...new Set(questions.map(({ hash }) => hash))].slice(0, most);
  return questions.filter(({ hash }) => hashes.includes(hash));
}

/** Of several deposits, `get_receipt` shows the first in progress, or else the last. */
export function shownReceipt(receipts: readonly Receipt[]): Receipt | undefined {
  return receipts.find(({ kind }) => kind !== 'delivered' && kind !== 'failed') ?? receipts.at(-1);
}

/**
 * Requests the receipts of some hashes. `get_receipts` is an addition to the specification: if it fails and `get_receipt`
 * works, this requests one receipt at a time from then on.
 */
function createReceiptReads({ service, report = console.info }: Omit<Sources, 'sleep' | 'now'>) {
  let hasBatches = true;

  async function askForOne(hash: string, signal: AbortSignal): Promise<Answers> {
    const answer = await service.getReceipt({ depositHash: hash }, signal).catch((error: unknown) => {
      if (error instanceof MalformedAnswer) return error;
      throw error;
    });
    return new Map([[hash, answer instanceof MalformedAnswer ? answer : [answer]]]);
  }

  async function askTogether(hashes: readonly string[], signal: AbortSignal): Promise<Answers> {
    const receipts = new Map<string, readonly Receipt[]>();
    for (const { depositHash, receipt } of await service.getReceipts(hashes, { allDeposits: true, signal })) {
      const hash = depositHash.toLowerCase();
      if (hashes.includes(hash)) receipts.set(hash, [...(receipts.get(hash) ?? []), receipt]);
    }
    if (receipts.size === 0) throw new ServiceUnreachable('the answer has no receipt that was asked for');
    return receipts;
  }

  return {
    /** The most hashes in one request. */
    most: (): number => (hasBatches ? MAX_HASHES : 1),
    /** @returns at least one answer, but possibly fewer than requested */
    read: async (batch: readonly Question[], signal: AbortSignal): Promise<Answers> => {
      const hashes = [...new Set(batch.map(({ hash }) => hash))];
      const [first = ''] = hashes;
      if (!hasBatches || (hashes.length === 1 && batch.every(({ isForOne }) => isForOne))) {
        return askForOne(first, signal);
      }
      try {
        return await askTogether(hashes, signal);
      } catch (error) {
        if (isBusy(error) || error instanceof TimedOut || signal.aborted) throw error;
        const answers = await askForOne(first, signal);
        hasBatches = false;
        report(new Error('the service has no get_receipts: asking for one receipt at a time', { cause: error }));
        return answers;
      }
    },
  };
}

/** The page's single source of receipts. It sends one request at a time, because the rate limit counts each hash. */
export function createReceiptSource({ sleep, now = Date.now, ...sources }: Sources) {
  const reads = createReceiptReads(sources);
  const store = createStore(() => ({
    /** Whether the service was busy at the last request. */
    isResting: false,
    /** When the request that is now running started; null while none is. */
    askedAt: null as number | null,
    /** When the last request failed because the service did not respond; 0 if it was answered. */
    failedAt: 0,
  }));
  let waiting: readonly Question[] = [];
  let asked: { readonly batch: readonly Question[]; readonly stop: AbortController } | null = null;
  let isWorking = false;
  /** The service's last refusal. `isForAll`: it refused a person's question, not only a long list. */
  let busy: { readonly error: ServiceUnreachable; readonly isForAll: boolean } | null = null;
  let rests = 0;
  let wake = () => {};

  /** While the service is busy, a person's question is sent alone: a service that refuses a long list may answer one hash. */
  const ready = () => (busy ? waiting.filter(({ isPatient }) => !isPatient) : waiting);

  function rest(refused: readonly Question[], error: ServiceUnreachable): void {
    const isForAll = refused.every(({ isPatient }) => !isPatient);
    const goesOn = (question: Question) =>
      question.isPatient ? rests < MOST_RESTS : !isForAll && !refused.includes(question);
    const all = inTurn([...refused.filter(({ signal }) => !signal?.aborted), ...waiting]);
    for (const question of all) if (!goesOn(question)) question.reject(error);
    waiting = all.filter(goesOn);
    rests += 1;
    const own = { error, isForAll };
    busy = own;
    store.setState({ isResting: true });
    void sleep(error.retryAfterMs ?? 0).then(() => {
      if (busy !== own) return;
      busy = null;
      store.setState({ isResting: false });
      wake();
    });
  }

  /** If the service hangs, all waiting questions fail at once. One by one, each would wait for 15 s. */
  function fail(batch: readonly Question[], error: unknown): void {
    const hangs = error instanceof TimedOut;
    if (error instanceof ServiceUnreachable) store.setState({ failedAt: now() });
    for (const { reject } of hangs ? [...batch, ...waiting] : batch) reject(error);
    if (hangs) waiting = [];
  }

  async function takeTurn(questions: readonly Question[]): Promise<void> {
    const batch = batchOf(questions, reads.most());
    const stop = new AbortController();
    waiting = waiting.filter((question) => !batch.includes(question));
    asked = { batch, stop };
    store.setState({ askedAt: now() });
    const isOpen = ({ signal }: Question) => !signal?.aborted;
    try {
      const answers = await reads.read(batch, stop.signal);
      rests = 0;
      store.setState({ failedAt: 0 });
      for (const { hash, resolve, reject } of batch) {
        const answer = answers.get(hash);
        if (answer instanceof MalformedAnswer) reject(answer);
        else if (answer) resolve(answer);
      }
      // Each answer has at least one of them, so the loop ends.
      waiting = inTurn([...batch.filter((one) => isOpen(one) && !answers.has(one.hash)), ...waiting]);
    } catch (error) {
      if (isBusy(error)) rest(batch, error);
      else fail(batch, error);
    } finally {
      store.setState({ askedAt: null });
    }
  }

  async function work(): Promise<void> {
    isWorking = true;
    // Questions asked at the same time share a request.
    await null;
    while (waiting.length > 0) {
      const questions = ready();
      if (questions.length > 0) await takeTurn(questions);
      else
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
    }
    asked = null;
    isWorking = false;
  }

  function leave(question: Question): void {
    question.reject(question.signal?.reason);
    waiting = waiting.filter((one) => one !== question);
    wake();
    if (asked?.batch.every(({ signal }) => signal?.aborted)) asked.stop.abort();
  }

  return {
    store,
    /**
     * The receipts of all deposits of a transaction, in log order. A service that implements only the specification gives one.
     * @throws ServiceUnreachable or MalformedAnswer if the service gave none, or the signal's reason
     */
    receiptsOf: (hash: string, options: AskOptions = {}): Promise<readonly Receipt[]> => {
      const { signal, isPatient = false, isForOne = false } = options;
      return new Promise((resolve, reject) => {
        const question = { hash: hash.toLowerCase(), signal, isPatient, isForOne, resolve, reject };
        if (signal?.aborted) return reject(signal.reason);
        if (busy?.isForAll && !isPatient) return reject(busy.error);
        signal?.addEventListener('abort', () => leave(question), { once: true });
        waiting = inTurn([...waiting, question]);
        wake();
        if (!isWorking) void work();
      });
    },
  };
}

export type ReceiptSource = ReturnType<typeof createReceiptSource>;
