import type { TransferStore } from '../../store/transferStore.ts';
import type { EmbedEvent, EmbedMessage } from './causewayEmbed.ts';
import { EMBED_VERSION } from './causewayEmbed.ts';
import { embedEvents } from './embedEvents.ts';

type Inputs = {
  readonly parent: Pick<Window, 'postMessage'>;
  /** The origin of the parent page. The browser delivers the messages to no other page. */
  readonly site: string;
  readonly store: Pick<TransferStore, 'getState' | 'subscribe'>;
  /** The element whose height the frame needs. */
  readonly content: Element;
};

/** Tells the page around the app its height, and what happens to the transfers of this browser. */
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
