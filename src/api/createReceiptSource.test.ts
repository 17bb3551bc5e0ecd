import { describe, expect, it } from 'vitest';
import type { Receipt } from '#client/receipt.ts';
import { ServiceUnreachable, TimedOut } from '#client/serviceErrors.ts';
import { MalformedAnswer } from '#shared/wire/envelope.ts';
import { createReceiptSource, shownReceipt } from './createReceiptSource.ts';

const UNKNOWN: Receipt = { kind: 'unknown' };
const IN_PROGRESS: Receipt = {
  ...{ kind: 'inProgress', report: { step: null, reason: null, message: '' }, confirmations: null },
};
const FAILED: Receipt = {
  ...{ kind: 'failed', report: { step: null, reason: null, message: '' }, claim: { hash: null, amount: null } },
};
const hashes = (count: number) =>
  Array.from({ length: count }, (_, index) => `0x${index.toString(16).padStart(64, '0')}`);
const [ONE = '', TWO = '', THREE = ''] = hashes(3);

type Answers = {
  /** Which of the requested hashes `get_receipts` answers. */
  readonly together?: (asked: readonly string[], attempt: number) => readonly string[];
  readonly single?: (hash: string) => Receipt;
  readonly receipts?: readonly Receipt[];
};

function sourceWith({ together = (asked) => asked, single = () => UNKNOWN, receipts = [UNKNOWN] }: Answers = {}) {
  const requests: (readonly string[])[] = [];
  const singles: string[] = [];
  const signals: AbortSignal[] = [];
  const rests: { readonly delayMs: number; readonly end: () => void }[] = [];
  const reports: Error[] = [];
  let open = 0;
  let mostOpen = 0;
  async function serve<T>(answer: () => T, signal: AbortSignal | undefined): Promise<T> {
    open += 1;
    mostOpen = Math.max(mostOpen, open);
    if (signal) signals.push(signal);
    await new Promise((resolve) => setImmediate(resolve));
    open -= 1;
    return answer();
  }
  const source = createReceiptSource({
    service: {
      getReceipts: (asked, { signal, allDeposits } = {}) => {
        expect(allDeposits).toBe(true);
        requests.push(asked);
        const attempt = requests.length;
        return serve(
          () =>
            together(asked, attempt).flatMap((depositHash) => receipts.map((receipt) => ({ depositHash, receipt }))),
          signal,
        );
      },
      getReceipt: ({ depositHash }, signal) => {
        singles.push(depositHash);
        return serve(() => single(depositHash), signal);
      },
    },
    sleep: (delayMs) => new Promise((resolve) => rests.push({ delayMs, end: resolve })),
    now: () => 7_000,
    report: (problem) => reports.push(problem),
  });
  const ask = (asked: readonly string[]) => asked.map((hash) => source.receiptsOf(hash, { isPatient: true }));
  return { source, ask, requests, singles, signals, rests, reports, mostOpen: () => mostOpen };
}

const FOR_ONE = { isForOne: true };
const settle = async () => {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};
const busy = () => {
  throw new ServiceUnreachable('HTTP 429', { retryAfterMs: 5_000 });
};
const hang = () => {
  throw new TimedOut('the service did not answer in time');
};
const unreachable = () => {
  throw new ServiceUnreachable('the service could not be reached');
};

describe('the receipts of many hashes', () => {
  it('are requested a hundred at a time, one request after the other', async () => {
    const all = hashes(250);
    const { ask, requests, mostOpen } = sourceWith();
    expect(await Promise.all(ask(all))).toEqual(all.map(() => [UNKNOWN]));
    expect(requests.map((asked) => asked.length)).toEqual([100, 100, 50]);
    expect(requests.flat()).toEqual(all);
    expect(mostOpen()).toBe(1);
  });

  it('are requested in lower case, and once for everyone who asks at the same time', async () => {
    const { ask, requests } = sourceWith();
    const hash = `0x${'AB'.repeat(32)}`;
    expect(await Promise.all(ask([hash, hash.toLowerCase()]))).toEqual([[UNKNOWN], [UNKNOWN]]);
    expect(requests).toEqual([[hash.toLowerCase()]]);
  });

  it('fail for the hashes of a failed request, but not for the next ones', async () => {
    const all = hashes(101);
    const { ask } = sourceWith({
      together: (asked, attempt) => (attempt === 1 ? unreachable() : asked),
      single: unreachable,
    });
    const answers = await Promise.allSettled(ask(all));
    expect(answers.map(({ status }) => status)).toEqual([...Array(100).fill('rejected'), 'fulfilled']);
  });

  it('are requested again after a partial answer, as long as more arrive', async () => {
    const { ask, requests } = sourceWith({ together: (asked) => asked.slice(0, 2) });
    expect(await Promise.all(ask(hashes(5)))).toHaveLength(5);
    expect(requests.map((asked) => asked.length)).toEqual([5, 3, 1]);
  });

  it('exclude other hashes, and include every deposit of a transaction', async () => {
    const { ask } = sourceWith({ together: () => [ONE, THREE], receipts: [UNKNOWN, FAILED] });
    expect(await Promise.all(ask([ONE]))).toEqual([[UNKNOWN, FAILED]]);
  });

  it('fail together if the service hangs, instead of one request after the other', async () => {
    const { ask, requests, singles } = sourceWith({
      together: hang,
    });
    const answers = await Promise.allSettled(ask(hashes(250)));
    expect(answers.every(({ status }) => status === 'rejected')).toBe(true);
    expect([requests.length, singles]).toEqual([1, []]);
  });
});

describe('what the last request revealed', () => {
  it('is that the service does not respond, until it answers again', async () => {
    const { source } = sourceWith({ together: (asked, attempt) => (attempt === 1 ? hang() : asked) });
    const failed = expect(source.receiptsOf(ONE)).rejects.toThrow('in time');
    await null;
    expect(source.store.getState()).toMatchObject({ askedAt: 7_000, failedAt: 0 });
    await failed;
    expect(source.store.getState().failedAt).toBe(7_000);
    await source.receiptsOf(ONE);
    await settle();
    expect(source.store.getState()).toMatchObject({ askedAt: null, failedAt: 0 });
  });

  it('is no failure if the service only asks for a pause', async () => {
    const { source } = sourceWith({ together: busy });
    await expect(source.receiptsOf(ONE)).rejects.toThrow('429');
    expect(source.store.getState().failedAt).toBe(0);
  });
});

describe('a request that a person waits for', () => {
  it('goes before a long list', async () => {
    const { source, ask, requests } = sourceWith();
    const list = Promise.all(ask(hashes(300)));
    await new Promise((resolve) => setImmediate(resolve));
    const urgent = `0x${'f'.repeat(64)}`;
    await source.receiptsOf(urgent);
    expect(requests.slice(1).map((asked) => asked.includes(urgent))).toEqual([true]);
    await list;
  });

  it('uses get_receipt if one receipt of one hash is enough', async () => {
    const { source, requests, singles } = sourceWith();
    expect(await source.receiptsOf(ONE, FOR_ONE)).toEqual([UNKNOWN]);
    expect([requests, singles]).toEqual([[], [ONE]]);
  });

  it('gets every receipt if it shares a request', async () => {
    const { source } = sourceWith({ receipts: [FAILED, IN_PROGRESS] });
    const [first] = await Promise.all([ONE, TWO].map((hash) => source.receiptsOf(hash, FOR_ONE)));
    expect(first).toEqual([FAILED, IN_PROGRESS]);
  });

  it('can show the same receipt of several deposits as get_receipt', () => {
    expect(shownReceipt([FAILED, IN_PROGRESS, UNKNOWN])).toBe(IN_PROGRESS);
    expect(shownReceipt([{ ...FAILED }, FAILED])).toBe(FAILED);
  });
});

describe('a busy service', () => {
  it('is left alone for as long as it asks, and the list waits', async () => {
    const { source, ask, requests, rests } = sourceWith({
      together: (asked, attempt) => (attempt < 3 ? busy() : asked),
    });
    const list = Promise.all(ask([ONE, TWO]));
    await settle();
    expect(source.store.getState()).toMatchObject({ isResting: true });
    expect(requests).toHaveLength(1);
    rests[0]?.end();
    await settle();
    rests[1]?.end();
    expect(await list).toEqual([[UNKNOWN], [UNKNOWN]]);
    expect(rests.map(({ delayMs }) => delayMs)).toEqual([5_000, 5_000]);
    expect(requests).toHaveLength(3);
    expect(source.store.getState()).toMatchObject({ isResting: false });
  });

  it('is still asked for a single hash while a long list waits', async () => {
    const { source, ask, requests, singles, rests } = sourceWith({
      together: (asked, attempt) => (attempt === 1 ? busy() : asked),
    });
    const list = Promise.all(ask([ONE]));
    await expect(source.receiptsOf(TWO)).rejects.toMatchObject({ retryAfterMs: 5_000 });
    expect(await source.receiptsOf(THREE, FOR_ONE)).toEqual([UNKNOWN]);
    expect([requests.length, singles]).toEqual([1, [THREE]]);
    rests[0]?.end();
    expect(await list).toEqual([[UNKNOWN]]);
  });

  it('is not asked again early once it has refused a single hash', async () => {
    const { source, ask, singles, rests } = sourceWith({ together: (asked) => asked, single: busy });
    await expect(source.receiptsOf(ONE, FOR_ONE)).rejects.toMatchObject({ retryAfterMs: 5_000 });
    await expect(source.receiptsOf(TWO, FOR_ONE)).rejects.toMatchObject({ retryAfterMs: 5_000 });
    const list = Promise.all(ask([THREE]));
    await settle();
    expect(singles).toEqual([ONE]);
    rests[0]?.end();
    expect(await list).toEqual([[UNKNOWN]]);
  });

  it('that is always busy makes the list fail', async () => {
    const { ask, requests, rests } = sourceWith({ together: busy });
    const [answer] = ask([ONE]);
    const end = expect(answer).rejects.toThrow('429');
    for (let rest = 0; rest < 41; rest += 1) {
      await settle();
      rests[rest]?.end();
    }
    await end;
    expect(requests).toHaveLength(41);
  });

  it('that answers every second request does not make a list fail, however long', async () => {
    let attempts = 0;
    const single = (): Receipt => {
      attempts += 1;
      return attempts % 2 === 0 ? busy() : UNKNOWN;
    };
    const { ask, rests } = sourceWith({ together: unreachable, single });
    const list = Promise.all(ask(hashes(50)));
    for (let rest = 0; rest < 49; rest += 1) {
      await settle();
      rests[rest]?.end();
    }
    expect(await list).toHaveLength(50);
    expect(rests).toHaveLength(49);
  });
});

describe('a service that implements only the specification', () => {
  it('is asked for one receipt at a time, tries get_receipts once, and is reported once', async () => {
    const { ask, requests, singles, reports, mostOpen } = sourceWith({ together: unreachable });
    expect(await Promise.all(ask([ONE, TWO]))).toEqual([[UNKNOWN], [UNKNOWN]]);
    await Promise.all(ask([ONE]));
    expect([requests, singles, mostOpen()]).toEqual([[[ONE, TWO]], [ONE, TWO, ONE], 1]);
    expect(reports).toHaveLength(1);
  });

  it('gives the receipts that it has, even if others fail', async () => {
    const single = (hash: string): Receipt => {
      if (hash === ONE) throw new MalformedAnswer('no receipt');
      return hash === TWO ? unreachable() : UNKNOWN;
    };
    const { ask } = sourceWith({ together: unreachable, single });
    const answers = await Promise.allSettled(ask([ONE, TWO, THREE]));
    expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled']);
  });

  it('lets a person pass a long list', async () => {
    const { source, ask, singles } = sourceWith({ together: unreachable });
    await Promise.all(ask([ONE]));
    const list = Promise.all(ask(hashes(100)));
    await new Promise((resolve) => setImmediate(resolve));
    const urgent = `0x${'f'.repeat(64)}`;
    await source.receiptsOf(urgent, FOR_ONE);
    expect(singles.indexOf(urgent)).toBeLessThan(4);
    await list;
  });

  it('is not assumed if the service does not answer', async () => {
    const { ask, requests, reports } = sourceWith({ together: unreachable, single: unreachable });
    await Promise.allSettled(ask([ONE]));
    await Promise.allSettled(ask([ONE]));
    expect([requests.length, reports]).toEqual([2, []]);
  });

  it('is asked once more if an answer has none of the requested receipts', async () => {
    const { ask, singles } = sourceWith({ together: () => [THREE] });
    expect(await Promise.all(ask([ONE]))).toEqual([[UNKNOWN]]);
    expect(singles).toEqual([ONE]);
  });
});

describe('an abort', () => {
  it('ends one question, and the others of the same request still get their answer', async () => {
    const { source, signals } = sourceWith();
    const controller = new AbortController();
    const left = source.receiptsOf(ONE, { signal: controller.signal });
    const others = Promise.all([source.receiptsOf(ONE), source.receiptsOf(TWO)]);
    await null;
    controller.abort(new Error('left'));
    await expect(left).rejects.toThrow('left');
    expect(await others).toEqual([[UNKNOWN], [UNKNOWN]]);
    expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
  });

  it('of all questions ends their request, and the next question starts its own', async () => {
    const { source, requests, signals } = sourceWith();
    const controller = new AbortController();
    const left = [ONE, TWO].map((hash) => source.receiptsOf(hash, { signal: controller.signal }));
    await null;
    controller.abort();
    await Promise.allSettled(left);
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
    expect(await source.receiptsOf(THREE)).toEqual([UNKNOWN]);
    expect(requests).toEqual([[ONE, TWO], [THREE]]);
  });

  it('before its turn sends no request', async () => {
    const { source, requests } = sourceWith();
    const controller = new AbortController();
    const left = source.receiptsOf(ONE, { signal: controller.signal });
    controller.abort();
    await expect(left).rejects.toBe(controller.signal.reason);
    await expect(source.receiptsOf(TWO, { signal: controller.signal })).rejects.toBe(controller.signal.reason);
    await settle();
    expect(requests).toEqual([]);
  });
});
