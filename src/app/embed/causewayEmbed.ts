// Shows a Causeway installation on your page. Copy this file: it imports nothing.
//
//   const bridge = embedCauseway(document.querySelector('#bridge'), {
//     url: 'https://bridge.example',
//     onMessage: (message) => console.log(message.type),
//   });

/** Increases when a message loses or changes a field. New fields and new types keep the version. */
export const EMBED_VERSION = 1;

export type EmbedTransfer = {
  readonly id: string;
  readonly originChainId: number;
  readonly destinationChainId: number;
  readonly depositHash: string;
};

export type EmbedEvent =
  /** The app has started. */
  | { readonly type: 'ready' }
  /** The app needs this height, in CSS pixels. */
  | { readonly type: 'resize'; readonly height: number }
  /** The wallet has sent the deposit. */
  | { readonly type: 'transfer-started'; readonly transfer: EmbedTransfer }
  /** The app has read the payout on the destination chain. */
  | { readonly type: 'transfer-delivered'; readonly transfer: EmbedTransfer; readonly payoutHash: string }
  /** The app has read the refund on the origin chain. */
  | { readonly type: 'transfer-refunded'; readonly transfer: EmbedTransfer; readonly refundHash: string };

export type EmbedMessage = EmbedEvent & { readonly source: 'causeway'; readonly version: typeof EMBED_VERSION };

export type EmbedOptions = {
  /** The installation's URL. Its operator must list your origin in `embed.origins`. */
  readonly url: string;
  /** The form's initial values, by the installation's names for chains and tokens. */
  readonly form?: { readonly from?: string; readonly to?: string; readonly token?: string; readonly amount?: string };
  /** Default: the system's theme. */
  readonly theme?: 'light' | 'dark';
  /** The frame's name for screen readers. */
  readonly title?: string;
  readonly onMessage?: (message: EmbedMessage) => void;
};

function isMessage(data: unknown): data is EmbedMessage {
  if (typeof data !== 'object' || data === null) return false;
  const { source, version } = data as Partial<EmbedMessage>;
  return source === 'causeway' && version === EMBED_VERSION;
}

/** Adds the frame to the container, and resizes it to its content. */
export function embedCauseway(
  container: Element,
  { url, form = {}, theme, title = 'Bridge', onMessage }: EmbedOptions,
): { readonly frame: HTMLIFrameElement; readonly remove: () => void } {
  const address = new URL(url);
  address.search = new URLSearchParams({ embed: '', ...(theme && { theme }), ...form }).toString();
  const frame = document.createElement('iframe');
  frame.src = address.href;
  frame.title = title;
  frame.allow = 'clipboard-write';
  // Tells the app which site embeds it, in browsers without `location.ancestorOrigins`. The path is not sent.
  frame.referrerPolicy = 'origin';
  Object.assign(frame.style, { display: 'block', width: '100%', height: '640px', border: '0', colorScheme: 'normal' });

  function receive({ origin, source, data }: MessageEvent<unknown>): void {
    if (origin !== address.origin || source !== frame.contentWindow || !isMessage(data)) return;
    if (data.type === 'resize') frame.style.height = `${data.height}px`;
    onMessage?.(data);
  }
  window.addEventListener('message', receive);
  container.append(frame);
  return {
    frame,
    remove: () => {
      window.removeEventListener('message', receive);
      frame.remove();
    },
  };
}
