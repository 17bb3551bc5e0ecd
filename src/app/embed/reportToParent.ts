import type { Transfer } from '../../transfer/model/transfer.ts';
import { depositHash } from '../../transfer/model/transfer.ts';
import type { TransferStore } from '../../transfer/transferStore.ts';
import type { EmbedEvent, EmbedMessage, EmbedTransfer } from './causewayEmbed.ts';
import { EMBED_VERSION } from './causewayEmbed.ts';

type Transfers = Readonly<Record<string, Transfer>>;

function describe({ terms }: Transfer, hash: string): EmbedTransfer {
  const { id, origin, destination } = terms;
  return { id, originChainId: origin.chainId, destinationChainId: destination.chainId, depositHash: hash };
}

function eventsOf(before: Transfer, after: Transfer): readonly EmbedEvent[] {
  const hash = depositHash(after);
  if (hash === null) return [];
  const transfer = describe(after, hash);
  const isNew = before.status !== after.status;
  const started: EmbedEvent[] = depositHash(before) === null ? [{ type: 'transfer-started', transfer }] : [];
  if (isNew && after.status === 'delivered')
    return [...started, { type: 'transfer-delivered', transfer, payoutHash: after.payoutHash }];
  if (isNew && after.status === 'refunded')
    return [...started, { type: 'transfer-refunded', transfer, refundHash: after.refundHash }];
  return started;
}

/** The events that a change of the stored transfers causes. A transfer that is new to this page causes none. */
export function embedEvents(before: Transfers, after: Transfers): readonly EmbedEvent[] {
  return Object.entries(after).flatMap(([id, transfer]) => {
    const earlier = before[id];
    return earlier && earlier !== transfer ? eventsOf(earlier, transfer) : [];
  });
}

type Inputs = {
  readonly parent: Pick<Window, 'postMessage'>;
  /** The parent page's origin. The browser delivers the messages to no other page. */
  readonly site: string;
  readonly store: Pick<TransferStore, 'getState' | 'subscribe'>;
  /** The element that determines the frame's height. */
  readonly content: Element;
};

/** Tells the embedding page the app's height, and what happens to this browser's transfers. */
export function reportToParent({ parent, site, store, content }: Inputs): void {
  const send = (event: EmbedEvent) =>
    parent.postMessage({ source: 'causeway', version: EMBED_VERSION, ...event } satisfies EmbedMessage, site);

  send({ type: 'ready' });
  new ResizeObserver(() => send({ type: 'resize', height: Math.ceil(content.getBoundingClientRect().height) })).observe(
    content,
  );
  let { transfers } = store.getState();
  store.subscribe((state) => {
    for (const event of embedEvents(transfers, state.transfers)) send(event);
    transfers = state.transfers;
  });
}
