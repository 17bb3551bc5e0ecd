import { encodeSuccess } from '#shared/wire/envelope.ts';
import { encodePairs, pairsRequestWire } from '#shared/wire/pairs.ts';
import type { Route } from '../domain/catalog.ts';
import { listPairs } from '../domain/pairs.ts';
import { findPause } from '../domain/pauses.ts';
import type { Operation } from './operation.ts';
import { readRequestBody } from './requestBody.ts';

export const getAllPairInfos: Operation = async ({ catalog, schedules }, body) => {
  const request = readRequestBody(pairsRequestWire, body);
  const current = await schedules.current();
  const isServed = ({ token, origin, destination }: Route) =>
    !current.lostChains.has(origin.id) &&
    !current.lostChains.has(destination.id) &&
    findPause(current.pauses, { origin, destination, tokenName: token.name }) === null;
  return encodeSuccess(
    encodePairs(listPairs(catalog.routes.filter(isServed), { ...current, priceLabel: catalog.priceLabel }, request)),
  );
};
