import { encodeSuccess } from '#shared/wire/envelope.ts';
import type { PairsRequest } from '#shared/wire/pairs.ts';
import { encodePairs, pairsRequestWire } from '#shared/wire/pairs.ts';
import type { Catalog, Route } from '../boot/model/catalog.ts';
import { findPause } from '../guards/model/pauses.ts';
import { listPairs } from '../quotes/model/pairs.ts';
import type { PreparedAnswer } from './answers.ts';
import { prepareJson } from './answers.ts';
import type { Operation } from './operation.ts';
import { continueWith, readRequestBody } from './operation.ts';
import type { Schedules } from './scheduleCache.ts';

type Prepared = { readonly schedules: Schedules; readonly answer: PreparedAnswer };

function prepare(catalog: Catalog, schedules: Schedules, request: PairsRequest): PreparedAnswer {
  const isServed = (route: Route) => hasPrice(route) && isOpenFor(route);
  const hasPrice = (route: Route) => schedules.priceProblemOn(route) === null;
  const isOpenFor = ({ token, origin, destination }: Route) =>
    !schedules.lostChains.has(origin.id) &&
    !schedules.lostChains.has(destination.id) &&
    findPause(schedules.pauses, { origin, destination, tokenName: token.name }) === null;
  const sources = { ...schedules, priceLabel: catalog.priceLabel };
  return prepareJson(encodeSuccess(encodePairs(listPairs(catalog.routes.filter(isServed), sources, request))));
}

/** Creates the operation that lists the pairs. One answer serves all clients until the schedules change. */
export function createGetAllPairInfos(): Operation {
  // There are only six different requests.
  const prepared = new Map<string, Prepared>();
  const answerWith = (catalog: Catalog, current: Schedules, request: PairsRequest) => {
    const key = `${request.category} ${request.includesGasFee}`;
    const last = prepared.get(key);
    if (last?.schedules === current) return last.answer;
    const next = prepare(catalog, current, request);
    // The schedule cache reads the schedules every second. An equal answer keeps its encodings.
    const answer = last?.answer.etag === next.etag ? last.answer : next;
    prepared.set(key, { schedules: current, answer });
    return answer;
  };
  return ({ catalog, schedules }, body) => {
    const request = readRequestBody(pairsRequestWire, body);
    return continueWith(schedules.current(), (current) => answerWith(catalog, current, request));
  };
}
