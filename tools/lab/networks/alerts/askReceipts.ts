import { API_URL } from '../tryDeployment.ts';

/** Keeps asking the API for a receipt. @returns a function that stops this */
export function askReceipts(everyMs = 200): () => Promise<void> {
  const ask = () =>
    fetch(`${API_URL}/get_receipt`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ from_chain_hash: `0x${'00'.repeat(32)}` }),
    }).catch(() => null);
  const timer = setInterval(ask, everyMs);
  return async () => clearInterval(timer);
}
