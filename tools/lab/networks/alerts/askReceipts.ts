import { API_URL } from '../tryDeployment.ts';

const EVERY_MS = 200;

/** Keeps asking the API for a receipt. @returns a function that stops this */
export function askReceipts(): () => Promise<void> {
  const ask = () =>
    fetch(`${API_URL}/get_receipt`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ from_chain_hash: `0x${'00'.repeat(32)}` }),
    }).catch(() => null);
  const timer = setInterval(ask, EVERY_MS);
  return async () => clearInterval(timer);
}
