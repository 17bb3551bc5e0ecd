import type { ReportProblem } from '../catalog/reportProblem.ts';
import type { ConfigFile } from '../configFileSchema.ts';
import { validateMainnetChain } from './validateMainnetChain.ts';

// Far above an installation with many users behind one address, far below what one client needs to keep the API busy.
const MAX_PER_SECOND = 1000;
const MAX_BURST = 10_000;

function validateHttp(report: ReportProblem, { http }: ConfigFile): void {
  if (http.trustProxy === undefined) {
    const choice = 'Set false if clients connect directly, or the addresses of your reverse proxies';
    report('http.trustProxy', `is missing. ${choice}: otherwise all clients behind a proxy share one rate limit`);
  }
  const { perSecond, burst } = http.rateLimit;
  const reason = 'a higher limit does not limit a client';
  if (perSecond > MAX_PER_SECOND) {
    report('http.rateLimit.perSecond', `must be at most ${MAX_PER_SECOND} with a mainnet, not ${perSecond}: ${reason}`);
  }
  if (burst > MAX_BURST) {
    report('http.rateLimit.burst', `must be at most ${MAX_BURST} with a mainnet, not ${burst}: ${reason}`);
  }
}

/** Reports each setting of the file that is too dangerous for a chain of the category Mainnet. */
export function validateMainnets(report: ReportProblem, file: ConfigFile): void {
  if (file.chains.every(({ category }) => category !== 'Mainnet')) return;
  validateHttp(report, file);
  if (file.pricesAsOf === undefined) {
    const reason = 'the exposure caps and the network fees of a mainnet depend on them';
    report('pricesAsOf', `is missing. Set the day on which you looked up the prices of "tokens": ${reason}`);
  }
  file.chains.forEach((chain, index) => {
    if (chain.category === 'Mainnet') validateMainnetChain(report, { chain, path: `chains.${index}` });
  });
}
